//! A family of tablebases: all endings of one game, by material.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::path::{Path, PathBuf};

use super::{Answer, Ending, Verdict};

/// A position as a family sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<M, P> {
    pub material: M,
    pub position: P,
    /// Plies since the last irreversible move; after a certain number of them the game is drawn.
    pub clock: u32,
}

/// Which pieces an ending has; shown as the name of its tablebase.
pub trait AnyMaterial: Copy + Debug + Display + Eq + Hash + Send + Sync {
    /// All with this many pieces, each after those to which it leads.
    fn all(pieces: usize) -> Vec<Self>;
    /// Those to which a capture or a promotion can lead, each once.
    fn exits(self) -> Vec<Self>;
}

/// The numbering of an ending's positions.
pub trait AnyNumbers: Send + Sync {
    type Material;
    type Position;
    /// The numbering for these pieces.
    fn new(material: Self::Material) -> Self;
    /// How many numbers there are.
    fn size(&self) -> u64;
    /// The number of a position; None if it is not in the tablebase.
    fn index(&self, position: &Self::Position) -> Option<u64>;
}

/// The endings of a game.
pub trait Family: Send + Sync {
    /// Which pieces an ending has.
    type Material: AnyMaterial;
    type Position;
    /// The numbering of an ending's positions.
    type Numbers: AnyNumbers<Material = Self::Material, Position = Self::Position>;
    /// An ending, ready to be analysed.
    type Ending: Ending<Material = Self::Material>;
    const GAME: &'static str;
    /// The most pieces an ending can have here.
    const MOST: usize;

    fn named(name: &str) -> Answer<Self::Material>;
    /// The position in a record of the game; None if it does not belong to an ending.
    fn read(&self, record: &[u8]) -> Option<Seen<Self::Material, Self::Position>>;
    /// The record of a position, without fields that a tablebase does not distinguish; None if there is no such position.
    fn record(&self, material: Self::Material, index: u64) -> Option<Vec<u8>>;

    /// The value of every position with these pieces, if it is known without a tablebase.
    fn obvious(_: Self::Material) -> Option<Verdict> {
        None
    }

    fn path(folder: &Path, material: Self::Material) -> PathBuf {
        folder.join(format!("{}-{material}.table", Self::GAME))
    }
}
