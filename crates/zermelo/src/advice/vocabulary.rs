//! Words: the facts and kinds of moves that advice tables name. Some are built in, some are compiled to C functions, and the
//! others are called in Python.

use crate::game::{Move, Raised};
use crate::search::options::named;

/// `fact(s)`: 0, 1, or a code below zero.
pub type AskFact = unsafe extern "C" fn(*const u8) -> i32;
/// `fact(s, root)`: 0, 1, or a code below zero.
pub type AskComparison = unsafe extern "C" fn(*const u8, *const u8) -> i32;
/// `kind(s, move)`: a whole number from 0, or a code below zero.
pub type AskKind = unsafe extern "C" fn(*const u8, i32) -> i32;

named! {
    /// The words that every table can use, for any game.
    pub enum BuiltIn {
        True = "true",
        False = "false",
        /// The game is over, and we have won.
        Won = "won",
        /// The game is over, and we have lost.
        Lost = "lost",
        /// The game is over without a winner.
        Drawn = "drawn",
        Over = "over",
        UsToMove = "us_to_move",
        ThemToMove = "them_to_move",
        Legal = "legal",
        None = "none",
    }
}

/// How a word is asked.
#[derive(Clone, Copy, Debug)]
pub enum Word {
    /// A built-in word.
    BuiltIn(BuiltIn),
    /// A compiled fact about a position.
    Fact(AskFact),
    /// A compiled fact about a position and the root of the tree.
    Comparison(AskComparison),
    /// A compiled kind of move.
    Kind(AskKind),
    /// A fact or kind that is not compiled and stays in Python.
    Asked,
}

/// Answers for words that were not compiled.
pub trait WordSource: Send + Sync {
    fn fact(&self, word: usize, record: &[u8], root: &[u8]) -> Result<i32, Raised>;
    /// A kind: a whole number from 0.
    fn kind(&self, word: usize, record: &[u8], choice: Move) -> Result<i32, Raised>;
}

/// A word that broke its contract. Python asks the interpreted method again for the full message.
#[derive(Clone, Debug)]
pub struct WordFault {
    pub word: usize,
    /// The state it was asked about.
    pub state: Vec<u8>,
    pub root: Vec<u8>,
    /// The move, or [`crate::game::NO_MOVE`].
    pub choice: Move,
    /// What went wrong, as a number.
    pub code: i32,
    /// What the word raised, if it raised. Only the caller knows the type.
    pub raised: Option<Raised>,
}

/// A record in memory that is aligned as compiled Python expects it.
#[derive(Clone, Debug, Default)]
pub struct Buffer {
    words: Vec<u64>,
    size: usize,
}

impl Buffer {
    /// A buffer for a record of `size` bytes.
    pub fn new(size: usize) -> Self {
        Self { words: vec![0; size.div_ceil(8)], size }
    }

    /// The record.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: there are at least `size` bytes, all initialised.
        unsafe { std::slice::from_raw_parts(self.words.as_ptr().cast(), self.size) }
    }

    /// The record, to be written.
    #[inline]
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above, and the borrow of `self` is exclusive.
        unsafe { std::slice::from_raw_parts_mut(self.words.as_mut_ptr().cast(), self.size) }
    }
}
