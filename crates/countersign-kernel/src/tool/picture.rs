//! Pictures in previews. What a file is, only its bytes say; and none is shown that would be huge once it is unpacked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A picture file before and after.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Picture {
    /// Its path, safe to show.
    pub path: String,
    /// The picture before; none: there was no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<PictureData>,
    /// The picture after; none: there is no file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<PictureData>,
}

/// One side of a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PictureData {
    /// What its bytes say that it is: `image/png`, `image/jpeg`, `image/gif` or `image/webp`.
    pub media_type: String,
    /// Its bytes, as base64.
    pub base64: String,
}

/// Maximum number of bytes of one side.
pub const PICTURE_BYTES: u64 = 128 << 10;
/// Maximum number of pictures of a preview.
pub const PICTURES: usize = 4;
/// Maximum number of points: a small file can unpack to more than a browser has room for.
const POINTS: u64 = 25_000_000;

/// Returns the media type of a picture that may be shown: told by how it begins, and never by its name.
pub fn picture_type(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some("image/gif"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

/// Like [`picture_type`], for all bytes of a picture: none if they are too many, or it says that it is too large.
pub fn showable_picture(bytes: &[u8]) -> Option<&'static str> {
    let kind = picture_type(bytes).filter(|_| bytes.len() as u64 <= PICTURE_BYTES)?;
    let (width, height) = match kind {
        "image/png" => png(bytes)?,
        "image/gif" => (little(bytes, 6, 2)?, little(bytes, 8, 2)?),
        "image/webp" => webp(bytes)?,
        _ => jpeg(bytes)?,
    };
    (width > 0 && height > 0 && width.checked_mul(height)? <= POINTS).then_some(kind)
}

fn png(bytes: &[u8]) -> Option<(u64, u64)> {
    (bytes.get(12..16)? == b"IHDR").then_some(())?;
    Some((big(bytes, 16, 4)?, big(bytes, 20, 4)?))
}

fn webp(bytes: &[u8]) -> Option<(u64, u64)> {
    match bytes.get(12..16)? {
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        b"VP8L" => {
            let bits = little(bytes, 21, 4)?;
            Some(((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1))
        }
        b"VP8 " => Some((little(bytes, 26, 2)? & 0x3fff, little(bytes, 28, 2)? & 0x3fff)),
        _ => None,
    }
}

/// Finds the size in the first frame header of a JPEG.
fn jpeg(bytes: &[u8]) -> Option<(u64, u64)> {
    let mut at = 2;
    loop {
        (*bytes.get(at)? == 0xff).then_some(())?;
        match *bytes.get(at + 1)? {
            0xff => at += 1,
            // Frames; the others of this row are tables and restarts.
            0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
            }
            0x01 | 0xd0..=0xd8 => at += 2,
            0xd9 | 0xda => return None,
            _ => at += 2 + usize::try_from(big(bytes, at + 2, 2)?).ok()?,
        }
    }
}

fn big(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    Some(bytes.get(at..at + length)?.iter().fold(0, |n, byte| n << 8 | u64::from(*byte)))
}

fn little(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    Some(bytes.get(at..at + length)?.iter().rev().fold(0, |n, byte| n << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png_of(width: u32, height: u32) -> Vec<u8> {
        let begin = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        [begin, width.to_be_bytes().to_vec(), height.to_be_bytes().to_vec(), vec![8, 6, 0, 0, 0]].concat()
    }

    #[test]
    fn h6_a_picture_is_told_by_its_bytes_and_a_huge_one_is_none() {
        let jpeg = b"\xff\xd8\xff\xe0\0\x04ab\xff\xc0\0\x11\x08\0\x10\0\x20\x03".to_vec();
        let webp = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x1f\0\0".to_vec();
        for (bytes, want) in [
            (png_of(16, 16), Some("image/png")),
            (png_of(60_000, 60_000), None),
            (png_of(0, 16), None),
            (jpeg.clone(), Some("image/jpeg")),
            (jpeg[..12].to_vec(), None),
            (b"\xff\xd8\xff\xe0\0\0\xff\xd9".to_vec(), None),
            (b"GIF89a\x10\0\x10\0\0\0\0".to_vec(), Some("image/gif")),
            (b"GIF89a\xff\xff\xff\xff\0\0\0".to_vec(), None),
            (webp, Some("image/webp")),
            (b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f\x0f\0\x04\0".to_vec(), Some("image/webp")),
            (b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a\x10\0\x10\0".to_vec(), Some("image/webp")),
            (b"RIFF\0\0\0\0WAVEfmt ".to_vec(), None),
            (b"<html><script>alert(1)</script>".to_vec(), None),
            (b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec(), None),
            ([png_of(16, 16), vec![0; 128 << 10]].concat(), None),
            (Vec::new(), None),
        ] {
            assert_eq!(showable_picture(&bytes), want, "{:?}", &bytes[..bytes.len().min(40)]);
        }
        for n in 0..jpeg.len() {
            let _any = showable_picture(&jpeg[..n]);
        }
    }
}
