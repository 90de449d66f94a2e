//! Minimax, as in the textbook.

use crate::game::{Game, Move, NO_MOVE, Outcome, Player};
use crate::search::control::first_move;
use crate::search::{Control, Found, Halt, Job, Searcher, Tracer, Tree, Why, score};

/// One search from one root. MAX is the player to move there.
pub struct Minimax<'a, G: Game, T> {
    game: &'a G,
    control: Control,
    tracer: T,
    bound: f64,
    max: Player,
    moves: Vec<Move>,
    lines: Lines,
}

impl<'a, G: Game, T: Tracer> Minimax<'a, G, T> {
    pub fn new(game: &'a G, _job: &Job, control: Control, tracer: T) -> Self {
        Self { game, control, tracer, bound: game.facts().bound(), max: 0, moves: Vec::new(), lines: Lines::default() }
    }

    /// Value of a state for MAX; the line of best play is left in `lines[ply]`.
    fn value(&mut self, s: &G::State, choice: Move, depth: u32, ply: u32) -> Result<f64, Halt> {
        self.control.enter(ply)?;
        self.lines.clear(ply);
        let player = self.game.to_move(s)?;
        self.tracer.enter(choice, player, f64::NEG_INFINITY, f64::INFINITY);
        let outcome = self.game.outcome(s)?;
        let (value, why) = if outcome != Outcome::Ongoing {
            (score::terminal(self.game.worth(s, outcome, self.max)?, self.bound, ply), Why::End)
        } else if depth == 0 {
            self.control.horizon = true;
            (self.game.evaluate(s, self.max)?, Why::Horizon)
        } else if player == self.max {
            (self.max_value(s, depth, ply)?, Why::Open)
        } else {
            (self.min_value(s, depth, ply)?, Why::Open)
        };
        self.tracer.leave(value, why, &[]);
        Ok(value)
    }

    fn max_value(&mut self, s: &G::State, depth: u32, ply: u32) -> Result<f64, Halt> {
        let mut best = f64::NEG_INFINITY;
        self.each_move(s, |search, child, choice| {
            let value = search.value(child, choice, score::shallower(depth), ply + 1)?;
            if value > best {
                best = value;
                search.lines.lead(ply, choice);
            }
            if ply == 0 {
                search.control.note(choice, value, search.lines.get(0));
            }
            Ok(())
        })?;
        Ok(best)
    }

    fn min_value(&mut self, s: &G::State, depth: u32, ply: u32) -> Result<f64, Halt> {
        let mut best = f64::INFINITY;
        self.each_move(s, |search, child, choice| {
            let value = search.value(child, choice, score::shallower(depth), ply + 1)?;
            if value < best {
                best = value;
                search.lines.lead(ply, choice);
            }
            Ok(())
        })?;
        Ok(best)
    }

    fn each_move(
        &mut self,
        s: &G::State,
        mut visit: impl FnMut(&mut Self, &G::State, Move) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        for index in start..self.moves.len() {
            let choice = self.moves[index];
            let mut child = self.game.copy(s);
            self.game.play(&mut child, choice).map_err(|fault| self.game.blame(fault, s))?;
            visit(self, &child, choice)?;
        }
        self.moves.truncate(start);
        Ok(())
    }
}

impl<G: Game, T: Tracer> Searcher<G> for Minimax<'_, G, T> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.max = self.game.to_move(root)?;
        self.control.begin();
        self.moves.clear();
        let value = self.value(root, NO_MOVE, depth, 0)?;
        let line = self.lines.get(0).to_vec();
        Ok(Found { choice: first_move(self.game, root, &line)?, score: Some(value), line, ..Found::default() })
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn tree(&self) -> Option<Tree> {
        self.tracer.tree()
    }
}

/// Lines of best play by ply: the line at a ply is a move followed by the line one ply further down.
#[derive(Default)]
pub struct Lines {
    lines: Vec<Vec<Move>>,
}

impl Lines {
    /// No line at this ply yet.
    #[inline]
    pub fn clear(&mut self, ply: u32) {
        let ply = ply as usize;
        if self.lines.len() < ply + 2 {
            self.lines.resize(ply + 2, Vec::new());
        }
        self.lines[ply].clear();
    }

    /// The line at this ply becomes a move and what follows it.
    #[inline]
    pub fn lead(&mut self, ply: u32, choice: Move) {
        let (head, tail) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut head[ply as usize];
        line.clear();
        line.push(choice);
        line.extend_from_slice(&tail[0]);
    }

    pub fn get(&self, ply: u32) -> &[Move] {
        &self.lines[ply as usize]
    }
}
