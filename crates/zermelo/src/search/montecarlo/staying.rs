//! Several walks in a row below one node, so that threads seldom meet.
//!
//! Two threads that both walk down from the root each time write to the same nodes by turns, and wait for each other's memory. So a thread stays
//! for some walks below a node that it has reached. The node has many visits, but a small part of all, so a few walks more or less below it
//! make no difference, and other threads see them on the way to it at once.

use std::sync::atomic::Ordering::Relaxed;

use super::Worker;
use crate::game::{Game, Player};

/// Walks below one node, the first included.
const WALKS: u32 = 32;
/// The least number of visits of such a node, and the greatest part of all visits.
const LEAST: u32 = 4 * WALKS;
const PART: u32 = 64;

/// Where the next walks begin.
pub struct Stay<S> {
    /// Moves from the root.
    depth: usize,
    node: u32,
    view: Player,
    s: S,
    left: u32,
}

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Where a walk begins: node, position, and the player whose rates count. The path leads there.
    #[inline]
    pub(crate) fn set_out(&mut self) -> (u32, G::State, Player) {
        if SHARED
            && let Some(mut stay) = self.stay.take()
            && stay.left > 0
            && self.tree.proof(self.path[stay.depth - 1].edge) == 0
        {
            self.path.truncate(stay.depth);
            for index in 0..stay.depth {
                let (node, edge) = (self.path[index].node, self.path[index].edge);
                let row = self.tree.row(node);
                self.pass(row, node);
                self.visit(row, node, (edge - node - 1) as usize);
            }
            stay.left -= 1;
            let begin = (stay.node, self.game.copy(&stay.s), stay.view);
            self.stay = Some(stay);
            return begin;
        }
        self.path.clear();
        let root = self.tree.root();
        (root, self.game.copy(self.root), self.tree.player(root))
    }

    /// Lets the next walks begin at a node, if it is fit for that. Chance is drawn anew each time, so it must not be on the way.
    #[inline]
    pub(crate) fn stay_at(&mut self, node: u32, s: &G::State, view: Player) {
        if !SHARED || self.busy_from == u32::MAX || self.stay.is_some() || self.path.is_empty() || self.options.transpositions {
            return;
        }
        let visits = self.tree.slot(node).visits.load(Relaxed);
        if visits < LEAST || visits > self.tree.passes(self.tree.root()) / PART || !self.detours.is_empty() {
            return;
        }
        if self.path.iter().any(|step| self.tree.is_chance(step.node)) {
            return;
        }
        self.stay = Some(Stay { depth: self.path.len(), node, view, s: self.game.copy(s), left: WALKS - 1 });
    }
}
