//! Proven utilities of a Monte-Carlo search, by number, so that a move in the tree needs four bytes for its proof.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use super::Rates;
use super::scale::MOST_PLAYERS;

/// The most proofs that are kept; fewer if memory is short.
const MOST_PROOFS: usize = 1 << 18;
/// Bytes of a proof, in the list, in the map and in each thread's own list, with room to grow.
const PROOF: usize = 512;

/// Proven utilities of all players, by number from 1.
#[derive(Default)]
struct Known {
    all: Vec<Rates>,
    numbers: HashMap<[u64; MOST_PLAYERS], u32>,
}

/// Utilities of all players, numbered from 1 as they are proven.
pub struct Proofs {
    known: RwLock<Known>,
    most: usize,
}

impl Proofs {
    /// No proofs yet, with memory of about this many bytes.
    pub fn new(bytes: usize) -> Self {
        Self { known: RwLock::default(), most: (bytes / PROOF).clamp(16, MOST_PROOFS) }
    }

    /// The number of a proof; 0 if there are too many.
    pub fn number_of(&self, utilities: &Rates) -> u32 {
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
        number
    }

    /// Appends the proofs that a thread does not have yet.
    pub fn tell(&self, known: &mut Vec<Rates>) {
        let proofs = self.known.read().unwrap_or_else(PoisonError::into_inner);
        known.extend_from_slice(&proofs.all[known.len()..]);
    }
}
