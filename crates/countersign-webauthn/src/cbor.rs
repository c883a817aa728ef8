//! A reader for the CBOR that authenticators write: definite lengths and shortest forms only, no tags,
//! limited nesting. It allocates nothing, so no input can use more memory than its own size.

use crate::Flaw;

/// The maximum nesting of lists and maps; the deepest attestation statement has four levels.
const DEPTH_MOST: u8 = 8;

/// One token; for lists and maps only the number of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// A whole number.
    Int(i64),
    /// Bytes.
    Bytes(&'a [u8]),
    /// Text.
    Text(&'a str),
    /// A list with this many elements.
    List(u64),
    /// A map with this many pairs.
    Map(u64),
    /// True, false, null or a float: not used here.
    Simple,
}

/// The remaining input.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Starts at the beginning of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    /// Returns the remaining input.
    pub fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Fails unless all input was read: trailing bytes are not covered by any signature.
    pub fn end(&self) -> Result<(), Flaw> {
        if self.rest.is_empty() { Ok(()) } else { Err(Flaw::NotCbor) }
    }

    fn take(&mut self, count: u64) -> Result<&'a [u8], Flaw> {
        let count = usize::try_from(count).map_err(|_| Flaw::NotCbor)?;
        let (head, rest) = self.rest.split_at_checked(count).ok_or(Flaw::NotCbor)?;
        self.rest = rest;
        Ok(head)
    }

    /// Reads the number that belongs to an initial byte; it must be in its shortest form.
    fn argument(&mut self, info: u8) -> Result<u64, Flaw> {
        let (width, least) = match info {
            0..24 => return Ok(info.into()),
            24 => (1, 24),
            25 => (2, 1 << 8),
            26 => (4, 1 << 16),
            27 => (8, 1 << 32),
            _ => return Err(Flaw::NotCbor),
        };
        let number = self.take(width)?.iter().fold(0, |n, byte| n << 8 | u64::from(*byte));
        if number < least { Err(Flaw::NotCbor) } else { Ok(number) }
    }

    /// Reads one token.
    pub fn token(&mut self) -> Result<Token<'a>, Flaw> {
        let first = self.take(1)?[0];
        let (major, info) = (first >> 5, first & 31);
        if major == 7 {
            let width = match info {
                20..=23 => 0,
                25 => 2,
                26 => 4,
                27 => 8,
                _ => return Err(Flaw::NotCbor),
            };
            return self.take(width).map(|_| Token::Simple);
        }
        let argument = self.argument(info)?;
        let number = || i64::try_from(argument).map_err(|_| Flaw::NotCbor);
        Ok(match major {
            0 => Token::Int(number()?),
            1 => Token::Int(-1 - number()?),
            2 => Token::Bytes(self.take(argument)?),
            3 => Token::Text(std::str::from_utf8(self.take(argument)?).map_err(|_| Flaw::NotCbor)?),
            4 => Token::List(argument),
            5 => Token::Map(argument),
            _ => return Err(Flaw::NotCbor),
        })
    }

    /// Reads the start of a map: the number of pairs.
    pub fn map(&mut self) -> Result<u64, Flaw> {
        match self.token()? {
            Token::Map(pairs) => Ok(pairs),
            _ => Err(Flaw::NotCbor),
        }
    }

    /// Skips one value with everything in it.
    pub fn skip(&mut self) -> Result<(), Flaw> {
        self.skip_within(DEPTH_MOST)
    }

    fn skip_within(&mut self, depth: u8) -> Result<(), Flaw> {
        let inside = match self.token()? {
            Token::List(count) => count,
            Token::Map(pairs) => pairs.checked_mul(2).ok_or(Flaw::NotCbor)?,
            _ => return Ok(()),
        };
        let depth = depth.checked_sub(1).ok_or(Flaw::NotCbor)?;
        // Each value takes at least one byte, so the loop ends with the input whatever the count says.
        for _ in 0..inside {
            self.skip_within(depth)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skipped(bytes: &[u8]) -> Result<usize, Flaw> {
        let mut reader = Reader::new(bytes);
        reader.skip().map(|()| reader.rest().len())
    }

    #[test]
    fn what_authenticators_write_is_read() {
        assert_eq!(Reader::new(&[0x26]).token(), Ok(Token::Int(-7)));
        assert_eq!(Reader::new(&[0x39, 0x01, 0x00]).token(), Ok(Token::Int(-257)));
        assert_eq!(Reader::new(b"\x63fmt").token(), Ok(Token::Text("fmt")));
        assert_eq!(Reader::new(&[0x42, 1, 2]).token(), Ok(Token::Bytes(&[1, 2])));
        assert_eq!(skipped(&[0xa1, 0x01, 0x82, 0xf5, 0xfb, 0, 0, 0, 0, 0, 0, 0, 0, 0x07]), Ok(1));
    }

    #[test]
    fn what_is_not_canonical_is_refused() {
        let cases: [&[u8]; 12] = [
            &[],
            &[0x18, 0x17],                   // a number longer than it need be
            &[0x1b, 0, 0, 0, 0, 0, 0, 0, 1], // likewise
            &[0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], // beyond any number used
            &[0x1c],                         // reserved
            &[0x5f, 0xff],                   // bytes without an end
            &[0x9f, 0xff],                   // a list without an end
            &[0xbf, 0xff],                   // a map without an end
            &[0xc0, 0x00],                   // a tag
            &[0x62, 0xff, 0xfe],             // text that is none
            &[0x58],                         // cut off
            &[0x9b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], // more than can be there
        ];
        for bytes in cases {
            assert_eq!(skipped(bytes), Err(Flaw::NotCbor), "{bytes:02x?}");
        }
    }

    #[test]
    fn a_deep_nest_ends_the_reading_and_not_the_stack() {
        assert_eq!(skipped(&[0x81; 100_000]), Err(Flaw::NotCbor));
        assert_eq!(skipped(&[0x81, 0x81, 0x81, 0x01]), Ok(0));
    }
}
