//! Positions by number: records one after another, found again by a hash.

use crate::game::hash_record;

const EMPTY: u64 = u64::MAX;

/// A set of positions, each with a number.
pub struct Positions {
    pub(crate) size: usize,
    pub(crate) records: Vec<u8>,
    /// The upper half of the hash, which rules out most other positions, and the number.
    places: Vec<u64>,
    count: usize,
}

impl Positions {
    /// An empty set, for records of `size` bytes.
    pub fn new(size: usize) -> Self {
        Self { size, records: Vec::new(), places: vec![EMPTY; 1 << 10], count: 0 }
    }

    pub fn len(&self) -> usize {
        self.count
    }

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
        if 3 * self.count > 2 * self.places.len() {
            self.grow();
        }
        index
    }

    /// Bytes of memory that are needed only to find positions.
    pub fn bytes_of_places(&self) -> usize {
        size_of_val(&*self.places)
    }

    /// Frees the memory that is needed only to find positions.
    pub fn close(&mut self) {
        self.places = Vec::new();
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
        self.places = vec![EMPTY; self.places.len() * 2];
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
