//! A board of checkers, always seen from the side to move, whose men go towards square 32.
//!
//! For the other side, the board is turned by 180 degrees, so one set of rules and one index serve both. Sets of squares have a
//! bit that is never set after every second row, as in `games/checkers.py`: steps are 4 and 5 bits, jumps 8 and 10.

/// Every square of the board, as bits 5 to 12, 14 to 21, 23 to 30 and 32 to 39.
pub const BOARD: u64 = 0xFF_7FBF_DFE0;
/// The row where men are crowned.
pub const LAST: u64 = 0xF0_0000_0000;

/// The set of squares for one bit a square, square 1 lowest.
#[inline]
pub fn spread(squares: u32) -> u64 {
    let squares = u64::from(squares);
    (squares & 0xFF) << 5 | (squares & 0xFF00) << 6 | (squares & 0xFF_0000) << 7 | (squares & 0xFF00_0000) << 8
}

/// One bit a square, square 1 lowest, for a set of squares.
#[inline]
pub fn gather(set: u64) -> u32 {
    ((set >> 5 & 0xFF) | (set >> 6 & 0xFF00) | (set >> 7 & 0xFF_0000) | (set >> 8 & 0xFF00_0000)) as u32
}

/// A set of squares when the board is turned by 180 degrees.
#[inline]
pub fn turned(set: u64) -> u64 {
    set.reverse_bits() >> 19
}

/// The squares of the pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Men of the side to move.
    pub men: u64,
    pub kings: u64,
    /// Men of the other side.
    pub their_men: u64,
    pub their_kings: u64,
}

impl Board {
    /// As the other side sees it.
    #[inline]
    pub fn turned(&self) -> Self {
        Self {
            men: turned(self.their_men),
            kings: turned(self.their_kings),
            their_men: turned(self.men),
            their_kings: turned(self.kings),
        }
    }

    #[inline]
    fn empty(&self) -> u64 {
        BOARD & !(self.men | self.kings | self.their_men | self.their_kings)
    }

    /// Pieces that can capture.
    #[inline]
    pub fn jumpers(&self) -> u64 {
        let (yours, empty) = (self.their_men | self.their_kings, self.empty());
        let down = (yours >> 4 & empty >> 8) | (yours >> 5 & empty >> 10);
        let up = (yours << 4 & empty << 8) | (yours << 5 & empty << 10);
        (self.men & down) | (self.kings & (down | up))
    }

    /// Appends the boards after each complete capture, seen from the other side, one for each way to capture.
    pub fn captures(&self, out: &mut Vec<Self>) {
        let (mut sources, empty) = (self.jumpers(), self.empty());
        while sources != 0 {
            let start = sources & sources.wrapping_neg();
            sources &= sources - 1;
            let king = self.kings & start != 0;
            let without = Self { men: self.men & !start, kings: self.kings & !start, ..*self };
            without.jump(start, king, empty | start, out);
        }
    }

    /// Continues a capture from a square. Returns whether there was a jump.
    fn jump(&self, at: u64, king: bool, empty: u64, out: &mut Vec<Self>) -> bool {
        let yours = self.their_men | self.their_kings;
        let mut jumped = false;
        let mut to = |over: u64, target: u64| {
            if yours & over == 0 || empty & target == 0 {
                return;
            }
            jumped = true;
            let next = Self { their_men: self.their_men & !over, their_kings: self.their_kings & !over, ..*self };
            let crowned = !king && target & LAST != 0;
            if crowned || !next.jump(target, king, empty, out) {
                out.push(next.with(target, king || crowned).turned());
            }
        };
        to(at << 4, at << 8);
        to(at << 5, at << 10);
        if king {
            to(at >> 4, at >> 8);
            to(at >> 5, at >> 10);
        }
        jumped
    }

    #[inline]
    fn with(&self, square: u64, king: bool) -> Self {
        if king { Self { kings: self.kings | square, ..*self } } else { Self { men: self.men | square, ..*self } }
    }

    /// Appends the boards after each step, seen from the other side, and whether a man was crowned. There must be no capture.
    pub fn steps(&self, out: &mut Vec<(Self, bool)>) {
        let empty = self.empty();
        each(self.men, |start| {
            each((start << 4 | start << 5) & empty, |target| {
                let crowned = target & LAST != 0;
                let without = Self { men: self.men & !start, ..*self };
                out.push((without.with(target, crowned).turned(), crowned));
            });
        });
        each(self.kings, |start| {
            each((start << 4 | start << 5 | start >> 4 | start >> 5) & empty, |target| {
                out.push((Self { kings: self.kings & !start | target, ..*self }.turned(), false));
            });
        });
    }

    /// Appends the boards from which the other side may have come here by a step without crowning, seen from that side.
    pub fn unsteps(&self, out: &mut Vec<Self>) {
        let now = self.turned();
        let empty = now.empty();
        each(now.men, |end| {
            each((end >> 4 | end >> 5) & empty, |start| out.push(Self { men: now.men & !end | start, ..now }));
        });
        each(now.kings, |end| {
            let starts = (end << 4 | end << 5 | end >> 4 | end >> 5) & empty;
            each(starts, |start| out.push(Self { kings: now.kings & !end | start, ..now }));
        });
        // Captures are forced, so a side that could capture did not step.
        out.retain(|before| before.jumpers() == 0);
    }
}

/// Calls a function with each square of a set.
#[inline]
fn each(mut set: u64, mut call: impl FnMut(u64)) {
    while set != 0 {
        call(set & set.wrapping_neg());
        set &= set - 1;
    }
}
