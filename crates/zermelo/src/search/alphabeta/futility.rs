//! Futility pruning: near the depth limit, skip what is unlikely to matter, by the evaluation alone.

use super::search::AlphaBeta;
use super::technique::{Candidate, Maybe, Node, Technique};
use crate::game::Game;
use crate::search::{Halt, Tracer, score};

/// Quiet moves that must have been measured before any is skipped.
const ENOUGH: u64 = 64;
/// The greatest depth at which it is used.
const DEEPEST: u32 = 6;

/// How many quiet moves have been measured, the sum of the squares of what they changed, and the margin for one ply.
#[derive(Default)]
pub struct Futility {
    measured: u64,
    squares: f64,
    margin: f64,
}

impl Futility {
    #[inline]
    fn applies(&self, node: &Node) -> bool {
        self.measured >= ENOUGH && node.place.depth <= DEEPEST && !node.threatened
    }
}

impl Technique for Futility {
    const ASKS_QUIET: bool = true;
    const ASKS_THREAT: bool = true;

    fn cut<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Maybe<f64> {
        let futility = &search.learned.futility;
        if !futility.applies(node) || node.is_open() || !node.whole || node.place.ply == 0 || score::is_proven(node.window.beta) {
            return Ok(None);
        }
        let least = node.evaluated(search.game, s)? - futility.margin * f64::from(node.place.depth);
        if least < node.window.beta {
            return Ok(None);
        }
        search.control.horizon = true;
        Ok(Some(least))
    }

    fn skip<G: Game>(&self, game: &G, s: &G::State, node: &Node, candidate: Candidate, low: f64) -> Maybe<f64> {
        if !candidate.quiet || !self.applies(node) {
            return Ok(None);
        }
        let hope = node.evaluated(game, s)? + self.margin * f64::from(node.place.depth + 1);
        Ok((hope <= low).then_some(hope))
    }

    fn searched<G: Game>(&mut self, game: &G, s: &G::State, node: &Node, quiet: bool, value: f64) -> Result<(), Halt> {
        if quiet && node.place.depth == 1 && !node.threatened && !score::is_proven(value) {
            let change = value - node.evaluated(game, s)?;
            self.measured += 1;
            self.squares += change * change;
            self.margin = (self.squares / self.measured as f64).sqrt();
        }
        Ok(())
    }
}
