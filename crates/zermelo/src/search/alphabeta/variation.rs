//! The line of best play, continued from the table.

use super::search::AlphaBeta;
use super::technique::Place;
use crate::game::{Game, Move, NO_MOVE, Outcome};
use crate::search::{Bound, Halt, Tracer, Window, score};

const MAX_LINE: usize = 256;

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// A line that ended at a table hit, continued by moves whose entries confirm the value.
    pub(super) fn extend(&mut self, root: &G::State, value: f64, mut depth: u32, mut line: Vec<Move>) -> Result<Vec<Move>, Halt> {
        let mut s = root.clone();
        for &choice in &line {
            self.game.play(&mut s, choice)?;
            depth = score::shallower(depth.max(1)); // quiescence makes lines longer than the depth
        }
        while depth > 0 && line.len() < MAX_LINE && self.game.outcome(&s)? == Outcome::Ongoing {
            depth = score::shallower(depth);
            let value = if self.game.to_move(&s)? == self.max { value } else { -value };
            let game = self.game;
            let bears_out = |child: &G::State| self.bears_out(&s, child, value, depth, line.len() as u32 + 1);
            let Some((choice, child)) = game.first_to(&s, bears_out)? else { break };
            line.push(choice);
            s = child;
        }
        Ok(line)
    }

    /// Whether the table, or the end of the game, shows that a move is worth at least this to its player. A position that is too near the
    /// end for the table is searched.
    pub(super) fn bears_out(&mut self, s: &G::State, child: &G::State, value: f64, depth: u32, ply: u32) -> Result<bool, Halt> {
        let (player, mover) = (self.game.to_move(s)?, self.game.to_move(child)?);
        let outcome = self.game.outcome(child)?;
        if outcome != Outcome::Ongoing {
            return Ok(score::terminal(self.game.worth(child, outcome, player)?, self.bound, ply) >= value);
        }
        if self.plies_left(child, depth)? < self.options.table_depth {
            let place = Place { choice: NO_MOVE, player: mover, depth, ply, follow: false, excluded: NO_MOVE, reduced: 0 };
            let known = self.aside(|search| search.search(child, place, Window::OPEN))?;
            return Ok(if mover == player { known >= value } else { -known >= value });
        }
        let entry = self.probe(self.key(child, mover)?);
        Ok(entry.is_some_and(|entry| {
            let known = score::from_table(entry.score, ply);
            entry.answers(depth, self.options.exact)
                && if mover == player {
                    entry.bound != Bound::Upper && known >= value
                } else {
                    entry.bound != Bound::Lower && -known >= value
                }
        }))
    }
}
