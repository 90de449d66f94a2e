//! The root: the best move, and the best of the rest if several lines are asked for.

use super::search::AlphaBeta;
use super::technique::Valued;
use crate::game::{Game, Move};
use crate::search::control::first_move;
use crate::search::{Found, Halt, Options, Tracer};

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
    /// The best move but for those set aside; the last iteration found one of the same rank.
    pub(super) fn find(&mut self, root: &G::State, depth: u32, index: usize, aside: Vec<Move>) -> Result<Found, Halt> {
        self.set_aside = aside;
        self.guess = self.last.get(index).map(|&(_, value)| value);
        self.last_line = self.last.get(index).map(|(line, _)| line.clone()).unwrap_or_default();
        let (value, mut line) = self.root_value(root, depth)?;
        if self.table.is_some() && !self.techniques.repetition {
            // The table does not know where a line repeats.
            line = self.extend(root, value, depth, line)?;
        }
        Ok(Found { choice: first_move(self.game, root, &line)?, score: Some(value), line, ..Found::default() })
    }

    /// The root's value: as a technique finds it, or with the window that was given.
    fn root_value(&mut self, root: &G::State, depth: u32) -> Result<Valued, Halt> {
        match self.chosen_root_value(root, depth)? {
            Some(found) => Ok(found),
            None => self.given_window(root, depth),
        }
    }

    /// The root's value with the window that was given, which opens where the value is outside.
    fn given_window(&mut self, root: &G::State, depth: u32) -> Result<Valued, Halt> {
        let Options { mut alpha, mut beta, .. } = self.options;
        loop {
            let (value, line) = self.within(root, depth, alpha, beta)?;
            if alpha > f64::NEG_INFINITY && value <= alpha {
                alpha = f64::NEG_INFINITY;
            } else if value >= beta && beta < f64::INFINITY {
                beta = f64::INFINITY;
            } else {
                return Ok((value, line));
            }
        }
    }

    /// How many moves there are to choose from.
    pub(super) fn count_moves(&self, root: &G::State) -> Result<usize, Halt> {
        if !self.control.among.is_empty() {
            return Ok(self.control.among.len());
        }
        let mut moves = Vec::new();
        self.game.moves(root, &mut moves)?;
        Ok(moves.len())
    }

    /// Removes excluded moves and, at the root, moves that are set aside or not wanted.
    #[cold]
    pub(super) fn leave_out(&mut self, start: usize, excluded: Move, ply: u32) {
        let legal: Vec<Move> = self.moves.drain(start..).collect();
        let among = if ply > 0 || self.control.among.is_empty() { &legal } else { &self.control.among };
        let aside = |choice| choice == excluded || (ply == 0 && self.set_aside.contains(&choice));
        self.moves.extend(among.iter().filter(|&&choice| !aside(choice) && legal.contains(&choice)));
    }
}
