//! Inner deepening: a shallower search finds the first move to try.

use super::search::{AlphaBeta, Place};
use crate::game::{Game, Move, NO_MOVE};
use crate::search::{Entry, Halt, Tracer, Window, score};

/// The least depth for it, and how much less deep it searches.
const INNER_DEPTH: u32 = 4;
const INNER_LESS: u32 = 2;

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// The move to begin with: the last line's, the table's, or the best move of a shallower search.
    #[inline(always)]
    pub(super) fn first_move(
        &mut self,
        s: &G::State,
        key: u64,
        entry: Option<Entry>,
        place: Place,
        window: Window,
        whole: bool,
    ) -> Result<Move, Halt> {
        let Place { depth, ply, follow, .. } = place;
        if follow && let Some(&choice) = self.last_line.get(ply as usize) {
            return Ok(choice);
        }
        let deep_enough = ply > 0 && (INNER_DEPTH..score::UNLIMITED).contains(&depth);
        if entry.is_some() || !whole || !self.options.inner_deepening || !deep_enough {
            return Ok(entry.map_or(NO_MOVE, |entry| entry.choice));
        }
        let inner = Place { choice: NO_MOVE, depth: depth - INNER_LESS, follow: false, ..place };
        self.aside(|search| search.search(s, inner, window))?;
        Ok(self.probe(key).map_or(NO_MOVE, |entry| entry.choice))
    }
}
