//! Counts of much visited moves that a thread has not added to the tree yet.
//!
//! Near the root, every walk passes the same few slots. If each walk wrote to them, threads would wait for each other's memory
//! most of the time. So each thread keeps its own counts and adds them after a batch of walks. With thousands of visits of the root, a
//! late batch makes no difference.

use std::sync::atomic::Ordering::Relaxed;

use super::slots::add;
use super::tree::{NOWHERE, Row};
use super::{Rates, Step, UctTree, Worker};
use crate::game::{Game, Move};

/// Slots with this many visits get an entry.
const BUSY_FROM: u32 = 8;
/// Visits of the root from which counts are kept back: a batch is then less than 2 % of them and, on average, of those of any other slot.
const BEGIN: u32 = 64 * super::threads::BATCH as u32;
const ENTRIES: usize = 2048;

#[derive(Clone, Copy, Default)]
struct Entry {
    slot: u32,
    visits: u32,
    total: f64,
}

/// One thread's counts.
pub struct Pending {
    entries: [Entry; ENTRIES],
}

impl Default for Pending {
    fn default() -> Self {
        Self { entries: [Entry::default(); ENTRIES] }
    }
}

impl Pending {
    /// Counts a visit of a slot, which the tree has `seen` so often; the number of all visits.
    #[inline]
    pub fn visit(&mut self, tree: &UctTree, slot: u32, seen: u32) -> u32 {
        let entry = &mut self.entries[slot as usize % ENTRIES];
        if entry.slot != slot {
            entry.hand_in(tree);
            entry.slot = slot;
        }
        entry.visits += 1;
        seen + entry.visits
    }

    /// Adds the rate of a visit; false if the slot has no entry.
    #[inline]
    pub fn credit(&mut self, slot: u32, rate: f64) -> bool {
        let entry = &mut self.entries[slot as usize % ENTRIES];
        if entry.slot == slot {
            entry.total += rate;
        }
        entry.slot == slot
    }

    /// Adds all counts to the tree.
    pub fn hand_in(&mut self, tree: &UctTree) {
        for entry in &mut self.entries {
            entry.hand_in(tree);
        }
    }
}

impl Entry {
    fn hand_in(&mut self, tree: &UctTree) {
        if self.slot == NOWHERE {
            return;
        }
        let slot = tree.slot(self.slot);
        if self.visits > 0 {
            slot.visits.fetch_add(self.visits, Relaxed);
        }
        if self.total != 0.0 {
            add::<true>(&slot.total, self.total);
        }
        *self = Self::default();
    }
}

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Whether a few walks more or less make no difference. Asked at the beginning of each batch.
    pub(crate) fn begin_batch(&mut self) {
        let is_late = SHARED && self.tree.passes(self.tree.root()) >= BEGIN;
        self.busy_from = if is_late { BUSY_FROM } else { u32::MAX };
        self.stay = None; // nodes may have moved
    }

    /// Counts a try of any move of a node; the number of tries.
    #[inline]
    pub(crate) fn pass(&mut self, row: Row<'_>, node: u32) -> u32 {
        let seen = row.head.visits.load(Relaxed);
        if SHARED && seen >= self.busy_from { self.pending.visit(self.tree, node, seen) } else { row.pass::<SHARED>() }
    }

    /// Counts a try of the move at a place: its visits, the move, the node it leads to and the number of its proof.
    #[inline]
    pub(crate) fn visit(&mut self, row: Row<'_>, node: u32, place: usize) -> (u32, Move, u32, u32) {
        let seen = row.edges[place].visits.load(Relaxed);
        if SHARED && seen >= self.busy_from {
            let visits = self.pending.visit(self.tree, node + 1 + place as u32, seen);
            return row.look(place, visits);
        }
        row.visit::<SHARED>(place)
    }

    /// Adds the rate of a move on the path.
    #[inline]
    pub(crate) fn credit_step(&mut self, step: Step, rates: &Rates) {
        let rate = rates[step.view as usize];
        if !SHARED || !self.pending.credit(step.edge, rate) {
            self.tree.credit::<SHARED>(step.edge, rate);
        }
    }
}
