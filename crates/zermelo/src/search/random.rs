//! SplitMix64 (Steele, Lea and Flood 2014); the same numbers as in `python/zermelo/search/random.py`.

#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A generator that gives the same numbers for the same seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        crate::game::mix(self.state)
    }

    /// A number of 62 bits, for a game's own `playout`.
    #[inline]
    pub fn dice(&mut self) -> i64 {
        (self.bits() >> 2) as i64
    }

    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        (((self.bits() >> 32) * n as u64) >> 32) as usize
    }

    /// A number from 0 up to, but not including, 1.
    #[inline]
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * 2.0_f64.powi(-53)
    }
}
