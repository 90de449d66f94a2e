//! The result of UCT: the move to play, its value and its line.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::Relaxed;

use super::options::FinalMove;
use super::tree::NOWHERE;
use super::{Rates, Worker};
use crate::game::{Game, Move};
use crate::search::{Found, Report, Sampled, Trial};

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Adds this thread's counts to the shared ones.
    pub(crate) fn hand_in(&mut self) {
        if SHARED {
            self.pending.hand_in(self.tree);
        }
        let mut totals = self.common.totals.lock().unwrap_or_else(PoisonError::into_inner);
        if !SHARED {
            totals.clone_from(&self.totals);
        } else {
            let width = totals.len().max(self.totals.len());
            totals.resize(width, 0.0);
            for (total, mine) in totals.iter_mut().zip(&mut self.totals) {
                *total += std::mem::take(mine);
            }
        }
        if self.rollout.capped > 0 {
            self.common.capped.fetch_add(std::mem::take(&mut self.rollout.capped), Relaxed); // others would have to fetch the line again
        }
    }

    pub(crate) fn report(&mut self, emit: &mut dyn FnMut(Report)) {
        let proven = self.common.proof.load(Relaxed) != 0;
        let found = self.found();
        let stopped = self.control.stop.reason().filter(|_| !proven);
        let grown = if self.reported > 0 { self.tree.most_visited(self.reported, &self.proofs) } else { Vec::new() };
        let (playouts, capped) = (self.common.done.0.load(Relaxed), self.common.capped.load(Relaxed));
        let sampled = Some(Sampled { playouts, capped, grown });
        let deepest = self.common.deepest.load(Relaxed);
        emit(Report { stopped, sampled, ..self.control.report(Some(deepest), found, proven) });
    }

    /// The best move, with what is known of every move.
    fn found(&mut self) -> Found {
        let root = self.tree.root();
        let player = self.tree.player(root) as usize;
        self.tree.proofs.tell(&mut self.proofs);
        let edge = self.last_choice(root);
        let trials = self.tree.edges(root).map(|each| Trial {
            choice: self.tree.choice(each),
            visits: self.tree.visits(each),
            value: self.worth(each, player),
            proof: self.utilities(each).map(|utilities| utilities[player]),
        });
        let trials = trials.collect();
        let score = self.worth(edge, player);
        let values = self.values(root, edge, player);
        Found {
            choice: self.tree.choice(edge),
            score,
            line: if score.is_some() { self.line(edge) } else { Vec::new() },
            values,
            trials,
            ..Found::default()
        }
    }

    fn utilities(&self, edge: u32) -> Option<&Rates> {
        match self.tree.proof(edge) {
            0 => None,
            number => self.proofs.get(number as usize - 1),
        }
    }

    /// The value of a move at the root for the player to move.
    fn worth(&self, edge: u32, player: usize) -> Option<f64> {
        if let Some(utilities) = self.utilities(edge) {
            return Some(utilities[player]);
        }
        (self.tree.visits(edge) > 0).then(|| self.rollout.scale.utility(self.tree.mean(edge)))
    }

    /// Its value for every player.
    fn values(&self, root: u32, edge: u32, player: usize) -> Option<Vec<f64>> {
        let players = self.rollout.scale.facts.players;
        if let Some(utilities) = self.utilities(edge) {
            return Some(utilities[..players].to_vec());
        }
        if self.rollout.scale.facts.two_sided() {
            return None; // it follows from the value for one player
        }
        let totals = self.common.totals.lock().unwrap_or_else(PoisonError::into_inner);
        let at = (edge - root - 1) as usize * (players + 1);
        let row = totals.get(at..=at + players).filter(|row| row[players] > 0.0)?;
        let mut values: Vec<f64> = row[..players].iter().map(|total| self.rollout.scale.utility(total / row[players])).collect();
        values[player] = self.worth(edge, player)?;
        Some(values)
    }

    /// The move to play: the most visited or the best, but never one that is proven to be worse than another.
    fn last_choice(&self, node: u32) -> u32 {
        let player = self.tree.player(node) as usize;
        let proven = |edge: u32| if self.options.solver { self.utilities(edge) } else { None };
        let rate = |edge: u32| match proven(edge) {
            Some(utilities) => self.rollout.scale.rate(utilities[player]),
            None if self.tree.visits(edge) > 0 => self.tree.mean(edge),
            None => -1.0,
        };
        let edges = || self.tree.edges(node);
        let most = edges().filter(|&edge| proven(edge).is_some()).map(&rate).fold(0.0, f64::max);
        let open = |edge: u32| proven(edge).is_none() && (most <= 0.0 || rate(edge) > most);
        let sure = most > 0.0 || !edges().any(open);
        let (mut best, mut merit) = (node + 1, (f64::NEG_INFINITY, 0.0));
        for edge in
            edges().filter(|&edge| open(edge)).chain(edges().filter(|&edge| sure && proven(edge).is_some() && rate(edge) == most))
        {
            let visits = f64::from(self.tree.visits(edge));
            let found = if self.options.r#final == FinalMove::Value { (rate(edge), visits) } else { (visits, rate(edge)) };
            if found > merit {
                (best, merit) = (edge, found);
            }
        }
        best
    }

    /// The moves that would be played, until a chance node or a repeated position.
    fn line(&self, edge: u32) -> Vec<Move> {
        let (mut line, mut seen) = (vec![self.tree.choice(edge)], vec![self.tree.root()]);
        let mut node = self.tree.node(edge);
        while node != NOWHERE && !self.tree.is_chance(node) && self.tree.passes(node) > 0 && !seen.contains(&node) {
            seen.push(node);
            let best = self.last_choice(node);
            line.push(self.tree.choice(best));
            node = self.tree.node(best);
        }
        line
    }
}
