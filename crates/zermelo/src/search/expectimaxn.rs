//! Expectiminimax for many players: max^n with chance nodes. See `search/expectimaxn.py`.

use super::Searcher;
use super::control::{Control, Found, Halt, Job};
use super::minimax::Lines;
use super::ordering::Ordering;
use super::payoff::{MOST_PLAYERS, Payoff, Values};
use super::score::shallower;
use super::trace::Tree;
use crate::game::{CHANCE, Game, Move, NO_MOVE, Outcome};

/// Searches from one root, one depth after another.
pub struct ExpectimaxN<'a, G: Game> {
    game: &'a G,
    control: Control,
    payoff: Payoff,
    ordering: Ordering,
    moves: Vec<Move>,
    chances: Vec<(Move, f64)>,
    lines: Lines,
    last_line: Vec<Move>,
}

impl<'a, G: Game> ExpectimaxN<'a, G> {
    /// A search that has not begun.
    pub fn new(game: &'a G, job: &Job, control: Control) -> Self {
        Self {
            game,
            control,
            payoff: Payoff::averaging(game),
            ordering: Ordering::new(job.options, game.facts().players),
            moves: Vec::new(),
            chances: Vec::new(),
            lines: Lines::default(),
            last_line: Vec::new(),
        }
    }

    /// Everybody's value of `s`, searched `depth` moves deep.
    fn search(&mut self, s: &G::State, depth: u32, ply: u32, follow: bool) -> Result<Values, Halt> {
        self.control.enter(ply)?;
        self.lines.clear(ply);
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            return Ok(self.payoff.ended(self.game, s, outcome, ply)?);
        }
        if depth == 0 {
            self.control.horizon = true;
            return Ok(self.payoff.guessed(self.game, s)?);
        }
        let player = self.game.to_move(s)?;
        if player == CHANCE {
            return self.average(s, depth, ply);
        }
        let first = if follow { self.last_line.get(ply as usize).copied() } else { None };
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        self.ordering.sort(self.game, s, &mut self.moves[start..], player, ply, first.unwrap_or(NO_MOVE))?;
        let mut best: Option<Values> = None;
        for index in start..self.moves.len() {
            let choice = self.moves[index];
            let follow = follow && self.last_line.get(ply as usize) == Some(&choice);
            let child = self.game.after(s, choice)?;
            let values = self.search(&child, shallower(depth), ply + 1, follow)?;
            let mine = values[player as usize];
            if best.is_none_or(|best| mine > best[player as usize]) {
                best = Some(values);
                self.lines.lead(ply, choice);
            }
            if ply == 0 {
                self.control.note(choice, mine, self.lines.get(0));
            }
        }
        self.moves.truncate(start);
        Ok(best.unwrap_or_default())
    }

    /// Everybody's average over what chance may bring.
    fn average(&mut self, s: &G::State, depth: u32, ply: u32) -> Result<Values, Halt> {
        let mut totals = [0.0; MOST_PLAYERS];
        let start = self.chances.len();
        self.game.chances(s, &mut self.chances)?;
        for index in start..self.chances.len() {
            let (outcome, probability) = self.chances[index];
            let child = self.game.after(s, outcome)?;
            let values = self.search(&child, depth, ply + 1, false)?;
            for (total, value) in totals.iter_mut().zip(values) {
                *total += probability * value;
            }
        }
        self.chances.truncate(start);
        Ok(totals)
    }
}

impl<G: Game> Searcher<G> for ExpectimaxN<'_, G> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.control.begin();
        self.moves.clear();
        self.chances.clear();
        let values = self.search(root, depth, 0, true)?;
        let line = self.lines.get(0).to_vec();
        self.last_line.clone_from(&line);
        let score = values[self.game.to_move(root)? as usize];
        let all = values[..self.game.facts().players].to_vec();
        Ok(Found { choice: line[0], score: Some(score), line, others: Vec::new(), values: Some(all) })
    }

    fn control(&mut self) -> &mut Control {
        &mut self.control
    }

    fn tree(&self) -> Option<Tree> {
        None
    }
}
