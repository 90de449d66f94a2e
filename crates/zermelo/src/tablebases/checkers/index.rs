//! Positions of checkers by number, without gaps, for each number of men and kings.
//!
//! A set of k squares out of n has the number C(a, k) + C(b, k-1) + ..., where a > b > ... are its squares, counted among those
//! that are still free (Lehmer's combinatorial number system). Men of the side to move come first, then those of the other,
//! then kings. Men never stand on the row where they are crowned: those of the side to move have the first 28 squares, the
//! others the last 28. How many squares are free for the other side's men depends on how many men of the side to move stand on
//! the first row, so the numbers are grouped by that.

use super::board::{Board, gather, spread};

const FIRST: u32 = 0xF;
const MOST: usize = 13;

/// C(n, k) for n up to 32 and k up to 12.
static CHOOSE: [[u64; MOST]; 33] = choose();

const fn choose() -> [[u64; MOST]; 33] {
    let mut table = [[0; MOST]; 33];
    let mut n = 0;
    while n < 33 {
        table[n][0] = 1;
        let mut k = 1;
        while k < MOST && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

/// The number of a set among all sets of its size in `free`.
#[inline]
fn rank(mut set: u32, free: u32) -> u64 {
    let (mut number, mut k) = (0, 1);
    while set != 0 {
        let below = free & ((set & set.wrapping_neg()) - 1);
        number += CHOOSE[below.count_ones() as usize][k];
        set &= set - 1;
        k += 1;
    }
    number
}

/// The set of `size` squares in `free` that has this number.
#[inline]
fn unrank(mut number: u64, size: usize, free: u32) -> u32 {
    let mut set = 0;
    let mut at = free.count_ones() as usize;
    let mut left = free;
    for k in (1..=size).rev() {
        loop {
            at -= 1;
            let highest = 1 << (31 - left.leading_zeros());
            left &= !highest;
            if CHOOSE[at][k] <= number {
                number -= CHOOSE[at][k];
                set |= highest;
                break;
            }
        }
    }
    set
}

/// Positions with given numbers of men and kings, of the side to move and of the other.
#[derive(Clone, Debug)]
pub struct Slice {
    counts: [usize; 4],
    /// Where each group begins, by the number of men of the side to move on the first row; the last entry is the end.
    groups: [u64; 6],
    /// How many ways there are to place the kings of the side to move, and those of the other.
    kings: [u64; 2],
}

impl Slice {
    /// Men and kings of the side to move, then of the other.
    pub fn new(counts: [usize; 4]) -> Self {
        let [men, kings, their_men, their_kings] = counts;
        let mut groups = [0; 6];
        for first in 0..5 {
            let number = if first > men || men - first > 24 {
                0
            } else {
                CHOOSE[4][first] * CHOOSE[24][men - first] * CHOOSE[28 + first - men][their_men]
            };
            groups[first + 1] = groups[first] + number;
        }
        let free = 32 - men - their_men;
        Self { counts, groups, kings: [CHOOSE[free][kings], CHOOSE[free - kings][their_kings]] }
    }

    pub fn size(&self) -> u64 {
        self.groups[5] * self.kings[0] * self.kings[1]
    }

    #[inline]
    pub fn index(&self, board: &Board) -> u64 {
        let (men, theirs) = (gather(board.men), gather(board.their_men));
        let (kings, their_kings) = (gather(board.kings), gather(board.their_kings));
        let first = (men & FIRST).count_ones() as usize;
        let behind = self.counts[0] - first;
        let mut number = rank(men & FIRST, FIRST) * CHOOSE[24][behind] + rank(men >> 4, u32::MAX);
        number = number * CHOOSE[28 - behind][self.counts[2]] + rank(theirs, !men & !FIRST);
        number = (self.groups[first] + number) * self.kings[0] + rank(kings, !(men | theirs));
        number * self.kings[1] + rank(their_kings, !(men | theirs | kings))
    }

    #[inline]
    pub fn board(&self, index: u64) -> Board {
        let [all, kings, their_men, their_kings] = self.counts;
        let (index, last) = (index / self.kings[1], index % self.kings[1]);
        let (index, third) = (index / self.kings[0], index % self.kings[0]);
        let first = self.groups.iter().rposition(|&begin| begin <= index).unwrap_or(0).min(4);
        let behind = all - first;
        let (index, second) = (index - self.groups[first], CHOOSE[28 - behind][their_men]);
        let (index, second) = (index / second, index % second);
        let men = unrank(index / CHOOSE[24][behind], first, FIRST) | unrank(index % CHOOSE[24][behind], behind, !0 >> 8) << 4;
        let theirs = unrank(second, their_men, !men & !FIRST);
        let kings = unrank(third, kings, !(men | theirs));
        let their_kings = unrank(last, their_kings, !(men | theirs | kings));
        Board { men: spread(men), kings: spread(kings), their_men: spread(theirs), their_kings: spread(their_kings) }
    }
}
