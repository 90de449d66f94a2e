//! What proof-number search knows of positions: fixed memory; entries that took the least work are replaced first.

use crate::search::memory::{Filling, zeroed};
use crate::search::score;

/// The proof number of an impossible goal, larger than any other.
pub const NEVER: u32 = 1 << 30;

/// What is known of a position, as the player to move sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// How many positions must be decided to show that the player reaches its goal.
    pub phi: u32,
    /// How many positions must be decided to show that it does not.
    pub delta: u32,
    /// Once decided: the least utility if phi is 0, the greatest if delta is 0.
    pub value: f64,
}

impl Known {
    /// An open question.
    pub fn open(phi: u32, delta: u32) -> Self {
        Self { phi, delta, value: 0.0 }
    }

    /// The player to move has reached its goal, or never will.
    pub fn settled(value: f64, reached: bool) -> Self {
        let (phi, delta) = if reached { (0, NEVER) } else { (NEVER, 0) };
        Self { phi, delta, value }
    }

    pub fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// The same from the view of the player who made the move that led here; that player may move again.
    pub fn above(&self, stays: bool) -> Self {
        let value = score::from_table(self.value, 1);
        if stays { Self { value, ..*self } } else { Self { phi: self.delta, delta: self.phi, value: -value } }
    }
}

const SLOTS: usize = 4;

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    /// Both numbers, or the value once decided.
    data: u64,
    /// Nodes that the entry took; 0 in an empty slot.
    effort: u32,
    kind: Kind,
}

/// What the data of a slot mean. 0 must be a valid kind, because new memory is zeroed.
#[derive(Clone, Copy)]
#[repr(u32)]
enum Kind {
    Open = 0,
    Reached = 1,
    Missed = 2,
}

/// What is known, by key, in clusters of four.
pub struct ProofTable {
    clusters: Box<[[Slot; SLOTS]]>,
}

impl ProofTable {
    /// A table of at most this many bytes; None if the machine does not have the memory.
    pub fn new(bytes: usize) -> Option<Self> {
        let number = (bytes / size_of::<[Slot; SLOTS]>()).max(1);
        // SAFETY: zeros are a valid slot, an empty one; there is at least one cluster.
        let clusters = unsafe { zeroed(number, Filling::Sparse)? };
        Some(Self { clusters })
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Known> {
        let slot = self.clusters[self.place(key)].iter().find(|slot| slot.is_of(key))?;
        Some(match slot.kind {
            Kind::Open => Known::open(slot.data as u32, (slot.data >> 32) as u32),
            Kind::Reached => Known::settled(f64::from_bits(slot.data), true),
            Kind::Missed => Known::settled(f64::from_bits(slot.data), false),
        })
    }

    /// Stores what is known after this many more nodes: in the place of the same position, or of the entry that took the least.
    #[inline]
    pub fn store(&mut self, key: u64, known: Known, nodes: u64) {
        let (kind, data) = match known {
            Known { phi: 0, value, .. } => (Kind::Reached, value.to_bits()),
            Known { delta: 0, value, .. } => (Kind::Missed, value.to_bits()),
            Known { phi, delta, .. } => (Kind::Open, u64::from(phi) | u64::from(delta) << 32),
        };
        let place = self.place(key);
        let cluster = &mut self.clusters[place];
        let mut victim = 0;
        let mut before = 0;
        for index in 0..SLOTS {
            if cluster[index].is_of(key) {
                (victim, before) = (index, cluster[index].effort);
                break;
            }
            if cluster[index].effort < cluster[victim].effort {
                victim = index;
            }
        }
        let effort = before.saturating_add(u32::try_from(nodes).unwrap_or(u32::MAX)).max(1);
        cluster[victim] = Slot { key, data, effort, kind };
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }
}

impl Slot {
    #[inline]
    fn is_of(&self, key: u64) -> bool {
        self.key == key && self.effort != 0
    }
}
