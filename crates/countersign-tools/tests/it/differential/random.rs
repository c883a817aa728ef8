//! A seeded random number generator, the same on every machine.

/// Xorshift with a multiplication (xorshift64*).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Returns the generator of one case of a run: neighbouring cases are independent.
    pub fn of_case(seed: u64, case: u64) -> Self {
        // The constants are those of splitmix64, which spreads small numbers over all bits.
        let mut mixed = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(case);
        for _ in 0..2 {
            mixed = mixed.wrapping_add(0x9E37_79B9_7F4A_7C15);
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            mixed ^= mixed >> 31;
        }
        Self(mixed | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// Returns a number below `end`, which is not zero.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 11) as usize % end
    }

    /// Returns true with a probability of `times` percent.
    pub fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }

    /// Returns one of these.
    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// Returns one of these.
    pub fn one<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}
