//! Every state that can be reached: the first half of retrograde analysis. See `tablebases/retrograde.py`.
//!
//! States are found breadth first and numbered as they are found, so that the numbers are the same for any number of threads.
//! A round takes the next states that are not explored yet. Threads play their moves and look the results up in
//! the states known so far, which is most of the work. Then one thread adds the new states, in order.

use std::thread;

use super::error::AnalysisError;
use crate::game::{CHANCE, Game, Move, Outcome, hash_salted};

/// How a state stands, from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// A player is to move.
    Open,
    /// Over: 1, 0 or -1.
    Over(i8),
}

/// A target that has no number yet.
const FRESH: u32 = u32::MAX;
/// States that a thread looks at in one go.
const CHUNK: usize = 1 << 13;
/// A round takes at most one in so many of the states that are known, but no less than the least: memory is looked at
/// between rounds, and must not run out within one.
const PART: usize = 16;
const LEAST: usize = 1 << 8;
/// Below this, starting threads costs more than they bring.
const WORTH_THREADS: usize = 1 << 9;

/// States, and where their moves lead.
#[derive(Debug)]
pub struct Reach {
    /// Chooses one hash function of many.
    pub salt: u64,
    size: usize,
    records: Vec<u8>,
    hashes: Vec<u64>,
    /// Numbers of states plus one, by hash; 0 for none.
    slots: Vec<u32>,
    /// For each state that was looked at: the player to move, and how it stands.
    marks: Vec<u8>,
    degrees: Vec<u32>,
    targets: Vec<u32>,
}

/// What is kept of a reach, to go on with it later.
#[derive(Debug, Default)]
pub struct Kept {
    pub(super) salt: u64,
    pub(super) records: Vec<u8>,
    pub(super) marks: Vec<u8>,
    pub(super) degrees: Vec<u32>,
    pub(super) targets: Vec<u32>,
}

/// What one thread found out about its share of a round.
#[derive(Default)]
struct Share {
    marks: Vec<u8>,
    degrees: Vec<u32>,
    targets: Vec<u32>,
    fresh: Vec<u8>,
    hashes: Vec<u64>,
}

impl Reach {
    /// Only the states to begin with.
    pub fn new(size: usize, starts: &[Vec<u8>], salt: u64) -> Result<Self, AnalysisError> {
        let (records, hashes, slots) = (Vec::new(), Vec::new(), vec![0; 1 << 10]);
        let mut reach = Self { salt, size, records, hashes, slots, marks: Vec::new(), degrees: Vec::new(), targets: Vec::new() };
        for start in starts {
            reach.number(start, hash_salted(start, salt))?;
        }
        Ok(reach)
    }

    /// A reach that was begun earlier.
    pub fn resume(size: usize, kept: Kept) -> Result<Self, AnalysisError> {
        let mut reach = Self::new(size, &[], kept.salt)?;
        for record in kept.records.chunks_exact(size) {
            reach.number(record, hash_salted(record, kept.salt))?;
        }
        Ok(Self { marks: kept.marks, degrees: kept.degrees, targets: kept.targets, ..reach })
    }

    /// How many states are known.
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether no state is known.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// How many have been looked at.
    pub fn looked_at(&self) -> usize {
        self.marks.len()
    }

    /// Whether all have been looked at.
    pub fn is_complete(&self) -> bool {
        self.looked_at() == self.len()
    }

    /// The parts that cannot be worked out again from the others: records, marks, degrees, targets.
    pub fn parts(&self) -> (&[u8], &[u8], &[u32], &[u32]) {
        (&self.records, &self.marks, &self.degrees, &self.targets)
    }

    /// A state's record.
    pub fn record(&self, number: usize) -> &[u8] {
        &self.records[number * self.size..(number + 1) * self.size]
    }

    /// A state's hash.
    pub fn hash(&self, number: usize) -> u64 {
        self.hashes[number]
    }

    /// The player to move.
    pub fn mover(&self, number: usize) -> usize {
        usize::from(self.marks[number] & 1)
    }

    /// How a state stands.
    pub fn standing(&self, number: usize) -> Standing {
        standing(self.marks[number])
    }

    /// How many moves each state has.
    pub fn degrees(&self) -> &[u32] {
        &self.degrees
    }

    /// Where all moves of all states lead, in order.
    pub fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Frees the memory that is needed only to look states up.
    pub fn close(&mut self) {
        self.slots = Vec::new();
    }

    /// Bytes that the whole analysis takes, if these are all the states there are.
    pub fn bytes(&self) -> usize {
        let (states, edges) = (self.len(), self.targets.len());
        let always = states * (self.size + 8 + 1 + 4) + 4 * edges;
        let looking_up = 4 * self.slots.len() * if self.is_crowded() { 3 } else { 1 };
        let working_back = states * (8 + 2 + 4 + 4) + 4 * edges;
        always + looking_up.max(working_back)
    }

    /// Looks at the next states, with so many threads.
    pub fn advance<G: Game>(&mut self, game: &G, threads: usize) -> Result<(), AnalysisError> {
        let from = self.looked_at();
        let to = self.len().min(from + (CHUNK * threads).min((self.len() / PART).max(LEAST)));
        let threads = if to - from < WORTH_THREADS { 1 } else { threads };
        let part = (to - from).div_ceil(threads);
        let ranges = (0..threads).map(|thread| (from + thread * part).min(to)..(from + (thread + 1) * part).min(to));
        let shares: Vec<Result<Share, AnalysisError>> = if threads == 1 {
            vec![self.look(game, from..to)]
        } else {
            thread::scope(|scope| {
                let known = &*self;
                let work: Vec<_> = ranges.map(|range| scope.spawn(move || known.look(game, range))).collect();
                work.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
            })
        };
        shares.into_iter().try_for_each(|share| self.take_in(&share?))
    }

