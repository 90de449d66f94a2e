//! Several lines: the best move, the best of the rest, and so on.

use super::search::AlphaBeta;
use crate::game::Game;
use crate::search::{Found, Halt, Tracer};

/// The best finding with up to `number - 1` others; `find(index, aside)` searches the root without some moves.
pub fn find_several<E>(
    number: usize,
    moves: usize,
    mut find: impl FnMut(usize, Vec<i32>) -> Result<Found, E>,
) -> Result<Found, E> {
    let mut best = find(0, Vec::new())?;
    let mut aside = vec![best.choice];
    while aside.len() < number.min(moves) {
        let next = find(aside.len(), aside.clone())?;
        aside.push(next.choice);
        best.others.push(next);
    }
    Ok(best)
}

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// How many moves there are to choose from.
    pub(super) fn count_moves(&self, root: &G::State) -> Result<usize, Halt> {
        if !self.control.among.is_empty() {
            return Ok(self.control.among.len());
        }
        let mut moves = Vec::new();
        self.game.moves(root, &mut moves)?;
        Ok(moves.len())
    }
}
