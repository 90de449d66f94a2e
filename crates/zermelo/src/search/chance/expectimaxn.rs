//! Expectiminimax for many players: max^n with chance nodes.

use super::expectation::Expectations;
use crate::game::{CHANCE, Game, Move, NO_MOVE, Outcome, Player};
use crate::search::control::first_move;
use crate::search::payoff::MOST_PLAYERS;
use crate::search::score::shallower;
use crate::search::{Control, Found, Halt, Job, Lines, Ordering, Searcher, Spot, Tracer, Tree, Values, Why};

/// Searches from one root, one depth after another.
pub struct ExpectimaxN<'a, G: Game, T: Tracer> {
    game: &'a G,
    control: Control,
    tracer: T,
    worth: Expectations,
    root: Player,
    ordering: Ordering,
    moves: Vec<Move>,
    chances: Vec<(Move, f64)>,
    lines: Lines,
    last_line: Vec<Move>,
}

impl<'a, G: Game, T: Tracer> ExpectimaxN<'a, G, T> {
    pub fn new(game: &'a G, job: &Job, control: Control, tracer: T) -> Self {
        Self {
            game,
            control,
            tracer,
            worth: Expectations::new(game),
            root: 0,
            ordering: Ordering::new(&job.options, game.facts().players),
            moves: Vec::new(),
            chances: Vec::new(),
            lines: Lines::default(),
            last_line: Vec::new(),
        }
    }

    /// The value of `s` for every player, searched `depth` moves deep.
    fn search(&mut self, s: &G::State, choice: Move, depth: u32, ply: u32, follow: bool) -> Result<Values, Halt> {
        self.control.enter(ply)?;
        self.lines.clear(ply);
        let player = self.game.to_move(s)?;
        self.tracer.enter(choice, player, f64::NEG_INFINITY, f64::INFINITY);
        let outcome = self.game.outcome(s)?;
        let (values, why) = if outcome != Outcome::Ongoing {
            (self.worth.ended(self.game, s, outcome, ply)?, Why::End)
        } else if depth == 0 {
            self.control.horizon = true;
            (self.worth.guessed(self.game, s)?, Why::Horizon)
        } else if player == CHANCE {
            (self.average(s, depth, ply)?, Why::Open)
        } else {
            (self.best(s, player, depth, ply, follow)?, Why::Open)
        };
        self.tracer.leave(values[self.root as usize], why, &values[..self.game.facts().players]);
        Ok(values)
    }

    /// The value for every player if the player to move takes the best move for themselves.
    fn best(&mut self, s: &G::State, player: Player, depth: u32, ply: u32, follow: bool) -> Result<Values, Halt> {
        let first = if follow { self.last_line.get(ply as usize).copied() } else { None };
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        let spot = Spot { first: first.unwrap_or(NO_MOVE), ..Spot::at(player, ply) };
        self.ordering.sort(self.game, s, &mut self.moves[start..], spot)?;
        let mut best: Option<Values> = None;
        for index in start..self.moves.len() {
            let choice = self.moves[index];
            let follow = follow && self.last_line.get(ply as usize) == Some(&choice);
            let child = self.game.after(s, choice)?;
            let values = self.search(&child, choice, shallower(depth), ply + 1, follow)?;
            let mine = values[player as usize];
            if best.is_none_or(|best| mine > best[player as usize]) {
                best = Some(values);
                self.lines.lead(ply, choice);
                if ply == 0 {
                    self.control.best = Some(self.found(&values));
                }
            }
            if ply == 0 {
                self.control.tried.push(choice);
            }
        }
        self.moves.truncate(start);
        Ok(best.unwrap_or_default())
    }

    /// Stores the best line so far with its value.
    fn found(&self, values: &Values) -> Found {
        let line = self.lines.get(0).to_vec();
        let all = values[..self.game.facts().players].to_vec();
        Found { choice: line[0], score: Some(values[self.root as usize]), line, values: Some(all), ..Found::default() }
    }

    /// The average for every player over the outcomes of chance.
    fn average(&mut self, s: &G::State, depth: u32, ply: u32) -> Result<Values, Halt> {
        let mut totals = [0.0; MOST_PLAYERS];
        let start = self.chances.len();
        self.game.chances(s, &mut self.chances)?;
        for index in start..self.chances.len() {
            let (outcome, probability) = self.chances[index];
            let child = self.game.after(s, outcome)?;
            let values = self.search(&child, outcome, depth, ply + 1, false)?;
            for (total, value) in totals.iter_mut().zip(values) {
                *total += probability * value;
            }
        }
        self.chances.truncate(start);
        Ok(totals)
    }
}

impl<G: Game, T: Tracer> Searcher<G> for ExpectimaxN<'_, G, T> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.control.begin();
        self.moves.clear();
        self.chances.clear();
        self.root = self.game.to_move(root)?;
        let values = self.search(root, NO_MOVE, depth, 0, true)?;
        first_move(self.game, root, self.lines.get(0))?;
        let found = self.found(&values);
        self.last_line.clone_from(&found.line);
        Ok(found)
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn tree(&self) -> Option<Tree> {
        self.tracer.tree()
    }
}
