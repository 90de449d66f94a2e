//! A family of tablebases: all endings of one game, by material.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::path::{Path, PathBuf};

use super::Verdict;
use super::builder::Loaded;
use super::ending::Ending;
use super::error::Answer;

/// A position as a family sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<M, P> {
    /// Which pieces there are.
    pub material: M,
    /// Where they are.
    pub position: P,
    /// Plies since the last irreversible move; after a certain number of them the game is drawn.
    pub clock: u32,
}

/// The endings of a game.
pub trait Family: Send + Sync {
    /// Which pieces an ending has; shown as the name of its table.
    type Material: Copy + Debug + Display + Eq + Hash + Send + Sync;
    /// A position.
    type Position;
    /// The numbering of an ending's positions.
    type Numbers: Send + Sync;
    /// An ending, ready to be analysed.
    type Ending: Ending;
    /// The game's name.
    const GAME: &'static str;
    /// The most pieces an ending can have here.
    const MOST: usize;

    /// The material of that name.
    fn named(name: &str) -> Answer<Self::Material>;
    /// All endings with this many pieces.
    fn all(pieces: usize) -> Vec<Self::Material>;
    /// The other endings that a move can lead to.
    fn exits(material: Self::Material) -> Vec<Self::Material>;
    /// The numbering of positions.
    fn numbers(material: Self::Material) -> Self::Numbers;
    /// How many numbers there are.
    fn size(numbers: &Self::Numbers) -> u64;
    /// An ending; `load` loads the tablebases that it leads to.
    fn ending(material: Self::Material, load: &mut dyn FnMut(Self::Material) -> Answer<Loaded>) -> Answer<Self::Ending>;
    /// The position in a record of the game; None if it does not belong to an ending.
    fn read(&self, record: &[u8]) -> Option<Seen<Self::Material, Self::Position>>;
    /// The record of a position, without fields that a tablebase does not distinguish; None if there is no such position.
    fn record(&self, material: Self::Material, index: u64) -> Option<Vec<u8>>;
    /// The value of every position with these pieces, if it is known without a tablebase.
    fn obvious(material: Self::Material) -> Option<Verdict>;
    /// The number of a position; None if it is not in the table.
    fn index(numbers: &Self::Numbers, position: &Self::Position) -> Option<u64>;

    /// Where a table lies.
    fn path(folder: &Path, material: Self::Material) -> PathBuf {
        folder.join(format!("{}-{material}.table", Self::GAME))
    }
}
