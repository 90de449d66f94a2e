//! Evaluations that are not rules in Rust: C functions, or the rules as they are written.
//!
//! An evaluation may consist of features, whose weights are in the game's [`Facts`]: other weights need no other code. The sum is taken
//! from left to right, as in Python, so that both round alike.

use std::mem::MaybeUninit;
use std::sync::Arc;

use super::{AskNumber, ByRecord, FAILED, IMPOSSIBLE};
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
    /// Only the rules as they are written can answer.
    Written,
}

impl Evaluation {
    /// The value of a record for a player, or the code of a failure.
    ///
    /// # Safety
    /// The record must be one of the game from which the function was compiled.
    #[inline]
    pub unsafe fn ask(self, facts: &Facts, record: *const u8, player: Player) -> Result<f64, i32> {
        let seen = facts.viewpoint.unwrap_or(player);
        let value = match self {
            Self::Nothing => return Ok(0.0),
            Self::Written => return Err(FAILED),
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

/// An evaluation in place of that of native rules.
#[derive(Clone)]
pub struct GivenEvaluation {
    pub evaluation: Evaluation,
    /// The rules as they are written, which answer where compiled code cannot.
    pub written: Arc<dyn ByRecord>,
}

impl GivenEvaluation {
    /// The value of a record for a player.
    pub fn ask(&self, facts: &Facts, record: &[u8], player: Player) -> Answer<f64> {
        assert_eq!(record.len(), facts.size, "a record has its game's size");
        // SAFETY: evaluations are given together with the facts of their game.
        let found = unsafe { self.evaluation.ask(facts, record.as_ptr(), player) };
        found.or_else(|_| self.written.evaluate(record, player))
    }
}
