//! Evaluations that are not rules in Rust: C functions, or the rules as they are written.
//!
//! An evaluation may consist of features, whose weights are in the game's [`Facts`]: other weights need no other code. The sum is taken
//! from left to right, as in Python, so that both round alike.

use std::mem::MaybeUninit;
use std::sync::Arc;

use super::{Ask, AskNumber, ByRecord, FAILED, IMPOSSIBLE};
use crate::game::{Answer, Facts, MAX_EVALUATION, Player};

/// The most features of an evaluation.
pub const MOST_FEATURES: usize = 256;

/// How positions are evaluated.
#[derive(Clone, Copy, Debug, Default)]
pub enum Evaluation {
    /// Every position is worth 0.
    #[default]
    Nothing,
    /// Writes a player's evaluation.
    Whole(AskNumber),
    /// Writes features, at most as many as there are weights, and answers their number.
    Features(AskNumber),
    /// Writes the symbol of each cell of the game's patterns, and answers their number; and the stage.
    Patterns(AskNumber, Ask),
    /// Only the rules as they are written can answer.
    Written,
}

impl Evaluation {
    /// The value of a record for a player, or the code of a failure; `mover` is who is to move, which only patterns need.
    ///
    /// # Safety
    /// The record must be one of the game from which the function was compiled.
    #[inline]
    pub unsafe fn ask(self, facts: &Facts, record: *const u8, player: Player, mover: Player) -> Result<f64, i32> {
        let seen = facts.viewpoint.unwrap_or(player);
        let value = match self {
            Self::Nothing => return Ok(0.0),
            Self::Written => return Err(FAILED),
            Self::Patterns(cells, stage) => {
                let by = mover.max(0);
                // SAFETY: the caller's promise.
                let value = unsafe { pattern_value(facts, record, by, cells, stage) }?;
                if by == seen { value } else { 0.0 - value }
            }
            Self::Whole(ask) => {
                let mut value = 0.0;
                // SAFETY: the caller's promise.
                let code = unsafe { ask(record, seen, &raw mut value) };
                if code < 0 {
                    return Err(code);
                }
                value
            }
            Self::Features(ask) => {
                let mut features = [MaybeUninit::<f64>::uninit(); MOST_FEATURES];
                // SAFETY: the caller's promise; the function writes no more numbers than there are weights.
                let code = unsafe { ask(record, seen, features.as_mut_ptr().cast()) };
                if usize::try_from(code).ok() != Some(facts.weights.len()) {
                    return Err(code.min(FAILED));
                }
                let mut total = 0.0;
                for (weight, feature) in facts.weights.iter().zip(&features) {
                    // SAFETY: as many features were written as there are weights.
                    total += weight * unsafe { feature.assume_init() };
                }
                total
            }
        };
        if value.abs() <= MAX_EVALUATION { Ok(if seen == player { value } else { 0.0 - value }) } else { Err(IMPOSSIBLE) }
    }
}

/// What the patterns of a record are worth to the player who reads them.
///
/// # Safety
/// The record must be one of the game from which the functions were compiled.
unsafe fn pattern_value(facts: &Facts, record: *const u8, by: Player, cells: AskNumber, stage: Ask) -> Result<f64, i32> {
    let patterns = facts.patterns.as_ref().ok_or(FAILED)?;
    let mut written = [0.0; MOST_FEATURES];
    // SAFETY: the caller's promise; no more numbers are written than the patterns have cells, which are at most so many.
    let (count, stage) = unsafe { (cells(record, by, written.as_mut_ptr()), stage(record)) };
    if usize::try_from(count).ok() != Some(patterns.cells) || stage < 0 {
        return Err(count.min(stage).min(FAILED));
    }
    let mut symbols = [0; MOST_FEATURES];
    for (symbol, &number) in symbols.iter_mut().zip(&written[..patterns.cells]) {
        *symbol = number as usize;
        if *symbol as f64 != number {
            return Err(FAILED);
        }
    }
    patterns.value(stage as usize, &symbols[..patterns.cells]).ok_or(FAILED)
}

/// An evaluation in place of that of native rules.
#[derive(Clone)]
pub struct GivenEvaluation {
    pub evaluation: Evaluation,
    /// The rules as they are written, which answer where compiled code cannot.
    pub written: Arc<dyn ByRecord>,
}

impl GivenEvaluation {
    /// The value of a record for a player.
    pub fn ask(&self, facts: &Facts, record: &[u8], player: Player, mover: Player) -> Answer<f64> {
        assert_eq!(record.len(), facts.size, "a record has its game's size");
        // SAFETY: evaluations are given together with the facts of their game.
        let found = unsafe { self.evaluation.ask(facts, record.as_ptr(), player, mover) };
        found.or_else(|_| self.written.evaluate(record, player))
    }
}
