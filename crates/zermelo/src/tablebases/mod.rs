//! Endgame tables: what every position of an ending is worth, worked out once and looked up ever after.
//!
//! A table is a file: [`mod@file`] says how it is laid out and reads it, [`writer`] writes it, [`value`] says what an entry means,
//! [`cache`] keeps the blocks that were looked at last, [`error`] is all that can go wrong. How tables are made is apart from it.
//!
//! Endings by material are made by [`retrograde`] analysis of an [`ending`], which is [`saved`] on the way; [`builder`] makes one
//! table of it, with a [`counts`] of its values. [`checkers`] and [`chess`] are each a [`family`] of endings; [`folder`] makes all
//! that are wanted, [`set`] answers from those that are there, and [`endings`] does both by the name of the game.

pub mod backward;
pub mod builder;
pub mod cache;
pub mod check;
pub mod checkers;
pub mod checkpoint;
pub mod chess;
pub mod counts;
pub mod ending;
pub mod endings;
pub mod error;
pub mod family;
pub mod file;
pub mod folder;
pub mod graph;
pub mod hashed;
pub mod progress;
pub mod reach;
pub mod retrograde;
pub mod set;
pub mod value;
pub mod writer;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// 1, 0 or -1: a win, a draw or a loss for the side to move.
    pub outcome: i8,
    /// Plies to the end with best play; 0 for a draw.
    pub plies: u32,
}

/// Somebody who knows what some positions are worth: a table, or a set of them.
pub trait Oracle: Send + Sync {
    /// Win, draw or loss for the player to move and plies to the end, if the position is known.
    fn probe(&self, record: &[u8]) -> Option<Verdict>;
}

/// Several, asked one after another.
pub struct Any(pub Vec<std::sync::Arc<dyn Oracle>>);

impl Oracle for Any {
    fn probe(&self, record: &[u8]) -> Option<Verdict> {
        self.0.iter().find_map(|oracle| oracle.probe(record))
    }
}
