//! The transposition table: fixed memory, shared without locks.
//!
//! An entry is three words, the first of which is the key mixed into the other two: a torn write from another thread
//! does not match any key and is simply not found (Hyatt and Mann 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::memory::{Filling, zeroed};
use super::score::{MAX_PLY, UNLIMITED};
use super::{Window, score};
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

impl Bound {
    /// What a value says that was found with a window. If the window is only one value, that value is an upper bound.
    #[inline]
    pub(crate) fn of(value: f64, window: Window) -> Self {
        match value {
            value if value <= window.alpha => Self::Upper,
            value if value >= window.beta => Self::Lower,
            _ => Self::Exact,
        }
    }

    /// Whether a score with this bound answers the question of a window.
    #[inline]
    pub(crate) fn answers(self, score: f64, window: Window) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= window.beta,
            Self::Upper => score <= window.alpha,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// Best move, or the one that cut.
    pub choice: Move,
    /// Score, with distances counted from the position itself.
    pub score: f64,
    pub depth: u32,
    /// What the score says.
    pub bound: Bound,
    /// Whether no greater depth can change the score.
    pub is_final: bool,
}

impl Entry {
    /// Whether a search of this depth would find the same; if it need not be exact, whether it would find no more.
    #[inline]
    pub fn answers(&self, depth: u32, exact: bool) -> bool {
        if self.depth == depth || (self.depth > depth && !exact) {
            return true;
        }
        self.is_final && (self.depth < depth || score::distance(self.score).is_some_and(|plies| plies <= depth))
    }
}

const SLOTS: usize = 4;
/// What an entry loses in worth with every search since it was stored, in plies or powers of two.
const AGEING: i64 = 8;

/// The words of an entry: the check, the score, and from the lowest bit on: bound (2), final (1), depth (13), work (8),
/// generation (8), move (32).
struct Slot {
    check: AtomicU64,
    score: AtomicU64,
    rest: AtomicU64,
}

/// Entries by key, in clusters of four.
pub struct TranspositionTable {
    clusters: Box<[[Slot; SLOTS]]>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most this many bytes; None if the machine does not have the memory.
    pub fn new(bytes: usize, filling: Filling) -> Option<Self> {
        let number = (bytes / size_of::<[Slot; SLOTS]>()).max(1);
        // SAFETY: zeros are a valid slot, an empty one; there is at least one cluster.
        let clusters = unsafe { zeroed(number, filling)? };
        Some(Self { clusters, generation: AtomicU8::new(0) })
    }

    /// A new search begins: all entries become older.
    pub fn age(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Asks for the memory of a position that will be looked up soon: it arrives while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing; the address is that of a cluster.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch(std::ptr::from_ref(self.cluster(key)).cast(), _MM_HINT_T0);
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.cluster(key).iter().find_map(|slot| slot.load(key))
    }

    /// Stores a result that took so many nodes. It replaces the same position unless that is known deeper or exactly, else the
    /// entry that is worth least, being shallow or old; in a search to the end of the game, where all are equally deep, the one that
    /// took the least work.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry, nodes: u64) {
        let cluster = self.cluster(key);
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = &cluster[0];
        let mut least = i64::MAX;
        for slot in cluster {
            if let Some(old) = slot.load(key) {
                let keep = entry.depth < old.depth
                    || (entry.depth == old.depth && entry.bound != Bound::Exact && old.bound == Bound::Exact);
                if !keep {
                    slot.save(key, entry, nodes, generation);
                }
                return;
            }
            let worth = slot.worth(generation);
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        victim.save(key, entry, nodes, generation);
    }

    #[inline]
    fn cluster(&self, key: u64) -> &[Slot; SLOTS] {
        &self.clusters[((u128::from(key) * self.clusters.len() as u128) >> 64) as usize]
    }
}

const FINAL: u64 = 1 << 2;

/// Stands for an unlimited depth.
const TO_THE_END: u64 = 0x1FFF;
const _: () = assert!((MAX_PLY as u64) < TO_THE_END);

#[inline]
fn depth_of(rest: u64) -> u32 {
    match (rest >> 3) & TO_THE_END {
        TO_THE_END => UNLIMITED,
        depth => depth as u32,
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
        Some(Entry {
            choice: (rest >> 32) as Move,
            score: f64::from_bits(score),
            depth: depth_of(rest),
            bound,
            is_final: rest & FINAL != 0,
        })
    }

    /// The worth of this entry, which would be lost; an empty slot is worth nothing.
    #[inline]
    fn worth(&self, generation: u8) -> i64 {
        let rest = self.rest.load(Ordering::Relaxed);
        let age = generation.wrapping_sub((rest >> 24) as u8);
        let worth = match depth_of(rest) {
            UNLIMITED => i64::from((rest >> 16) as u8),
            depth => i64::from(depth),
        };
        if rest == 0 { i64::MIN } else { worth - AGEING * i64::from(age) }
    }

    #[inline]
    fn save(&self, key: u64, entry: Entry, nodes: u64, generation: u8) {
        let score = entry.score.to_bits();
        let depth = if entry.depth == UNLIMITED { TO_THE_END } else { u64::from(entry.depth) };
        let work = u64::from(u64::BITS - nodes.leading_zeros());
        let rest = (u64::from(entry.choice as u32) << 32)
            | (u64::from(generation) << 24)
            | (work << 16)
            | (depth << 3)
            | if entry.is_final { FINAL } else { 0 }
            | entry.bound as u64;
        self.score.store(score, Ordering::Relaxed);
        self.rest.store(rest, Ordering::Relaxed);
        self.check.store(key ^ score ^ rest, Ordering::Relaxed);
    }
}
