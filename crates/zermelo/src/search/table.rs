//! The transposition table: fixed memory, shared without locks. See `search/table.py`.
//!
//! An entry is three words, the first of which is the key mixed into the other two: a torn write from another thread
//! does not match any key and is simply not found (Hyatt and Mann 2002).

use std::alloc::{Layout, alloc_zeroed};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::Move;

/// How an entry's score bounds the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Equal.
    Exact = 0,
    /// The value is at least the score.
    Lower = 1,
    /// The value is at most the score.
    Upper = 2,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Best move, or the one that cut.
    pub choice: Move,
    /// Score, with distances counted from the position itself.
    pub score: f64,
    /// Plies searched.
    pub depth: u32,
    /// What the score says.
    pub bound: Bound,
}

const SLOTS: usize = 4;

struct Slot {
    check: AtomicU64,
    score: AtomicU64,
    rest: AtomicU64,
}

/// Entries by key, in clusters of four.
pub struct Table {
    clusters: Box<[[Slot; SLOTS]]>,
}

impl Table {
    /// A table of at most this many bytes; None when the machine does not have them.
    #[must_use]
    pub fn new(bytes: usize) -> Option<Self> {
        let number = (bytes / size_of::<[Slot; SLOTS]>()).max(1);
        let layout = Layout::array::<[Slot; SLOTS]>(number).ok()?;
        // SAFETY: the layout is not empty; slots are integers, for which zeros are valid; a box frees by the same layout.
        // Memory that comes zeroed from the system costs nothing until it is used.
        let clusters = unsafe {
            let memory = alloc_zeroed(layout).cast::<[Slot; SLOTS]>();
            if memory.is_null() {
                return None;
            }
            Box::from_raw(std::ptr::slice_from_raw_parts_mut(memory, number))
        };
        Some(Self { clusters })
    }

    /// What is known about a position.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| slot.load(key))
    }

    /// Keeps a result: over the same position unless that is known deeper or exactly, else over the shallowest entry.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let cluster = self.cluster(key);
        let mut victim = &cluster[0];
        let mut least = u32::MAX;
        for slot in cluster {
            if let Some(old) = slot.load(key) {
                let keep = entry.depth < old.depth
                    || (entry.depth == old.depth && entry.bound != Bound::Exact && old.bound == Bound::Exact);
                if !keep {
                    slot.save(key, entry);
                }
                return;
            }
            let depth = slot.depth();
            if depth < least {
                (victim, least) = (slot, depth);
            }
        }
        victim.save(key, entry);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; SLOTS] {
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }
}

impl Slot {
    #[inline]
    fn load(&self, key: u64) -> Option<Entry> {
        let (score, rest) = (self.score.load(Ordering::Relaxed), self.rest.load(Ordering::Relaxed));
        if rest == 0 || self.check.load(Ordering::Relaxed) != key ^ score ^ rest {
            return None;
        }
        let bound = match rest & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        };
        Some(Entry { choice: (rest >> 32) as Move, score: f64::from_bits(score), depth: ((rest >> 2) & 0x1F_FFFF) as u32, bound })
    }

    /// Depth of whatever is here; 0 for an empty slot, since only searched positions are stored.
    #[inline]
    fn depth(&self) -> u32 {
        ((self.rest.load(Ordering::Relaxed) >> 2) & 0x1F_FFFF) as u32
    }

    #[inline]
    fn save(&self, key: u64, entry: Entry) {
        let score = entry.score.to_bits();
        let rest = (u64::from(entry.choice as u32) << 32) | (u64::from(entry.depth) << 2) | entry.bound as u64;
        self.score.store(score, Ordering::Relaxed);
        self.rest.store(rest, Ordering::Relaxed);
        self.check.store(key ^ score ^ rest, Ordering::Relaxed);
    }
}
