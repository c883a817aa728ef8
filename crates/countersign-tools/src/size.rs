//! Sizes as people say them.

pub(crate) use countersign_core::text::size as bytes;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_as_people_say_them() {
        assert_eq!([0, 1, 999, 2_100_000].map(bytes), ["0 bytes", "1 byte", "999 bytes", "2.1 MB"]);
    }
}
