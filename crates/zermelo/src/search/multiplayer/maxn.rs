//! Max^n: every player maximises their own value (Luckhardt and Irani 1986).

use crate::game::{Game, Move, NO_MOVE, Outcome, Player};
use crate::search::control::first_move;
use crate::search::options::Ties;
use crate::search::payoff::Payoff;
use crate::search::score::shallower;
use crate::search::{Control, Found, Halt, Job, Lines, Options, Ordering, Pruning, Searcher, Spot, Tracer, Tree, Values, Why};

/// The value that a player higher up already has elsewhere.
#[derive(Clone, Copy)]
struct Claim {
    player: Player,
    value: f64,
    /// A move that is as good elsewhere is preferred, because it comes first.
    beatable: bool,
}

const NOBODY: Claim = Claim { player: -1, value: f64::NEG_INFINITY, beatable: false };

/// The best of the moves so far; the line is in `lines`.
struct Best {
    values: Option<Values>,
    index: usize,
    number: f64,
}

impl Best {
    fn claim(&self, player: Player, beatable: bool) -> Claim {
        self.values.map_or(NOBODY, |values| Claim { player, value: values[player as usize], beatable })
    }
}

/// Everything about a node except its position.
#[derive(Clone, Copy)]
struct Place {
    choice: Move,
    depth: u32,
    ply: u32,
    parent: Claim,
    grandparent: Claim,
    /// This is the last move of the player before, who has nothing better than the grandparent's claim.
    last: bool,
    follow: bool,
}

/// Searches from one root, one depth after another.
pub struct MaxN<'a, G: Game, T: Tracer> {
    game: &'a G,
    control: Control,
    tracer: T,
    options: Options,
    payoff: Payoff,
    ordering: Ordering,
    moves: Vec<Move>,
    lines: Lines,
    /// Whether all players lose except the winner.
    decisive: bool,
    /// Whether an evaluation was as low as a loss.
    desperate: bool,
    root: Player,
    last_line: Vec<Move>,
}

impl<'a, G: Game, T: Tracer> MaxN<'a, G, T> {
    pub fn new(game: &'a G, job: &Job, control: Control, tracer: T) -> Self {
        let facts = game.facts();
        Self {
            game,
            control,
            tracer,
            options: job.options,
            payoff: Payoff::new(game),
            ordering: Ordering::new(&job.options, facts.players),
            moves: Vec::new(),
            lines: Lines::default(),
            decisive: (facts.has_winner || facts.players == 1) && job.options.ties != Ties::Average,
            desperate: false,
            root: 0,
            last_line: Vec::new(),
        }
    }

