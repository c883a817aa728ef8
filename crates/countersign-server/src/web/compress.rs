//! Compresses pages and assets with gzip (RFC 1952), for browsers that take it.
//!
//! Whoever sees how long compressed pages are, and can put text into them, can guess what else is in them (BREACH). So
//! the one secret of every page, its CSRF token, reads differently in each; pages that answer a form, where a secret may
//! be shown once, and streams are never compressed.

use axum::{
    body::{Body, Bytes, HttpBody, to_bytes},
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};
use miniz_oxide::deflate::compress_to_vec;
use tokio::task::spawn_blocking;

/// Shorter bodies are sent as they are.
const LEAST: u64 = 1024;
/// Pages are rendered for one reader: what takes longer to make smaller takes longer to arrive, too.
const LEVEL: u8 = 4;

/// Compresses a response, if its reader takes that.
pub(super) async fn compress(request: Request, next: Next) -> Response {
    let (takes, method) = (takes_gzip(request.headers()), request.method().clone());
    let mut response = next.run(request).await;
    if !is_text(response.headers()) || response.status() != StatusCode::OK {
        return response;
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    // The body of an answer to HEAD is dropped after this, and its length told.
    match takes && matches!(method, Method::GET | Method::HEAD) {
        true => packed(response).await,
        false => response,
    }
}

async fn packed(response: Response) -> Response {
    // A stream has no known length.
    if response.body().size_hint().exact().is_none_or(|length| length < LEAST) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, usize::MAX).await else {
        parts.status = StatusCode::INTERNAL_SERVER_ERROR;
        return Response::from_parts(parts, Body::empty());
    };
    let kept = bytes.clone();
    let body = match spawn_blocking(move || gzip(&bytes)).await {
        Ok(packed) => {
            parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            Bytes::from(packed)
        }
        Err(_) => kept,
    };
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(body))
}

/// Whether the body is text that is not compressed already.
fn is_text(headers: &HeaderMap) -> bool {
    let media = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let known = ["text/html", "text/css", "text/javascript", "image/svg+xml", "application/manifest+json"];
    known.contains(&media.split(';').next().unwrap_or_default())
        && !headers.contains_key(header::CONTENT_ENCODING)
}

/// Whether `Accept-Encoding` has gzip, by name or as one of all, and does not refuse it.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING).into_iter().filter_map(|v| v.to_str().ok());
    let mut others = false;
    for coding in all.flat_map(|value| value.split(',')) {
        let mut words = coding.split(';').map(str::trim);
        let name = words.next().unwrap_or_default();
        let weight =
            words.find_map(|word| word.strip_prefix("q=")).map(|w| w.parse::<f32>().unwrap_or_default());
        let takes = weight.is_none_or(|weight| weight > 0.0);
        if name.eq_ignore_ascii_case("gzip") {
            return takes;
        }
        others |= name == "*" && takes;
    }
    others
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    // Deflate; no name, no time, no system.
    let mut out = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    out.extend_from_slice(&compress_to_vec(bytes, LEVEL));
    out.extend_from_slice(&crc32(bytes).to_le_bytes());
    // The length modulo 2³².
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out
}

/// The checksum of gzip, with a table of what each byte contributes.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut at = 0;
        while at < 256 {
            let (mut sum, mut bit) = (at as u32, 0);
            while bit < 8 {
                sum = if sum & 1 == 1 { 0xedb8_8320 ^ (sum >> 1) } else { sum >> 1 };
                bit += 1;
            }
            table[at] = sum;
            at += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum: u32, byte| TABLE[usize::from((sum as u8) ^ byte)] ^ (sum >> 8))
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec;

    use super::*;

    #[test]
    fn the_checksum_is_the_published_one() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn what_is_packed_can_be_unpacked() {
        for text in [String::new(), "a".to_owned(), "line of a page\n".repeat(10_000)] {
            let packed = gzip(text.as_bytes());
            let (head, rest) = packed.split_at(10);
            assert_eq!(head[..3], [0x1f, 0x8b, 8]);
            assert_eq!(decompress_to_vec(&rest[..rest.len() - 8]).unwrap(), text.as_bytes());
        }
    }

    #[test]
    fn only_who_takes_it_gets_it() {
        for (given, takes) in [
            (&["gzip, deflate, br"][..], true),
            (&["br", "GZIP"], true),
            (&["br;q=1.0, gzip;q=0.1"], true),
            (&["*"], true),
            (&[], false),
            (&[""], false),
            (&["identity"], false),
            (&["gzip;q=0"], false),
            (&["gzip;q=0, *"], false),
            (&["*;q=0"], false),
            (&["gzip;q=x"], false),
        ] {
            let headers: HeaderMap =
                given.iter().map(|v| (header::ACCEPT_ENCODING, HeaderValue::from_str(v).unwrap())).collect();
            assert_eq!(takes_gzip(&headers), takes, "{given:?}");
        }
    }
}
