//! RAVE: the value of a move is guessed from games in which it was played later (Gelly and Silver 2007), if need be from games
//! through an ancestor (GRAVE, Cazenave 2015).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::slots::add;
use super::{ByMove, Needs, Rates, Step, Technique, Tried, UctTree};
use crate::game::{CHANCE, Move, Player};
use crate::search::options::options;

options! {
    pub struct Options {
        /// Visits for which moves played later count as much as moves played now; 0 for off.
        rave: f64 = 0.0,
        /// A node with at most this many visits uses the statistics of an ancestor.
        grave: u32 = 0,
    }
}

pub(super) fn start(Options { rave, grave }: Options) -> Option<Box<dyn Technique>> {
    let technique = || Rave { equivalence: rave, least: grave, at: 0, source: (0, 0), played: ByMove::default(), game: 0 };
    (rave > 0.0).then(|| Box::new(technique()) as Box<dyn Technique>)
}

struct Rave {
    equivalence: f64,
    least: u32,
    /// Where a move's visits are kept, and after them its sum of rates.
    at: usize,
    /// The moves whose statistics count: the next one, and the one after the last.
    source: (u32, u32),
    /// For each player and move, the number of the last game in which it was made.
    played: ByMove<u64>,
    game: u64,
}

impl Rave {
    /// Visits and sum of rates of games in which a move was played here or later.
    fn statistics<'a>(&self, tree: &'a UctTree, edge: u32) -> (&'a AtomicU64, &'a AtomicU64) {
        let numbers = tree.numbers(edge);
        (&numbers[self.at], &numbers[self.at + 1])
    }
}

impl Technique for Rave {
    fn needs(&self) -> Needs {
        Needs { numbers: 2, changes_values: true, values_untried: true, wants_moves: true, chooses: false }
    }

    fn place_numbers(&mut self, first: usize) {
        self.at = first;
    }

    /// Finds the nearest node of the same player that has enough visits.
    fn begin(&mut self, tree: &UctTree, path: &[Step], node: u32) {
        let player = tree.player(node);
        let enough = |&ancestor: &u32| tree.player(ancestor) == player && tree.passes(ancestor) > self.least;
        let ancestors = path.iter().rev().map(|step| step.node);
        let source = std::iter::once(node).chain(ancestors).find(enough).unwrap_or(node);
        let edges = tree.edges(source);
        self.source = (*edges.start(), edges.end() + 1);
    }

    fn value(&mut self, tree: &UctTree, tried: Tried, value: Option<f64>) -> Option<f64> {
        let choice = tree.choice(tried.edge);
        let (next, end) = &mut self.source;
        while next < end && tree.choice(*next) < choice {
            *next += 1;
        }
        if next >= end || tree.choice(*next) != choice {
            return value;
        }
        let (visits, total) = self.statistics(tree, self.source.0);
        let guessed = visits.load(Relaxed);
        if guessed == 0 {
            return value;
        }
        let guess = f64::from_bits(total.load(Relaxed)) / guessed as f64;
        let share = (self.equivalence / (3.0 * f64::from(tried.visits) + self.equivalence)).sqrt();
        Some((1.0 - share) * value.unwrap_or(0.0) + share * guess)
    }

    /// Counts every move of every node of the path that its player made there or later.
    fn back_up(&mut self, tree: &UctTree, path: &[Step], later: &[(Player, Move)], rates: &Rates, shared: bool) {
        self.game += 1;
        for &(player, choice) in later {
            *self.played.get_mut(player, choice) = self.game;
        }
        for step in path.iter().rev() {
            let player = tree.player(step.node);
            if player == CHANCE {
                continue;
            }
            *self.played.get_mut(player, tree.choice(step.edge)) = self.game;
            let rate = rates[player as usize];
            let was_made = |&edge: &u32| self.played.get(player, tree.choice(edge)) == Some(&self.game);
            for edge in tree.edges(step.node).filter(was_made) {
                let (visits, total) = self.statistics(tree, edge);
                if shared {
                    add::<true>(total, rate);
                    visits.fetch_add(1, Relaxed);
                } else {
                    add::<false>(total, rate);
                    visits.store(visits.load(Relaxed) + 1, Relaxed);
                }
            }
        }
    }
}
