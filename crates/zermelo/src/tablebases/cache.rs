//! The blocks that were used last, unpacked: a fixed amount of memory that many tablebases and threads share.
//!
//! A block belongs to one set of four, which has its own lock. If all four places are taken, the block that was used
//! longest ago is dropped. With thousands of sets, threads rarely wait for each other.

use std::sync::{Mutex, PoisonError};

use super::{Answer, BLOCK};
use crate::game::mix;

const PLACES: usize = 4;

#[derive(Default)]
struct Place {
    /// 0 if the place is empty.
    key: u64,
    used: u64,
    bytes: Vec<u8>,
}

#[derive(Default)]
struct Set {
    clock: u64,
    places: [Place; PLACES],
}

/// Unpacked blocks of tablebases.
pub struct Cache {
    sets: Box<[Mutex<Set>]>,
}

impl Cache {
    /// A cache of about this many bytes; memory is allocated when it is needed.
    pub fn new(bytes: usize) -> Self {
        let sets = (bytes / (PLACES * BLOCK)).max(1);
        Self { sets: (0..sets).map(|_| Mutex::default()).collect() }
    }

    /// The result of `read` on a block, which `unpack` fills if it is not in the cache. Keys are never 0.
    #[inline]
    pub fn look<T>(&self, key: u64, read: impl Fn(&[u8]) -> T, unpack: impl FnOnce(&mut Vec<u8>) -> Answer<()>) -> Answer<T> {
        let set = &self.sets[((u128::from(mix(key)) * self.sets.len() as u128) >> 64) as usize];
        {
            let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
            set.clock += 1;
            let clock = set.clock;
            if let Some(place) = set.places.iter_mut().find(|place| place.key == key) {
                place.used = clock;
                return Ok(read(&place.bytes));
            }
        }
        // Unpack without the lock: other threads need not wait. At worst, two threads do the same work.
        let mut bytes = Vec::new();
        unpack(&mut bytes)?;
        let answer = read(&bytes);
        let mut set = set.lock().unwrap_or_else(PoisonError::into_inner);
        let used = set.clock;
        if let Some(place) = set.places.iter_mut().min_by_key(|place| if place.key == key { 0 } else { place.used + 1 }) {
            *place = Place { key, used, bytes };
        }
        Ok(answer)
    }
}
