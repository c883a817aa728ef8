//! Parses addresses: the file that a resource's URI names, however it is written, and whether a server is on another
//! machine.

use std::net::IpAddr;

use countersign_core::op::route::unescape;

/// What the URI of a resource names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Named {
    /// A file of this machine.
    File(String),
    /// A file, but it is unclear which: programs read such a URI in different ways.
    Unclear,
    /// Something else.
    Other,
}

/// Returns what a URI names. It is read like lenient programs do: the scheme in any case, blanks and line breaks
/// ignored, backslashes as slashes, and anything after the path dropped.
pub(crate) fn named(uri: &str) -> Named {
    let plain: String = uri.chars().filter(|c| !matches!(c, '\t' | '\n' | '\r')).collect();
    let plain = plain.trim_matches(|c: char| c <= ' ' || c.is_whitespace());
    let Some((scheme, rest)) = plain.split_once(':') else { return Named::Other };
    if !scheme.trim().eq_ignore_ascii_case("file") {
        return Named::Other;
    }
    let rest = rest.replace('\\', "/");
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let path = match rest.strip_prefix("//") {
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
                return Named::Unclear;
            }
            path
        }
        None => rest,
    };
    match unescape(path) {
        // A program that unescapes twice would read another file.
        Some(path) if !path.starts_with('/') || path.contains('\0') || has_escape(&path) => Named::Unclear,
        Some(path) => Named::File(path),
        None => Named::Unclear,
    }
}

fn has_escape(path: &str) -> bool {
    percent_encoding::percent_decode_str(path).ne(path.bytes())
}

/// Returns the host of a server's address, if it is another machine.
pub(crate) fn remote_host(url: &str) -> Option<String> {
    let url = reqwest::Url::parse(url).ok()?;
    let host = url.host_str()?.trim_end_matches('.').to_ascii_lowercase();
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    let is_here = host == "localhost" || address.is_ok_and(|ip| ip.to_canonical().is_loopback());
    (!is_here).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a5_a_file_is_a_file_however_its_address_is_written() {
        let file = |path: &str| Named::File(path.to_owned());
        for uri in [
            "file:///etc/passwd",
            "FILE:///etc/passwd",
            "File://localhost/etc/passwd",
            "file://LOCALHOST/etc/passwd",
            "file:/etc/passwd",
            " file:///etc/passwd\n",
            "fi\nle:///etc/passwd",
            "file:///etc/%70asswd",
            "file:///%65tc/passwd?x=1",
            "file:///etc/passwd#top",
            "file:\\\\\\etc\\passwd",
        ] {
            assert_eq!(named(uri), file("/etc/passwd"), "{uri:?}");
        }
        assert_eq!(named("file:///desk/a%20b"), file("/desk/a b"));
    }

    #[test]
    fn a3_a_file_that_cannot_be_told_is_unclear_and_other_things_are_others() {
        for uri in
            ["file://server/share", "file:x", "file:///a%00b", "file:///a%2", "file:///%252fetc", "file:"]
        {
            assert_eq!(named(uri), Named::Unclear, "{uri:?}");
        }
        for uri in ["thing://one", "", "profile:///x", "https://example.com/file:///etc/passwd"] {
            assert_eq!(named(uri), Named::Other, "{uri:?}");
        }
    }

    #[test]
    fn a12_a_server_on_this_machine_is_not_remote() {
        for url in [
            "http://127.0.0.1:8080/mcp",
            "http://localhost/",
            "http://[::1]:1/",
            "http://[::ffff:127.0.0.1]/",
        ] {
            assert_eq!(remote_host(url), None, "{url}");
        }
        assert_eq!(remote_host("https://Mcp.Example.COM./x").as_deref(), Some("mcp.example.com"));
        assert_eq!(remote_host("http://192.168.1.7/").as_deref(), Some("192.168.1.7"));
    }
}
