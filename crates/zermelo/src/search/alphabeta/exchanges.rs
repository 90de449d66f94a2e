//! Exchange pruning: near the depth limit, moves that lose something by exchanges are not searched.

use super::technique::{Candidate, Maybe, Node, Technique};
use crate::game::Game;

/// The greatest depths at which quiet and noisy moves are skipped.
const DEEPEST_QUIET: u32 = 4;
const DEEPEST_NOISY: u32 = 3;

#[derive(Default)]
pub struct Exchanges;

impl Technique for Exchanges {
    const ASKS_QUIET: bool = true;
    const ASKS_THREAT: bool = true;

    fn skip<G: Game>(&self, game: &G, s: &G::State, node: &Node, candidate: Candidate, _: f64) -> Maybe<f64> {
        let deepest = if candidate.quiet { DEEPEST_QUIET } else { DEEPEST_NOISY };
        if node.place.depth > deepest || node.threatened {
            return Ok(None);
        }
        Ok(game.loses_exchange(s, candidate.choice)?.then_some(f64::NEG_INFINITY))
    }
}
