//! The slots that a Monte-Carlo tree is made of: a node is a row of them, a head and one for each move.

use std::sync::atomic::{AtomicI32, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::game::{Move, Player};

/// No node.
pub const NOWHERE: u32 = 0;
/// A thread is about to put a node here.
pub const BUSY: u32 = u32::MAX;

/// A move, or the head of a node: then the fields are passes, player, number of moves, first move to try, and where the
/// last try went (while memory is tidied up, where the node goes).
pub struct Slot {
    pub(crate) total: AtomicU64,
    pub(crate) visits: AtomicU32,
    pub(crate) choice: AtomicI32,
    pub(crate) node: AtomicU32,
    pub(crate) proof: AtomicU32,
}

/// A node with its moves.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    pub(crate) head: &'a Slot,
    pub(crate) edges: &'a [Slot],
}

impl<'a> Row<'a> {
    #[inline]
    pub fn player(self) -> Player {
        self.head.choice.load(Relaxed)
    }

    /// The node that the last try led to. More often than not the next one goes there, too.
    #[inline]
    pub fn last_child(self) -> u32 {
        self.head.total.load(Relaxed) as u32
    }

    /// One more try of any move; their number.
    #[inline]
    pub fn pass<const SHARED: bool>(self) -> u32 {
        bump::<SHARED>(&self.head.visits)
    }

    /// The place of the move whose turn it is to be tried for the first time, at this pass.
    #[inline]
    pub fn untried(self, passes: u32) -> Option<usize> {
        let (turn, count) = (passes as usize - 1, self.edges.len());
        (turn < count).then(|| {
            let place = self.head.proof.load(Relaxed) as usize + turn;
            if place < count { place } else { place - count }
        })
    }

    /// Sum of rates, visits and number of the proof of each move.
    #[inline]
    pub fn tries(self) -> impl Iterator<Item = (f64, u32, u32)> + use<'a> {
        self.edges
            .iter()
            .map(|slot| (f64::from_bits(slot.total.load(Relaxed)), slot.visits.load(Relaxed), slot.proof.load(Relaxed)))
    }

    /// One more try of the move at a place: its visits, the move, the node it leads to and the number of its proof.
    #[inline]
    pub fn visit<const SHARED: bool>(self, place: usize) -> (u32, Move, u32, u32) {
        let found = self.look(place, bump::<SHARED>(&self.edges[place].visits));
        if !SHARED {
            self.head.total.store(u64::from(found.2), Relaxed); // others would have to fetch the line again
        }
        found
    }

    /// The same without a try, with visits that are known already.
    #[inline]
    pub fn look(self, place: usize, visits: u32) -> (u32, Move, u32, u32) {
        let slot = &self.edges[place];
        let node = slot.node.load(std::sync::atomic::Ordering::Acquire);
        let node = if node == BUSY { NOWHERE } else { node };
        (visits, slot.choice.load(Relaxed), node, slot.proof.load(Relaxed))
    }

    pub fn place(self, choice: Move) -> Option<usize> {
        self.edges.iter().position(|slot| slot.choice.load(Relaxed) == choice)
    }
}

/// Adds one; the new number. A single thread needs no locked instruction.
#[inline]
pub fn bump<const SHARED: bool>(number: &AtomicU32) -> u32 {
    if SHARED {
        return number.fetch_add(1, Relaxed) + 1;
    }
    let more = number.load(Relaxed) + 1;
    number.store(more, Relaxed);
    more
}

/// Adds to a sum.
#[inline]
pub fn add<const SHARED: bool>(total: &AtomicU64, rate: f64) {
    let sum = |bits: u64| (f64::from_bits(bits) + rate).to_bits();
    if SHARED {
        let _ = total.fetch_update(Relaxed, Relaxed, |bits| Some(sum(bits)));
    } else {
        total.store(sum(total.load(Relaxed)), Relaxed);
    }
}
