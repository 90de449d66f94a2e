//! Replies: what a move has been worth in this search, as a move of its player and as an answer to the move before it.

use crate::game::{Move, Player};

/// No record is greater, or less than its negative.
const MOST: i32 = 1 << 14;
/// Records per player; moves with larger numbers share them.
const MOVES: usize = 1 << 15;
/// Bits of the number of a pair of moves; pairs with equal numbers share a record.
const PAIRS: u32 = 17;

/// The records of one search.
#[derive(Default)]
pub struct Replies {
    moves: Vec<i16>,
    pairs: Vec<i16>,
    /// For a move, the last answer that made a cutoff.
    answers: Vec<Move>,
}

impl Replies {
    pub fn new(players: usize) -> Self {
        Self { moves: vec![0; players * MOVES], pairs: vec![0; 1 << PAIRS], answers: vec![-1; MOVES] }
    }

    /// The sum of both records.
    #[inline]
    pub fn worth(&self, player: Player, choice: Move, previous: Move) -> i32 {
        let alone = i32::from(self.moves[slot(player, choice)]);
        if previous < 0 { alone } else { alone + i32::from(self.pairs[pair(previous, choice)]) }
    }

    /// The last answer that made a cutoff; -1 if there is none.
    #[inline]
    pub fn answer(&self, previous: Move) -> Move {
        if previous < 0 { -1 } else { self.answers[previous as usize % MOVES] }
    }

    /// A move made a cutoff after others had been tried.
    pub fn cut(&mut self, choice: Move, player: Player, previous: Move, depth: u32, tried: &[Move]) {
        if previous >= 0 {
            self.answers[previous as usize % MOVES] = choice;
        }
        let change = bonus(depth);
        self.add(player, choice, previous, change);
        for &other in tried {
            self.add(player, other, previous, -change);
        }
    }

    #[inline]
    fn add(&mut self, player: Player, choice: Move, previous: Move, change: i32) {
        change_record(&mut self.moves[slot(player, choice)], change);
        if previous >= 0 {
            change_record(&mut self.pairs[pair(previous, choice)], change);
        }
    }
}

/// How much a cutoff at a depth is worth.
fn bonus(depth: u32) -> i32 {
    (24 * depth.min(64).pow(2) as i32).min(MOST / 8)
}

/// A record nearer to its bound, by less if it is near already.
#[inline]
fn change_record(record: &mut i16, change: i32) {
    let old = i32::from(*record);
    *record = (old + change - ((old * change.abs()) >> 14)) as i16;
}

#[inline]
fn slot(player: Player, choice: Move) -> usize {
    player as usize * MOVES + choice as usize % MOVES
}

/// The number of a move as an answer to another.
#[inline]
fn pair(previous: Move, choice: Move) -> usize {
    let mixed = (previous as u32).wrapping_mul(0x9E37_79B1).wrapping_add((choice as u32).wrapping_mul(0x85EB_CA77));
    (mixed >> (32 - PAIRS)) as usize
}
