//! Makes room in a full tree: the least visited nodes are dropped, and the others move together.

use std::sync::atomic::Ordering::Relaxed;

use super::UctTree;
use super::tree::{FIRST, NOWHERE};

/// One part in this many of the memory is kept when it runs out.
const KEPT: usize = 2;

impl UctTree {
    /// Drops all nodes. No other thread may use the tree meanwhile.
    pub fn clear_all(&self) {
        self.used.0.store(FIRST, Relaxed);
        self.tidied.fetch_add(1, Relaxed);
        self.full.store(false, Relaxed);
        self.set_root(NOWHERE);
        if let Some(mut positions) = self.positions() {
            positions.clear();
        }
    }

    /// Drops the least visited nodes, and all that the root does not lead to. No other thread may use the tree meanwhile.
    pub fn recycle(&self) {
        self.full.store(false, Relaxed);
        self.rows().for_each(|(head, _)| self.slots[head].total.store(0, Relaxed));
        self.mark(0);
        let least = self.threshold();
        self.rows().for_each(|(head, _)| self.slots[head].total.store(0, Relaxed));
        self.mark(least);
        let mut free = FIRST;
        for (head, length) in self.rows() {
            if self.slots[head].total.load(Relaxed) != 0 {
                self.slots[head].total.store(free as u64, Relaxed);
                free += length;
            }
        }
        let forward = |node: u32| if node == NOWHERE { 0 } else { self.slot(node).total.load(Relaxed) as u32 };
        self.set_root(forward(self.root()));
        if let Some(mut positions) = self.positions() {
            positions.retain(|_, node| {
                *node = forward(*node);
                *node != NOWHERE
            });
        }
        let rows: Vec<(usize, usize)> = self.rows().collect();
        for &(head, length) in &rows {
            if self.slots[head].total.load(Relaxed) != 0 {
                for edge in &self.slots[head + 1..head + length] {
                    edge.node.store(forward(edge.node.load(Relaxed)), Relaxed);
                }
            }
        }
        for (head, length) in rows {
            let target = self.slots[head].total.swap(0, Relaxed) as usize;
            if target != 0 {
                for index in 0..length {
                    self.copy(head + index, target + index);
                }
            }
        }
        self.used.0.store(free, Relaxed);
        self.tidied.fetch_add(1, Relaxed);
    }

    /// All rows, by where they begin and how many slots they have.
    fn rows(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (mut next, end) = (FIRST, self.used.0.load(Relaxed));
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let head = next;
                next += 1 + self.slots[head].node.load(Relaxed) as usize;
                (head, next - head)
            })
        })
    }

    /// How many passes a marked node needs to be kept.
    fn threshold(&self) -> u32 {
        let marked = self.rows().filter(|&(head, _)| self.slots[head].total.load(Relaxed) != 0);
        let mut sizes: Vec<(u32, usize)> = marked.map(|(head, length)| (self.slots[head].visits.load(Relaxed), length)).collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let mut room = self.slots.len() / KEPT;
        for (passes, length) in sizes {
            if length > room {
                return passes + 1;
            }
            room -= length;
        }
        0
    }

    /// Marks the root and every node it leads to that has enough passes.
    fn mark(&self, least: u32) {
        let mut waiting = vec![self.root()];
        while let Some(node) = waiting.pop() {
            if node == NOWHERE || self.slot(node).total.swap(1, Relaxed) != 0 {
                continue;
            }
            let below = self.edges(node).map(|edge| self.node(edge));
            waiting.extend(below.filter(|&node| node != NOWHERE && self.passes(node) >= least));
        }
    }

    pub(super) fn copy(&self, from: usize, to: usize) {
        let (old, new) = (&self.slots[from], &self.slots[to]);
        new.total.store(old.total.load(Relaxed), Relaxed);
        new.visits.store(old.visits.load(Relaxed), Relaxed);
        new.choice.store(old.choice.load(Relaxed), Relaxed);
        new.node.store(old.node.load(Relaxed), Relaxed);
        new.proof.store(old.proof.load(Relaxed), Relaxed);
        for (old, new) in self.numbers(from as u32).iter().zip(self.numbers(to as u32)) {
            new.store(old.load(Relaxed), Relaxed);
        }
    }
}
