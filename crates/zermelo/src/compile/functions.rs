//! Compiled rules as pointers to C functions.

use super::Evaluation;

pub type Ask = unsafe extern "C" fn(*const u8) -> i32;
/// Writes moves and answers their number.
pub type AskMoves = unsafe extern "C" fn(*const u8, *mut i32) -> i32;
type AskMove = unsafe extern "C" fn(*const u8, i32) -> i32;
/// Asks about a state and a player or move; writes the answer.
pub type AskNumber = unsafe extern "C" fn(*const u8, i32, *mut f64) -> i32;

/// Pointers to the compiled rules; rules that a game does not define are None.
#[derive(Clone, Copy, Debug)]
pub struct Functions {
    /// Writes the moves and answers their number.
    pub moves: AskMoves,
    /// Plays a move in place.
    pub play: unsafe extern "C" fn(*mut u8, i32) -> i32,
    /// Answers a player, -1 for a draw, -2 while the game goes on; each plus [`WINNER_SHIFT`].
    pub winner: Option<Ask>,
    /// Answers 0 or 1.
    pub over: Option<Ask>,
    /// Writes a player's utility.
    pub utility: Option<AskNumber>,
    /// Answers a player or chance, plus [`WINNER_SHIFT`].
    pub to_move: Option<Ask>,
    /// Writes outcomes and probabilities and answers their number.
    pub chances: Option<unsafe extern "C" fn(*const u8, *mut i32, *mut f64) -> i32>,
    pub evaluation: Evaluation,
    /// Answers 0 or 1.
    pub noisy: Option<AskMove>,
    /// Writes a move's order.
    pub order: Option<AskNumber>,
    /// Writes what a move gains by exchanges.
    pub exchange: Option<AskNumber>,
    /// Answers 0 or 1.
    pub threatened: Option<Ask>,
    /// Writes the moves that are worth a search and answers their number.
    pub forced: Option<AskMoves>,
    /// Writes the most that a player can get.
    pub at_most: Option<AskNumber>,
    /// Answers how many plies the game still lasts.
    pub plies_left: Option<Ask>,
    /// Answers the move of a random game.
    pub playout: Option<unsafe extern "C" fn(*const u8, i64) -> i32>,
    /// Writes the key.
    pub key: Option<unsafe extern "C" fn(*const u8, *mut i64) -> i32>,
    /// Blots out what a player does not see.
    pub hide: Option<unsafe extern "C" fn(*mut u8, i32) -> i32>,
    /// Fills it in at random and answers 0 or 1.
    pub guess: Option<unsafe extern "C" fn(*mut u8, i32, i64) -> i32>,
    pub written: Written,
}

/// Heuristics that only the rules as they are written can answer, besides the evaluation, which says so itself.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)]
pub struct Written {
    pub noisy: bool,
    pub order: bool,
    pub exchange: bool,
    pub threatened: bool,
    pub forced: bool,
    pub at_most: bool,
    pub plies_left: bool,
    pub playout: bool,
    pub key: bool,
}

/// Answers that may be negative are shifted up by this, so that codes below zero always mean failure.
pub const WINNER_SHIFT: i32 = 16;
