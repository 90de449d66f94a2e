//! Null move: if even passing is too good, the position is.

use super::search::{AlphaBeta, Place};
use crate::game::{Game, Move, NO_MOVE};
use crate::search::{Halt, Tracer, Window, score};

/// The number of the move "pass".
const PASS: Move = -2;
const LEAST_DEPTH: u32 = 3;
/// How much less deep to search after passing, including the ply of the pass.
const LESS: u32 = 3;

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// A score of at least beta that the player to move gets by passing, if there is one.
    pub(super) fn passing_suffices(&mut self, s: &G::State, place: Place, beta: f64) -> Result<Option<f64>, Halt> {
        let Place { choice, player, depth, ply, .. } = place;
        if ply == 0 || choice == PASS || !(LEAST_DEPTH..score::UNLIMITED).contains(&depth) || score::is_proven(beta) {
            return Ok(None);
        }
        if self.game.evaluate(s, player)? < beta {
            return Ok(None);
        }
        let mut child = self.game.copy(s);
        self.game.set_turn(&mut child, 1 - player);
        let below =
            Place { choice: PASS, player: 1 - player, depth: depth - LESS, ply: ply + 1, follow: false, excluded: NO_MOVE };
        let window = Window { alpha: -beta, beta: -beta.next_down() };
        let value = -self.aside(|search| search.search(&child, below, window))?;
        if value < beta {
            return Ok(None);
        }
        self.control.horizon = true;
        Ok(Some(if score::is_proven(value) { beta } else { value }))
    }
}
