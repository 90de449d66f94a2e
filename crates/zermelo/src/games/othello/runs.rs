//! Bitboards of square boards with even sides of at most 8, in the middle of 64 squares: runs of discs, as in Othello.
//!
//! Discs that turn are found by arithmetic along rays: adding 1 to a board whose other squares are all taken carries to the first square
//! of the ray that has no disc of the opponent. Everything else shifts the whole board, as the Python twin, `games/shared/bitboard.py`, does.

/// The bits between a square and its neighbour, by axis: along a row, a column and both diagonals.
pub const STEPS: [u32; 4] = [1, 8, 7, 9];
/// The same as rows and columns.
const WAYS: [(i64, i64); 4] = [(0, 1), (1, 0), (1, -1), (1, 1)];

/// A board, and what lies around each square.
pub struct Runs {
    pub whole: u64,
    /// For each axis: squares that have a neighbour one step down, one step up, and both.
    lower: [u64; 4],
    upper: [u64; 4],
    pub inside: [u64; 4],
    /// For each square the squares beyond it, by axis, upwards and downwards.
    rays: Box<[([u64; 4], [u64; 4]); 64]>,
}

/// The squares of a board of that size for which a question about row and column is answered by yes.
pub fn board(size: i64, wanted: impl Fn(i64, i64) -> bool) -> u64 {
    let squares = (0..64).filter(|at| is_on(size, at / 8, at % 8) && wanted(at / 8, at % 8));
    squares.fold(0, |bits, at| bits | 1_u64 << at)
}

fn is_on(size: i64, row: i64, col: i64) -> bool {
    let sides = 4 - size / 2..4 + size / 2;
    sides.contains(&row) && sides.contains(&col)
}

impl Runs {
    pub fn new(size: i64) -> Self {
        let lower = WAYS.map(|(down, right)| board(size, |row, col| is_on(size, row - down, col - right)));
        let upper = WAYS.map(|(down, right)| board(size, |row, col| is_on(size, row + down, col + right)));
        let ray = |at: i64, down: i64, right: i64| {
            let on = |n: &i64| is_on(size, at / 8 + n * down, at % 8 + n * right);
            (1..8).filter(on).fold(0, |bits, n| bits | 1_u64 << (at + n * (8 * down + right)))
        };
        let mut rays = Box::new([([0; 4], [0; 4]); 64]);
        for (at, (up, down)) in (0..64).zip(rays.iter_mut()).filter(|(at, _)| is_on(size, at / 8, at % 8)) {
            *up = WAYS.map(|(rows, cols)| ray(at, rows, cols));
            *down = WAYS.map(|(rows, cols)| ray(at, -rows, -cols));
        }
        let inside = std::array::from_fn(|axis| lower[axis] & upper[axis]);
        Self { whole: board(size, |_, _| true), lower, upper, inside, rays }
    }

    /// Free squares at the far end of a run of the others' discs that begins next to one of mine.
    #[inline(always)]
    pub fn targets(&self, mine: u64, others: u64) -> u64 {
        let mut found = 0;
        for (step, inside) in STEPS.into_iter().zip(self.inside) {
            let through = others & inside;
            let (pairs, mut run) = (through & (through << step), through & (mine << step));
            run |= through & (run << step);
            run |= pairs & (run << (2 * step));
            run |= pairs & (run << (2 * step));
            found |= run << step;
            let (pairs, mut run) = (through & (through >> step), through & (mine >> step));
            run |= through & (run >> step);
            run |= pairs & (run >> (2 * step));
            run |= pairs & (run >> (2 * step));
            found |= run >> step;
        }
        found & !(mine | others)
    }

    /// The others' discs between a new disc of mine and another of mine.
    #[inline(always)]
    pub fn turned(&self, mine: u64, others: u64, square: usize) -> u64 {
        let (up, down) = &self.rays[square & 63];
        let mut found = 0;
        for axis in 0..4 {
            let ray = up[axis];
            let end = (others | !ray).wrapping_add(1) & ray & mine;
            found |= end.wrapping_sub(u64::from(end != 0)) & ray;
            let ray = down[axis];
            let end = ((1 << 63) >> ((ray & !others) | 1).leading_zeros()) & ray & mine;
            found |= ray & !(end | end.wrapping_sub(1)) & 0_u64.wrapping_sub(u64::from(end != 0));
        }
        found
    }

    /// Discs of mine that can never be turned: along each axis they are at an edge, in a full line, or beside another such disc.
    #[inline]
    pub fn stable(&self, mine: u64, others: u64) -> u64 {
        let free = self.whole & !(mine | others);
        let mut safe = [0; 4];
        for (axis, step) in STEPS.into_iter().enumerate() {
            safe[axis] =
                !self.inside[axis] | !(spread_up(free, self.lower[axis], step) | spread_down(free, self.upper[axis], step));
        }
        let mut found = mine & safe[0] & safe[1] & safe[2] & safe[3];
        loop {
            let grow = |kept: u64, (axis, step)| kept & (safe[axis] | self.beside(found, axis, step));
            let more = STEPS.into_iter().enumerate().fold(mine, grow);
            if more == found {
                return found;
            }
            found = more;
        }
    }

    /// Squares next to these along an axis.
    #[inline(always)]
    pub fn beside(&self, squares: u64, axis: usize, step: u32) -> u64 {
        ((squares << step) & self.lower[axis]) | ((squares >> step) & self.upper[axis])
    }
}

/// All squares from these on, step by step up to the edge.
#[inline(always)]
fn spread_up(mut from: u64, mut into: u64, step: u32) -> u64 {
    from |= into & (from << step);
    into &= into << step;
    from |= into & (from << (2 * step));
    into &= into << (2 * step);
    from | into & (from << (4 * step))
}

/// The same with steps down.
#[inline(always)]
fn spread_down(mut from: u64, mut into: u64, step: u32) -> u64 {
    from |= into & (from >> step);
    into &= into >> step;
    from |= into & (from >> (2 * step));
    into &= into >> (2 * step);
    from | into & (from >> (4 * step))
}
