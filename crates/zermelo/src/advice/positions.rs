//! Positions by number: records one after another, found again by a hash. What only counts (moves made, plies since a capture)
//! can be forgotten, so that positions that differ in nothing else are one.

use super::vocabulary::Buffer;
use crate::game::{Game, hash_record};

/// A part of a record that is always the same: where it starts, and its bytes.
pub type Forgotten = (usize, Vec<u8>);

const EMPTY: u64 = u64::MAX;

/// A set of positions, each with a number.
#[derive(Debug)]
pub struct Positions {
    size: usize,
    records: Vec<u8>,
    /// The upper half of the hash, so that a glance tells most others apart, and the number.
    places: Vec<u64>,
    count: usize,
}

impl Positions {
    /// No positions yet; records have so many bytes.
    pub fn new(size: usize) -> Self {
        Self { size, records: Vec::new(), places: vec![EMPTY; 1 << 10], count: 0 }
    }

    /// Bytes of a record.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The record of a position.
    #[inline]
    pub fn record(&self, index: usize) -> &[u8] {
        &self.records[index * self.size..(index + 1) * self.size]
    }

    /// The number of a position that is known.
    #[inline]
    pub fn find(&self, record: &[u8]) -> Option<usize> {
        let found = self.places[self.place(record, hash_record(record))];
        (found != EMPTY).then_some(found as u32 as usize)
    }

    /// The number of a position, which is a new one if it is not known yet.
    pub fn add(&mut self, record: &[u8]) -> usize {
        let hash = hash_record(record);
        let place = self.place(record, hash);
        if self.places[place] != EMPTY {
            return self.places[place] as u32 as usize;
        }
        let index = self.count;
        self.places[place] = hash >> 32 << 32 | index as u64;
        self.records.extend_from_slice(record);
        self.count += 1;
        if self.count * 2 > self.places.len() {
            self.grow();
        }
        index
    }

    /// Where a position is, or would be.
    #[inline]
    fn place(&self, record: &[u8], hash: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash as usize & mask;
        loop {
            let found = self.places[place];
            if found == EMPTY || (found >> 32 == hash >> 32 && self.record(found as u32 as usize) == record) {
                return place;
            }
            place = (place + 1) & mask;
        }
    }

    fn grow(&mut self) {
        self.places = vec![EMPTY; self.places.len() * 4];
        let mask = self.places.len() - 1;
        for index in 0..self.count {
            let hash = hash_record(self.record(index));
            let mut place = hash as usize & mask;
            while self.places[place] != EMPTY {
                place = (place + 1) & mask;
            }
            self.places[place] = hash >> 32 << 32 | index as u64;
        }
    }
}

/// How states are told apart: a name of so many bytes, and the way back.
pub struct Naming<'a, S> {
    /// Bytes of a name.
    pub size: usize,
    /// Appends the name of a state.
    pub write: &'a (dyn Fn(&S, &mut Vec<u8>) + Sync),
    /// The state of a name.
    pub read: &'a (dyn Fn(&[u8]) -> S + Sync),
}

/// Writes a state's record without what is to be forgotten.
#[inline]
pub fn write_plain<G: Game>(game: &G, s: &G::State, forgotten: &[Forgotten], out: &mut Buffer) {
    game.write_into(s, out.bytes_mut());
    for (offset, bytes) in forgotten {
        out.bytes_mut()[*offset..*offset + bytes.len()].copy_from_slice(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::Positions;

    #[test]
    fn positions_keep_their_numbers() {
        let mut positions = Positions::new(4);
        for round in 0..2 {
            for number in 0..5000_u32 {
                let record = number.wrapping_mul(2_654_435_761).to_ne_bytes();
                assert_eq!(positions.find(&record), (round == 1).then_some(number as usize));
                assert_eq!(positions.add(&record), number as usize);
            }
        }
        assert_eq!(positions.len(), 5000);
        assert_eq!(positions.record(7), 7_u32.wrapping_mul(2_654_435_761).to_ne_bytes());
    }
}
