//! Null move: if even passing is too good, the position is.

use super::search::{AlphaBeta, Place};
use super::technique::{Node, Technique};
use crate::game::{Game, Move, NO_MOVE};
use crate::search::options::options;
use crate::search::{Halt, Tracer, Window, score};

/// The number of the move "pass".
const PASS: Move = -2;
const LEAST_DEPTH: u32 = 3;
/// How much less deep to search after passing, including the ply of the pass.
const LESS: u32 = 3;

options! {
    pub struct Options {
        /// Stop where even passing is too good.
        null_move: bool = false,
    }
}

impl Technique for Options {
    type Learned = ();

    #[inline(always)]
    fn cut<G: Game, T: Tracer>(self, search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Result<Option<f64>, Halt> {
        if self.null_move && node.whole { passing_suffices(search, s, node.place, node.window.beta) } else { Ok(None) }
    }
}

/// A score of at least beta that the player to move gets by passing, if there is one.
fn passing_suffices<G: Game, T: Tracer>(
    search: &mut AlphaBeta<'_, G, T>,
    s: &G::State,
    place: Place,
    beta: f64,
) -> Result<Option<f64>, Halt> {
    let Place { choice, player, depth, ply, .. } = place;
    if ply == 0 || choice == PASS || !(LEAST_DEPTH..score::UNLIMITED).contains(&depth) || score::is_proven(beta) {
        return Ok(None);
    }
    if search.game.evaluate(s, player)? < beta {
        return Ok(None);
    }
    let mut child = search.game.copy(s);
    search.game.set_turn(&mut child, 1 - player);
    let below = Place { choice: PASS, player: 1 - player, depth: depth - LESS, ply: ply + 1, follow: false, excluded: NO_MOVE };
    let window = Window { alpha: -beta, beta: -beta.next_down() };
    let value = -search.aside(|search| search.search(&child, below, window))?;
    if value < beta {
        return Ok(None);
    }
    search.control.horizon = true;
    Ok(Some(if score::is_proven(value) { beta } else { value }))
}
