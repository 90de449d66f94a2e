//! Forced moves: search only the moves that do not decide the game at once.

use super::search::AlphaBeta;
use super::technique::{Node, Technique};
use crate::game::Game;
use crate::search::{Halt, Tracer, score};

const LEAST_DEPTH: u32 = 2;

#[derive(Default)]
pub struct Forced;

impl Technique for Forced {
    #[inline(always)]
    fn moves<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<bool, Halt> {
        let ply = node.place.ply;
        if ply == 0 || node.place.depth < LEAST_DEPTH || !node.whole {
            return Ok(false);
        }
        let start = search.moves.len();
        search.game.forced(s, &mut search.moves)?;
        if search.moves.len() > start + 1 {
            (node.least, node.most) = (-score::soonest(ply + 2), score::soonest(ply + 1));
        }
        Ok(true)
    }
}
