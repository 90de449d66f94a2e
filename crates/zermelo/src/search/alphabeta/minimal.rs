//! The minimal tree: what alpha-beta has to visit with perfect ordering.

use std::sync::Arc;

use super::Techniques;
use super::search::AlphaBeta;
use super::technique::Place;
use crate::game::{Game, Move, NO_MOVE, Outcome, Player};
use crate::search::options::Orderings;
use crate::search::{Control, Filling, Found, Halt, Job, Options, Searcher, Task, Tracer, TranspositionTable, Window, score};

const TABLE: usize = 256 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Pv,
    Cut,
    All,
}

/// Counts the minimal tree; the nodes of the search that prepares it are not counted.
pub struct Minimal<'a, G: Game> {
    game: &'a G,
    control: Control,
    helper: AlphaBeta<'a, G, ()>,
}

pub fn run<G: Game, T: Tracer>(task: Task<'_, G, T>) -> Result<(), Halt> {
    let table = TranspositionTable::new(TABLE, Filling::Sparse).ok_or(Halt::NoMemory)?;
    task.deepen(|game, job, control, _| Minimal::new(game, job, control, table))
}

impl<'a, G: Game> Minimal<'a, G> {
    /// A count that has not begun; the table is for the search that prepares it.
    pub fn new(game: &'a G, job: &Job, control: Control, table: TranspositionTable) -> Self {
        let ordering = Orderings { pv: true, order: true, killers: true, history: true, ..Orderings::default() };
        let options = Options { ordering, pvs: true, ..Options::default() };
        let free = Job { nodes: None, table: Some(Arc::new(table)), options, techniques: Techniques::default(), ..job.clone() };
        let helper = AlphaBeta::new(game, &free, Control::new(&free, control.stop.clone()), ());
        Self { game, control, helper }
    }

    /// Counts a node and what must be visited below it.
    fn visit(&mut self, s: &G::State, depth: u32, ply: u32, kind: Kind) -> Result<(), Halt> {
        self.control.enter(ply)?;
        if depth == 0 || self.game.outcome(s)? != Outcome::Ongoing {
            return Ok(());
        }
        let player = self.game.to_move(s)?;
        let mut moves = Vec::new();
        self.game.moves(s, &mut moves)?;
        let best = if kind == Kind::All { NO_MOVE } else { self.good_move(s, player, &moves, depth, ply)? };
        if kind == Kind::Cut {
            moves = vec![best];
        }
        for choice in moves {
            let child = self.game.after(s, choice)?;
            let mut role = match kind {
                Kind::Pv if choice == best => Kind::Pv,
                Kind::Cut => Kind::All,
                _ => Kind::Cut,
            };
            if role != Kind::Pv && self.game.to_move(&child)? == player {
                // The same player moves again, so what has to be shown stays the same.
                role = if role == Kind::All { Kind::Cut } else { Kind::All };
            }
            self.visit(&child, score::shallower(depth), ply + 1, role)?;
        }
        Ok(())
    }

    /// The first move that has the value that the table gives the position.
    fn good_move(&mut self, s: &G::State, player: Player, moves: &[Move], depth: u32, ply: u32) -> Result<Move, Halt> {
        let key = self.helper.key(s, player)?;
        let mut entry = self.helper.probe(key);
        if entry.is_none() {
            let place = Place { choice: NO_MOVE, player, depth, ply, follow: false, excluded: NO_MOVE, reduced: 0 };
            self.helper.search(s, place, Window::OPEN)?;
            entry = self.helper.probe(key);
        }
        let Some(entry) = entry else { return Ok(moves[0]) };
        let value = score::from_table(entry.score, ply);
        let bears_out = |child: &G::State| self.helper.bears_out(s, child, value, score::shallower(depth), ply + 1);
        Ok(match self.game.first_to(s, bears_out)? {
            Some((choice, _)) => choice,
            None if moves.contains(&entry.choice) => entry.choice,
            None => moves[0],
        })
    }
}

impl<G: Game> Searcher<G> for Minimal<'_, G> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.helper.control().horizon = false;
        let found = self.helper.decide(root, depth)?;
        self.control.best = Some(found.clone());
        self.control.horizon = self.helper.control().horizon;
        self.visit(root, depth, 0, Kind::Pv)?;
        Ok(found)
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }
}
