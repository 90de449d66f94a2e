//! Move-count pruning: near the depth limit, late quiet moves are not searched at all.

use super::technique::{Candidate, Maybe, Node, Technique};
use crate::game::Game;

/// The greatest depth at which moves are skipped, and the number that is always tried; the square of the depth is added.
const DEEPEST: u32 = 6;
const LEAST: u32 = 4;

#[derive(Default)]
pub struct MoveCount;

impl Technique for MoveCount {
    const ASKS_QUIET: bool = true;
    const ASKS_THREAT: bool = true;

    #[inline]
    fn skip<G: Game>(&self, _: &G, _: &G::State, node: &Node, candidate: Candidate, _: f64) -> Maybe<f64> {
        let depth = node.place.depth;
        if !candidate.quiet || node.threatened || depth > DEEPEST || node.is_open() {
            return Ok(None);
        }
        Ok((candidate.index >= (LEAST + depth * depth) as usize).then_some(f64::NEG_INFINITY))
    }
}
