//! Framing of response bodies: by length, in chunks, or until the connection closes. Strict: a response with
//! two framings, or an unknown one, is invalid.

use countersign_words::{Message, say};

/// How far a body has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// This many bytes are left.
    Length(u64),
    /// Next is the line with the size of the next chunk.
    ChunkSize,
    /// This many bytes of a chunk are left, then a line break.
    Chunk(u64),
    /// Lines after the last chunk.
    Trailer,
    /// Everything until the connection closes.
    Rest,
    /// It is complete.
    Done,
}

/// The longest line between chunks.
const LINE_BYTES: usize = 4096;

impl Body {
    /// Returns the framing of a response.
    pub fn of(status: u16, length: Option<&str>, coding: Option<&str>) -> Result<Self, Message> {
        if matches!(status, 204 | 304) {
            return Ok(Self::Done);
        }
        match (length, coding) {
            (Some(_), Some(_)) => Err(say!("problem-body-two-frames")),
            (None, Some(coding)) if coding.eq_ignore_ascii_case("chunked") => Ok(Self::ChunkSize),
            (None, Some(_)) => Err(say!("problem-body-coding")),
            (Some(length), None) => {
                // No sign, no list, no space.
                let digits = !length.is_empty() && length.bytes().all(|b| b.is_ascii_digit());
                match length.parse().ok().filter(|_| digits) {
                    Some(0) => Ok(Self::Done),
                    Some(length) => Ok(Self::Length(length)),
                    None => Err(say!("problem-body-length")),
                }
            }
            (None, None) => Ok(Self::Rest),
        }
    }

    /// Moves as much as possible from `from` to `to`.
    pub fn take(&mut self, from: &mut Vec<u8>, to: &mut Vec<u8>) -> Result<(), Message> {
        let mut at = 0;
        while let Some(used) = self.step(&from[at..], to)? {
            at += used;
        }
        from.drain(..at);
        Ok(())
    }

    /// One step; None if it needs more input.
    fn step(&mut self, from: &[u8], to: &mut Vec<u8>) -> Result<Option<usize>, Message> {
        match self {
            Self::Done => Ok(None),
            Self::Rest => Ok(pour(from, u64::MAX, to)),
            Self::Length(left) => {
                let used = pour(from, *left, to);
                *left -= used.unwrap_or_default() as u64;
                if *left == 0 {
                    *self = Self::Done;
                }
                Ok(used)
            }
            Self::Chunk(0) => match from {
                [b'\r', b'\n', ..] => {
                    *self = Self::ChunkSize;
                    Ok(Some(2))
                }
                [] | [b'\r'] => Ok(None),
                _ => Err(say!("problem-body-chunk-longer")),
            },
            Self::Chunk(left) => {
                let used = pour(from, *left, to);
                *left -= used.unwrap_or_default() as u64;
                Ok(used)
            }
            Self::ChunkSize => {
                let Some((line, used)) = line(from)? else { return Ok(None) };
                *self = match chunk_size(line).ok_or_else(|| say!("problem-body-chunk-size"))? {
                    0 => Self::Trailer,
                    size => Self::Chunk(size),
                };
                Ok(Some(used))
            }
            Self::Trailer => {
                let Some((line, used)) = line(from)? else { return Ok(None) };
                if line.is_empty() {
                    *self = Self::Done;
                }
                Ok(Some(used))
            }
        }
    }
}

fn pour(from: &[u8], most: u64, to: &mut Vec<u8>) -> Option<usize> {
    let used = from.len().min(usize::try_from(most).unwrap_or(usize::MAX));
    to.extend_from_slice(&from[..used]);
    (used > 0).then_some(used)
}

fn line(from: &[u8]) -> Result<Option<(&[u8], usize)>, Message> {
    match from.windows(2).position(|w| w == b"\r\n") {
        Some(end) => Ok(Some((&from[..end], end + 2))),
        None if from.len() > LINE_BYTES => Err(say!("problem-body-chunk-line")),
        None => Ok(None),
    }
}

fn chunk_size(line: &[u8]) -> Option<u64> {
    let digits = line.split(|b| *b == b';').next()?;
    let digits = std::str::from_utf8(digits).ok()?.trim_end_matches([' ', '\t']);
    let hex = !digits.is_empty() && digits.len() <= 15 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    u64::from_str_radix(digits, 16).ok().filter(|_| hex)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a body that arrives in pieces of `size`, and returns whether it is complete.
    fn read(mut body: Body, bytes: &[u8], size: usize) -> Result<(String, bool), Message> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for piece in bytes.chunks(size) {
            from.extend_from_slice(piece);
            body.take(&mut from, &mut to)?;
        }
        Ok((String::from_utf8(to).unwrap(), body == Body::Done))
    }

    #[test]
    fn a_body_is_the_same_however_it_is_cut() {
        for size in 1..20 {
            let chunked = b"5\r\nhello\r\nA;x=y\r\n, world!!!\r\n0\r\nX: y\r\n\r\nnext";
            assert_eq!(read(Body::ChunkSize, chunked, size), Ok(("hello, world!!!".into(), true)));
            assert_eq!(read(Body::Length(5), b"hello, more", size), Ok(("hello".into(), true)));
            assert_eq!(read(Body::Rest, b"all of it", size), Ok(("all of it".into(), false)));
        }
    }

    #[test]
    fn what_is_cut_off_is_not_whole() {
        for bytes in ["5\r\nhel", "5\r\nhello\r\n", "5\r\nhello\r\n0\r\n", "0\r\nX: y\r\n"] {
            assert!(!read(Body::ChunkSize, bytes.as_bytes(), 99).unwrap().1, "{bytes:?}");
        }
        assert!(!read(Body::Length(5), b"hell", 99).unwrap().1);
    }

    #[test]
    fn framing_that_could_be_read_in_two_ways_is_refused() {
        for bytes in
            ["5\r\nhello!\r\n", "-1\r\n", "+5\r\nhello", "0x5\r\nhello", "\r\n", "fffffffffffffffff\r\n"]
        {
            assert!(read(Body::ChunkSize, bytes.as_bytes(), 99).is_err(), "{bytes:?}");
        }
        assert!(read(Body::ChunkSize, &vec![b'1'; 5000], 99).is_err());
        assert!(Body::of(200, Some("5"), Some("chunked")).is_err());
        for length in ["", "+5", "-5", "5, 5", " 5", "0x5", "99999999999999999999999"] {
            assert!(Body::of(200, Some(length), None).is_err(), "{length:?}");
        }
        assert!(Body::of(200, None, Some("gzip, chunked")).is_err());
        assert_eq!(Body::of(204, None, None), Ok(Body::Done));
    }
}
