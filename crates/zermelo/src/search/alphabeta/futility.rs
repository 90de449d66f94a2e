//! Futility pruning: skip quiet moves that cannot make up for the deficit.

use super::search::AlphaBeta;
use super::technique::{Node, Technique};
use crate::game::Game;
use crate::search::options::options;
use crate::search::{Halt, Tracer, score};

/// Quiet moves that must have been measured before any is skipped.
const ENOUGH: u64 = 64;

options! {
    pub struct Options {
        /// Skip quiet moves before the depth limit if they cannot make up for the deficit.
        futility: bool = false,
    }
}

/// How many quiet moves have been searched, and the most that one has gained.
pub struct Gains {
    measured: u64,
    most: f64,
}

impl Default for Gains {
    fn default() -> Self {
        Self { measured: 0, most: f64::NEG_INFINITY }
    }
}

impl Technique for Options {
    type Learned = Gains;

    #[inline(always)]
    fn asks_quiet(self) -> bool {
        self.futility
    }

    #[inline(always)]
    fn prepare<G: Game, T: Tracer>(self, search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<(), Halt> {
        if self.futility && node.place.depth == 1 {
            node.evaluation = search.game.evaluate(s, node.place.player)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn skip(self, gains: &Gains, node: &Node, low: f64) -> Option<f64> {
        let hope = node.evaluation + gains.most;
        (self.futility && gains.measured >= ENOUGH && hope <= low).then_some(hope)
    }

    #[inline(always)]
    fn searched(self, gains: &mut Gains, node: &Node, quiet: bool, value: f64) {
        if self.futility && quiet && node.place.depth == 1 && !score::is_proven(value) {
            gains.measured += 1;
            gains.most = gains.most.max(value - node.evaluation);
        }
    }
}