    /// Values of `s` with best play, and whether the search gave up.
    fn search(&mut self, s: &G::State, place: Place) -> Result<(Values, bool), Halt> {
        let Place { depth, ply, parent, follow, .. } = place;
        self.control.enter(ply)?;
        self.lines.clear(ply);
        if T::LISTENS {
            self.tracer.enter(place.choice, self.game.to_move(s)?, f64::NEG_INFINITY, f64::INFINITY);
        }
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            let values = self.payoff.ended(self.game, s, outcome, ply)?;
            return Ok((self.leave(values, Why::End), false));
        }
        if depth == 0 {
            self.control.horizon = true;
            let guess = self.payoff.guessed(self.game, s)?;
            self.desperate |= guess[..self.game.facts().players].iter().any(|&value| self.payoff.is_decided(value));
            return Ok((self.leave(guess, Why::Horizon), false));
        }
        let player = self.game.to_move(s)?;
        let first = if follow { self.last_line.get(ply as usize).copied() } else { None };
        let start = self.moves.len();
        self.game.moves(s, &mut self.moves)?;
        if self.ordering.sorts() {
            let spot = Spot { first: first.unwrap_or(NO_MOVE), ..Spot::at(player, ply) };
            self.ordering.sort(self.game, s, &mut self.moves[start..], spot)?;
        }
        let end = self.moves.len();
        let mut best = Best { values: None, index: 0, number: 0.0 };
        let mut why = Why::Open;
        let mut doubtful: Vec<(usize, Move)> = Vec::new();
        for index in start..end {
            let choice = self.moves[index];
            let follow = follow && self.last_line.get(ply as usize) == Some(&choice);
            let last = index + 1 == end && below(&best, parent);
            let claim = best.claim(player, false);
            let (values, open) = self.child(s, choice, Place { parent: claim, grandparent: parent, last, follow, ..place })?;
            if open {
                doubtful.push((index, choice));
                continue;
            }
            self.compare(&mut best, values, choice, index, player, ply);
            let mine = best.values.map_or(f64::NEG_INFINITY, |values| values[player as usize]);
            if ply == 0 {
                self.control.tried.push(choice);
                self.control.best = Some(self.found(&best.values.unwrap_or_default()));
            }
            why = if index + 1 < end { self.enough(mine, player, place) } else { Why::Open };
            if why == Why::Open {
                continue;
            }
            self.tracer.prune(&self.moves[index + 1..end]);
            if why == Why::Soonest && !doubtful.is_empty() {
                break;
            }
            self.ordering.cut(self.lines.get(ply)[0], Spot::at(player, ply), depth, Some(&[]));
            self.moves.truncate(start);
            return Ok((self.leave(best.values.unwrap_or_default(), why), why == Why::GivenUp));
        }
        self.moves.truncate(start);
        for (index, choice) in doubtful {
            if below(&best, parent) {
                break; // the player before has a better move elsewhere
            }
            let claim = best.claim(player, index < best.index);
            let place = Place { parent: claim, grandparent: NOBODY, last: false, follow: false, ..place };
            let (values, _) = self.child(s, choice, place)?;
            self.compare(&mut best, values, choice, index, player, ply);
        }
        Ok((self.leave(best.values.unwrap_or_default(), why), false))
    }

    #[inline]
    fn leave(&mut self, values: Values, why: Why) -> Values {
        self.tracer.leave(values[self.root as usize], why, &values[..self.game.facts().players]);
        values
    }

    /// Stores the best line so far with its value.
    fn found(&self, values: &Values) -> Found {
        let (line, mine) = (self.lines.get(0).to_vec(), values[self.root as usize]);
        let settled = self.decisive && !self.desperate && self.payoff.is_decided(mine);
        let values = values[..self.game.facts().players].to_vec();
        Found { choice: line[0], score: Some(mine), line, values: Some(values), settled: Some(settled), ..Found::default() }
    }

    /// Searches the position after a move.
    fn child(&mut self, s: &G::State, choice: Move, place: Place) -> Result<(Values, bool), Halt> {
        let mut child = self.game.copy(s);
        self.game.play(&mut child, choice).map_err(|fault| self.game.blame(fault, s))?;
        self.search(&child, Place { choice, depth: shallower(place.depth), ply: place.ply + 1, ..place })
    }

    /// Takes a result if it is the best, or one of the best; equal ones count in the order of the moves.
    fn compare(&mut self, best: &mut Best, found: Values, choice: Move, index: usize, player: Player, ply: u32) {
        let new = found[player as usize];
        let old = best.values.map_or(f64::NEG_INFINITY, |values| values[player as usize]);
        let Some(values) = best.values.as_mut().filter(|_| !(new > old || (new == old && index < best.index))) else {
            *best = Best { values: Some(found), index, number: 1.0 };
            self.lines.lead(ply, choice);
            return;
        };
        let root = self.root as usize;
        if new == old && self.options.ties == Ties::Paranoid && found[root] < values[root] {
            (best.values, best.index) = (Some(found), index);
            self.lines.lead(ply, choice);
        } else if new == old && self.options.ties == Ties::Average {
            for (value, other) in values.iter_mut().zip(found) {
                *value = (*value * best.number + other) / (best.number + 1.0);
            }
            values[player as usize] = old; // the exact bits, so that the next equal value compares equal
            best.number += 1.0;
        }
    }

    /// Why a player with this value can stop searching; [`Why::Open`] if it cannot.
    fn enough(&self, mine: f64, player: Player, place: Place) -> Why {
        let Place { parent, grandparent, .. } = place;
        let (least, others) = (self.payoff.low, self.game.facts().players as f64 - 1.0);
        let pruning = self.options.pruning;
        if pruning >= Pruning::Immediate && mine >= self.payoff.most(place.ply) {
            return Why::Soonest;
        }
        let both = mine + parent.value;
        let neighbours = parent.player != -1 && parent.player != player;
        if pruning >= Pruning::Shallow && neighbours && reaches(both, -(others - 1.0) * least, parent.beatable) {
            return Why::Cut;
        }
        if pruning < Pruning::LastBranch || !(place.last || pruning == Pruning::Speculative) {
            return Why::Open;
        }
        let three = neighbours && grandparent.player != -1 && grandparent.player != player && grandparent.player != parent.player;
        let beatable = parent.beatable || grandparent.beatable;
        if three && reaches(both + grandparent.value, -(others - 2.0) * least, beatable) { Why::GivenUp } else { Why::Open }
    }
}

/// Whether the best so far gives a player at most what they have elsewhere.
fn below(best: &Best, claim: Claim) -> bool {
    claim.player >= 0 && best.values.is_some_and(|values| reaches(claim.value, values[claim.player as usize], claim.beatable))
}

/// Whether a total is enough; if ties go the other way, it must be greater.
fn reaches(total: f64, needed: f64, beatable: bool) -> bool {
    if beatable { total > needed } else { total >= needed }
}

impl<G: Game, T: Tracer> Searcher<G> for MaxN<'_, G, T> {
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt> {
        self.root = self.game.to_move(root)?;
        self.control.begin();
        self.moves.clear();
        self.ordering.age();
        self.desperate = false;
        let place = Place { choice: NO_MOVE, depth, ply: 0, parent: NOBODY, grandparent: NOBODY, last: true, follow: true };
        let (values, _) = self.search(root, place)?;
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
