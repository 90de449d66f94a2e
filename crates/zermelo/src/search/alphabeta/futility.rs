//! Futility pruning: skip quiet moves that cannot make up for the deficit.

use super::search::AlphaBeta;
use super::technique::{Node, Technique};
use crate::game::Game;
use crate::search::{Halt, Tracer, score};

/// Quiet moves that must have been measured before any is skipped.
const ENOUGH: u64 = 64;

/// How many quiet moves have been searched, and the most that one has gained.
pub struct Futility {
    measured: u64,
    most: f64,
}

impl Default for Futility {
    fn default() -> Self {
        Self { measured: 0, most: f64::NEG_INFINITY }
    }
}

impl Technique for Futility {
    const ASKS_QUIET: bool = true;

    fn prepare<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<(), Halt> {
        if node.place.depth == 1 {
            node.evaluation = search.game.evaluate(s, node.place.player)?;
        }
        Ok(())
    }

    fn skip(&self, node: &Node, low: f64) -> Option<f64> {
        let hope = node.evaluation + self.most;
        (self.measured >= ENOUGH && hope <= low).then_some(hope)
    }

    fn searched(&mut self, node: &Node, quiet: bool, value: f64) {
        if quiet && node.place.depth == 1 && !score::is_proven(value) {
            self.measured += 1;
            self.most = self.most.max(value - node.evaluation);
        }
    }
}
