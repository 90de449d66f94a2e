//! Null move: if even passing is too good, the position is.

use super::search::AlphaBeta;
use super::technique::{Maybe, Node, Place, Technique};
use crate::game::{Game, Move, NO_MOVE};
use crate::search::{Halt, Tracer, Window, score};

const PASS: Move = -2;
const LEAST_DEPTH: u32 = 3;
/// How much less deep to search after passing, including the ply of the pass; and one ply more for so many plies of depth.
const LESS: u32 = 3;
const SLOPE: u32 = 4;
/// Up to so many moves, zugzwang is likely.
const FEW: usize = 14;

#[derive(Default)]
pub struct NullMove;

impl Technique for NullMove {
    const ASKS_THREAT: bool = true;

    fn cut<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Maybe<f64> {
        let Place { choice, depth, ply, .. } = node.place;
        let beta = node.window.beta;
        if !node.whole || ply == 0 || choice == PASS || node.threatened {
            return Ok(None);
        }
        if !(LEAST_DEPTH..score::UNLIMITED).contains(&depth) || score::is_proven(beta) || node.evaluated(search.game, s)? < beta {
            return Ok(None);
        }
        let found = search.aside(|search| search.pass(s, node))?;
        search.control.horizon |= found.is_some();
        Ok(found)
    }
}

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// A score of at least beta that the player to move gets by passing, if there is one.
    fn pass(&mut self, s: &G::State, node: &Node) -> Maybe<f64> {
        let Place { player, depth, ply, .. } = node.place;
        let beta = node.window.beta;
        let less = depth.saturating_sub(LESS + depth / SLOPE);
        let mut child = self.game.copy(s);
        self.game.set_turn(&mut child, 1 - player);
        let below =
            Place { choice: PASS, player: 1 - player, depth: less, ply: ply + 1, follow: false, excluded: NO_MOVE, reduced: 0 };
        let value = -self.search(&child, below, Window { alpha: -beta, beta: -beta.next_down() })?;
        if value < beta {
            return Ok(None);
        }
        if self.number_of_moves(s)? <= FEW {
            let here = Place { choice: PASS, depth: less, follow: false, ..node.place };
            if self.search(s, here, Window { alpha: beta.next_down(), beta })? < beta {
                return Ok(None);
            }
        }
        Ok(Some(if score::is_proven(value) { beta } else { value }))
    }

    fn number_of_moves(&mut self, s: &G::State) -> Result<usize, Halt> {
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        let count = self.moves.len() - start;
        self.moves.truncate(start);
        Ok(count)
    }
}
