//! Singular extensions: a move that is much better than all others is searched one ply deeper.

use super::aspiration::width;
use super::search::{AlphaBeta, Place};
use crate::game::{Game, Move, NO_MOVE};
use crate::search::{Bound, Entry, Halt, Tracer, Window, score};

const LEAST_DEPTH: u32 = 4;
/// The table's entry may be this many plies less deep.
const RECENT: u32 = 3;

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// The table's move, if it is much better than all others.
    pub(super) fn singular_move(&mut self, s: &G::State, entry: Option<Entry>, place: Place) -> Result<Move, Halt> {
        let Place { depth, ply, .. } = place;
        let Some(entry) = entry.filter(|entry| entry.bound != Bound::Upper) else { return Ok(NO_MOVE) };
        if ply == 0 || !(LEAST_DEPTH..score::UNLIMITED).contains(&depth) {
            return Ok(NO_MOVE);
        }
        if entry.depth + RECENT < depth || score::is_proven(entry.score) || ply + depth >= 2 * self.depth {
            return Ok(NO_MOVE);
        }
        let beta = entry.score - width(entry.score, 0);
        let others = Place { depth: depth / 2, follow: false, excluded: entry.choice, ..place };
        let window = Window { alpha: beta.next_down(), beta };
        let value = self.aside(|search| search.search(s, others, window))?;
        Ok(if value < beta { entry.choice } else { NO_MOVE })
    }
}
