//! Null move: if even passing is too good, the position is.

use super::search::{AlphaBeta, Place};
use super::technique::{Maybe, Node, Technique};
use crate::game::{Game, Move, NO_MOVE};
use crate::search::{Tracer, Window, score};

const PASS: Move = -2;
const LEAST_DEPTH: u32 = 3;
/// How much less deep to search after passing, including the ply of the pass.
const LESS: u32 = 3;

#[derive(Default)]
pub struct NullMove;

impl Technique for NullMove {
    fn cut<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Maybe<f64> {
        let Place { choice, player, depth, ply, .. } = node.place;
        let beta = node.window.beta;
        if !node.whole || ply == 0 || choice == PASS {
            return Ok(None);
        }
        if !(LEAST_DEPTH..score::UNLIMITED).contains(&depth) || score::is_proven(beta) || search.game.evaluate(s, player)? < beta
        {
            return Ok(None);
        }
        let mut child = search.game.copy(s);
        search.game.set_turn(&mut child, 1 - player);
        let below =
            Place { choice: PASS, player: 1 - player, depth: depth - LESS, ply: ply + 1, follow: false, excluded: NO_MOVE };
        let window = Window { alpha: -beta, beta: -beta.next_down() };
        let value = -search.aside(|search| search.search(&child, below, window))?;
        if value < beta {
            return Ok(None);
        }
        search.control.horizon = true;
        Ok(Some(if score::is_proven(value) { beta } else { value }))
    }
}
