//! Tablebases: the value of every position of an ending, or of a whole game, computed once and then looked up.
//!
//! A tablebase is a file: [`mod@file`] defines its layout and reads it, [`writer`] writes it, [`value`] says what an entry means,
//! [`cache`] keeps the blocks that were used last, and [`error`] lists the errors. [`checkpoint`] saves unfinished work.
//!
//! Endings by material are built by [`retrograde`] analysis of an [`ending`]; [`builder`] builds one tablebase, with [`counts`]
//! of its values. [`checkers`] and [`chess`] are each a [`family`] of endings; [`folder`] builds all that are wanted, [`set`]
//! probes those that exist, and [`endings`] does both by the name of the game. Any other game is analysed as a [`graph`] of
//! states: [`reach`] finds them all, [`positions`] numbers them, [`backward`] decides them, [`hashed`] stores them, and [`check`]
//! verifies them. [`progress`] says how far long work is.

pub(crate) mod backward;
pub mod builder;
pub mod cache;
pub mod check;
pub mod checkers;
mod checkpoint;
pub mod chess;
mod counts;
mod ending;
pub mod endings;
pub mod error;
pub mod family;
pub mod file;
pub mod folder;
pub mod graph;
pub mod hashed;
pub(crate) mod positions;
pub mod progress;
mod reach;
mod retrograde;
pub mod set;
pub mod value;
pub mod writer;

pub(crate) use backward::WIDTH;
pub(crate) use builder::Loaded;
pub use cache::Cache;
pub(crate) use ending::{Ending, Exits};
pub use error::{AnalysisError, Answer, TablebaseError};
pub(crate) use family::{AnyMaterial, AnyNumbers, Family, Seen};
pub use file::{BLOCK, Label, Tablebase};
pub(crate) use positions::Positions;
pub use progress::Progress;
pub(crate) use reach::Reach;

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// 1, 0 or -1: a win, a draw or a loss for the side to move.
    pub outcome: i8,
    /// Plies to the end with best play; 0 for a draw.
    pub plies: u32,
}

/// A draw; its plies are always 0.
pub const DRAW: Verdict = Verdict { outcome: 0, plies: 0 };

/// A source of values for some positions: a tablebase, or a set of them.
pub trait KnownPositions: Send + Sync {
    /// Win, draw or loss for the player to move and plies to the end, if the position is known.
    fn probe(&self, record: &[u8]) -> Option<Verdict>;
}

/// Several sources, asked one after another.
pub struct Any(pub Vec<std::sync::Arc<dyn KnownPositions>>);

impl KnownPositions for Any {
    fn probe(&self, record: &[u8]) -> Option<Verdict> {
        self.0.iter().find_map(|known_positions| known_positions.probe(record))
    }
}
