//! Proven utilities of a Monte-Carlo search, by number, so that a move in the tree needs four bytes for its proof.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use super::Rates;
use super::scale::MOST_PLAYERS;

/// The most proofs that are kept; fewer if memory is short.
const MOST_PROOFS: usize = 1 << 18;
/// Bytes of a proof, in the list, in the map and in each thread's own list, with room to grow.
const PROOF: usize = 512;
/// Most games have few proofs, which a thread finds in its own list sooner than in the map, and without the lock.
const FEW: usize = 8;

/// Proven utilities of all players, by number from 1.
#[derive(Default)]
struct Known {
    all: Vec<Rates>,
    numbers: HashMap<[u64; MOST_PLAYERS], u32>,
}

/// Utilities of all players, numbered from 1 as they are proven.
pub struct Proofs {
    known: RwLock<Known>,
    /// How many there are. Threads read it instead of the lock, which would make them wait for each other's memory.
    number: AtomicUsize,
    most: usize,
}

impl Proofs {
    /// No proofs yet, with memory of about this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { known: RwLock::default(), number: AtomicUsize::new(0), most: (bytes / PROOF).clamp(16, MOST_PROOFS) }
    }

    /// The number of a proof, which a thread may have in its own list; 0 if there are too many.
    pub fn number_of(&self, utilities: &Rates, mine: &[Rates]) -> u32 {
        if let Some(place) = mine.iter().take(FEW).position(|known| known == utilities) {
            return place as u32 + 1;
        }
        let bits = utilities.map(|utility| (utility + 0.0).to_bits());
        if let Some(&number) = self.known.read().unwrap_or_else(PoisonError::into_inner).numbers.get(&bits) {
            return number;
        }
        let mut proofs = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = proofs.numbers.get(&bits) {
            return number;
        }
        if proofs.all.len() >= self.most {
            return 0;
        }
        proofs.all.push(*utilities);
        let number = proofs.all.len() as u32;
        proofs.numbers.insert(bits, number);
        self.number.store(proofs.all.len(), Ordering::Release);
        number
    }

    /// Appends the proofs that a thread does not have yet.
    pub fn tell(&self, known: &mut Vec<Rates>) {
        if known.len() == self.number.load(Ordering::Acquire) {
            return;
        }
        let proofs = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.extend_from_slice(&proofs.all[known.len()..]);
    }
}
