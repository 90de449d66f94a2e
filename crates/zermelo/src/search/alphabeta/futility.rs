//! Futility pruning: skip quiet moves that cannot make up for the deficit.

use super::search::AlphaBeta;
use crate::game::{Game, Move, Player};
use crate::search::{Halt, Tracer};

/// Quiet moves that must have been watched before any is skipped.
const ENOUGH: u64 = 64;

/// Knows how much quiet moves have gained so far.
pub struct Futility {
    watched: u64,
    most: f64,
}

impl Default for Futility {
    fn default() -> Self {
        Self { watched: 0, most: f64::NEG_INFINITY }
    }
}

impl Futility {
    /// A quiet move has changed the evaluation by this much for its player.
    pub fn watch(&mut self, gain: f64) {
        self.watched += 1;
        self.most = self.most.max(gain);
    }

    /// The most that a quiet move may be worth in a position with this evaluation.
    pub fn hope(&self, evaluation: f64) -> f64 {
        if self.watched < ENOUGH { f64::INFINITY } else { evaluation + self.most }
    }
}

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// The evaluation of the position, if futility needs it.
    #[inline(always)]
    pub(super) fn static_value(&self, s: &G::State, player: Player, depth: u32) -> Result<f64, Halt> {
        Ok(if self.options.futility && depth == 1 { self.game.evaluate(s, player)? } else { f64::INFINITY })
    }

    /// Whether a move may be reduced or skipped.
    #[inline(always)]
    pub(super) fn is_quiet(&self, s: &G::State, choice: Move) -> Result<bool, Halt> {
        Ok(!((self.options.reductions || self.options.futility) && self.game.noisy(s, choice)?))
    }
}