    /// What the moves of some states lead to.
    fn look<G: Game>(&self, game: &G, range: std::ops::Range<usize>) -> Result<Share, AnalysisError> {
        let mut share = Share::default();
        let mut moves = Vec::new();
        for number in range {
            moves.clear();
            self.look_at(game, number, &mut moves, &mut share)?;
        }
        Ok(share)
    }

    fn look_at<G: Game>(&self, game: &G, number: usize, moves: &mut Vec<Move>, share: &mut Share) -> Result<(), AnalysisError> {
        let s = game.read(self.record(number));
        let mover = game.to_move(&s)?;
        if mover == CHANCE {
            return Err(AnalysisError::Chance);
        }
        let outcome = game.outcome(&s)?;
        let standing = if outcome == Outcome::Ongoing {
            game.moves(&s, moves)?;
            Standing::Open
        } else {
            Standing::Over(verdict(game.worth(&s, outcome, mover)?, game.facts().bound())?)
        };
        share.marks.push(mark(mover as u8, standing));
        share.degrees.push(moves.len() as u32);
        for &choice in moves.iter() {
            let record = game.write(&game.after(&s, choice)?);
            let hash = hash_salted(&record, self.salt);
            let known = self.find(&record, hash)?;
            share.targets.push(known.unwrap_or(FRESH));
            if known.is_none() {
                share.fresh.extend_from_slice(&record);
                share.hashes.push(hash);
            }
        }
        Ok(())
    }

    /// Whether what was once found out is still so, as a sample of states shows; false when the rules have changed since.
    pub fn still_holds<G: Game>(&self, game: &G, sample: usize) -> bool {
        let step = (self.looked_at() / sample).max(1);
        let mut first = 0;
        for number in 0..self.looked_at() {
            let targets = &self.targets[first..first + self.degrees[number] as usize];
            first += targets.len();
            if number % step == 0 {
                let mut share = Share::default();
                let failed = self.look_at(game, number, &mut Vec::new(), &mut share).is_err();
                if failed || share.marks[0] != self.marks[number] || share.targets != targets {
                    return false;
                }
            }
        }
        true
    }

    fn take_in(&mut self, share: &Share) -> Result<(), AnalysisError> {
        let mut fresh = share.fresh.chunks_exact(self.size).zip(&share.hashes);
        for &target in &share.targets {
            let number = match target {
                FRESH => {
                    let (record, &hash) = fresh.next().expect("as many records as fresh targets");
                    self.number(record, hash)?
                }
                known => known,
            };
            self.targets.push(number);
        }
        self.marks.extend_from_slice(&share.marks);
        self.degrees.extend_from_slice(&share.degrees);
        Ok(())
    }

    /// The number of a state, a new one if need be.
    fn number(&mut self, record: &[u8], hash: u64) -> Result<u32, AnalysisError> {
        if let Some(number) = self.find(record, hash)? {
            return Ok(number);
        }
        let number = self.len();
        if number >= FRESH as usize - 1 {
            return Err(AnalysisError::Full { states: number as u64 });
        }
        self.records.extend_from_slice(record);
        self.hashes.push(hash);
        if self.is_crowded() {
            self.slots = vec![0; 2 * self.slots.len()];
            (0..=number).for_each(|number| self.put(number));
        } else {
            self.put(number);
        }
        Ok(number as u32)
    }

    fn is_crowded(&self) -> bool {
        3 * self.len() > 2 * self.slots.len()
    }

    fn put(&mut self, number: usize) {
        let mask = self.slots.len() - 1;
        let mut place = self.hashes[number] as usize & mask;
        while self.slots[place] != 0 {
            place = (place + 1) & mask;
        }
        self.slots[place] = number as u32 + 1;
    }

    fn find(&self, record: &[u8], hash: u64) -> Result<Option<u32>, AnalysisError> {
        let mask = self.slots.len() - 1;
        let mut place = hash as usize & mask;
        while self.slots[place] != 0 {
            let number = self.slots[place] - 1;
            if self.hashes[number as usize] == hash {
                return if self.record(number as usize) == record { Ok(Some(number)) } else { Err(AnalysisError::Collision) };
            }
            place = (place + 1) & mask;
        }
        Ok(None)
    }
}

/// A utility as win, draw or loss.
fn verdict(utility: f64, bound: f64) -> Result<i8, AnalysisError> {
    match utility {
        utility if utility >= bound => Ok(1),
        utility if utility <= -bound => Ok(-1),
        0.0 => Ok(0),
        utility => Err(AnalysisError::Utility(utility)),
    }
}

fn mark(mover: u8, standing: Standing) -> u8 {
    match standing {
        Standing::Open => mover,
        Standing::Over(outcome) => mover | ((outcome + 2) as u8) << 1,
    }
}

fn standing(mark: u8) -> Standing {
    match mark >> 1 {
        0 => Standing::Open,
        code => Standing::Over(code as i8 - 2),
    }
}
