//! A record of what a search did, node by node.

use crate::game::{Move, Player};

/// Why a node was left; the numbers are those of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Why {
    /// All moves searched.
    Open = 0,
    /// Game over.
    End = 1,
    /// Depth limit.
    Horizon = 2,
    Cut = 3,
    /// Never entered.
    Pruned = 4,
    /// A table had the value.
    Table = 5,
    /// No sooner win is possible.
    Soonest = 6,
    /// Beta is reached before any move is tried.
    Early = 7,
    /// Given up early by speculative pruning.
    GivenUp = 8,
    /// Only the most promising moves were searched, as a probe.
    Probe = 9,
    /// The position has occurred before.
    Repeated = 10,
}

/// One node, from the view of MAX.
#[derive(Clone, Debug)]
pub struct Visit {
    /// Index of the parent; -1 at the root.
    pub parent: i32,
    /// The move that leads here.
    pub choice: Move,
    pub player: Player,
    pub alpha: f64,
    pub beta: f64,
    pub value: f64,
    pub why: Why,
    /// Its value for every player, if the search knows it.
    pub values: Vec<f64>,
}

/// Receives every node of a search. `()` ignores them at no cost.
pub trait Tracer {
    /// Whether it records anything.
    const LISTENS: bool = false;
    /// A node is entered.
    #[inline]
    fn enter(&mut self, _choice: Move, _player: Player, _alpha: f64, _beta: f64) {}
    /// The current node is left; its value for every player is empty where it is not known.
    #[inline]
    fn leave(&mut self, _value: f64, _why: Why, _values: &[f64]) {}
    /// Children of the current node are never entered.
    #[inline]
    fn prune(&mut self, _choices: &[Move]) {}
    /// Stops recording, or records again.
    #[inline]
    fn mute(&mut self, _muted: bool) {}
    /// The last finished tree, or the current one if none is finished, with its total number of nodes.
    fn tree(&self) -> Option<Tree> {
        None
    }
}

impl Tracer for () {}

/// A record of one tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The first nodes, in the order in which they were entered.
    pub visits: Vec<Visit>,
    /// How many were entered in all.
    pub total: u64,
}

/// Collects visits, up to a limit.
#[derive(Debug)]
pub struct Trace {
    limit: usize,
    tree: Tree,
    path: Vec<i32>,
    finished: Option<Tree>,
    muted: u32,
}

impl Trace {
    /// An empty record of at most `limit` nodes.
    pub fn new(limit: usize) -> Self {
        Self { limit, tree: Tree::default(), path: Vec::new(), finished: None, muted: 0 }
    }

    fn add(&mut self, choice: Move, player: Player, alpha: f64, beta: f64, why: Why) {
        let parent = self.path.last().copied().unwrap_or(-1);
        self.tree.visits.push(Visit { parent, choice, player, alpha, beta, value: f64::NAN, why, values: Vec::new() });
    }
}

impl Tracer for Trace {
    const LISTENS: bool = true;

    fn enter(&mut self, choice: Move, player: Player, alpha: f64, beta: f64) {
        if self.muted > 0 {
            return;
        }
        if self.path.is_empty() {
            // A root: a new tree begins.
            let tree = std::mem::take(&mut self.tree);
            self.finished = (tree.total > 0).then_some(tree);
        }
        self.tree.total += 1;
        if self.tree.visits.len() < self.limit {
            self.add(choice, player, alpha, beta, Why::Open);
            self.path.push(self.tree.visits.len() as i32 - 1);
        } else {
            self.path.push(-1);
        }
    }

    fn leave(&mut self, value: f64, why: Why, values: &[f64]) {
        if self.muted > 0 {
            return;
        }
        if let Some(visit) = self.path.pop().and_then(|index| self.tree.visits.get_mut(usize::try_from(index).ok()?)) {
            visit.value = value;
            visit.why = why;
            visit.values = values.to_vec();
        }
    }

    fn prune(&mut self, choices: &[Move]) {
        for &choice in choices {
            if self.muted == 0 && self.tree.visits.len() < self.limit && self.path.last().is_some_and(|&index| index >= 0) {
                self.add(choice, -1, f64::NAN, f64::NAN, Why::Pruned);
            }
        }
    }

    fn mute(&mut self, muted: bool) {
        self.muted = if muted { self.muted + 1 } else { self.muted - 1 };
    }

    fn tree(&self) -> Option<Tree> {
        let finished = self.finished.as_ref().filter(|_| !self.path.is_empty());
        Some(finished.unwrap_or(&self.tree).clone())
    }
}
