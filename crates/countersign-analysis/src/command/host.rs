//! Hosts in words: addresses, `user@host:path`, `host:port`.

/// Whether a word is a local path or a host.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A path on this machine.
    Local,
    /// Another host, with its name if known.
    Remote(Option<String>),
}

/// Parses a path or an address; `whole` is false if only its beginning is known.
pub(super) fn place(text: &str, whole: bool) -> Place {
    if text.starts_with("file://") || text.starts_with("fileb://") {
        return Place::Local;
    }
    if text.contains("://") {
        return Place::Remote(host(text, whole));
    }
    match (text.find(':'), text.find('/')) {
        (Some(colon), slash) if slash.is_none_or(|slash| colon < slash) => Place::Remote(host(text, whole)),
        (None, None) if !whole && !text.starts_with(['.', '~']) => Place::Remote(None),
        _ => Place::Local,
    }
}

/// Returns the host of an address, of `user@host:path`, of `host:port` or of a bare name.
pub(super) fn host(text: &str, whole: bool) -> Option<String> {
    let rest = text.split_once("://").map_or(text, |(_, rest)| rest);
    let (authority, closed) = match rest.find(['/', '?', '#']) {
        Some(at) => (rest.get(..at)?, true),
        None => (rest, false),
    };
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let (name, closed) = match host.strip_prefix('[').and_then(|h| h.split_once(']')) {
        Some((inside, _)) => (inside, true),
        None => host.split_once(':').map_or((host, closed), |(name, _)| (name, true)),
    };
    let known = (whole || closed) && !name.is_empty();
    known.then(|| name.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_found_in_every_way_of_writing_them() {
        for (text, expected) in [
            ("https://user:pw@Example.org:8080/a?b", "example.org"),
            ("git@github.com:org/repo.git", "github.com"),
            ("example.org:443", "example.org"),
            ("example.org/path", "example.org"),
            ("ssh://[::1]:22/x", "::1"),
            ("https://evil.org?x=@good.org", "evil.org"),
        ] {
            assert_eq!(host(text, true).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn a_host_of_which_only_the_beginning_is_known_is_not_told() {
        assert_eq!(host("https://exa", false), None);
        assert_eq!(host("https://example.org/", false).as_deref(), Some("example.org"));
    }

    #[test]
    fn a_colon_before_the_first_slash_makes_a_path_remote() {
        assert_eq!(place("host:/etc/x", true), Place::Remote(Some("host".to_owned())));
        assert_eq!(place("./a:b", true), Place::Local);
        assert_eq!(place("file:///etc/passwd", true), Place::Local);
        assert_eq!(place("s3://bucket/key", true), Place::Remote(Some("bucket".to_owned())));
        assert_eq!(place("", false), Place::Remote(None));
    }
}
