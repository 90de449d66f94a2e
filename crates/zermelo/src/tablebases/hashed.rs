//! A tablebase of states without a numbering: they are found by their hashes, which are sorted.
//!
//! The file is laid out like that of any tablebase (`file`), with entries of two bytes: four for the salt that chose the hash
//! function, four for each state's hash, in ascending order, and then one for what each state is worth, in the same order.
//! Hashes are spread evenly, so a hash is found near the place that its size suggests.
//!
//! No two states of the tablebase have the same hash; that was checked when it was built. A state that is not in it
//! is recognised by its hash alone, so with n states, one other state in 2^64 / n is mistaken for one of them.

use std::path::Path;

use super::graph::{Plan, Side, Summary};
use super::writer::THOROUGHLY;
use super::{
    AnalysisError, Answer, BLOCK, Cache, KnownPositions, Label, Progress, Reach, Tablebase, TablebaseError, Verdict, WIDTH,
    writer,
};
use crate::game::hash_salted;

/// Entries of a hash.
const WORD: u64 = 4;
/// Guesses of the place of a hash; then bisection follows.
const GUESSES: u32 = 8;

/// An open tablebase.
pub struct StateTablebase {
    /// The file.
    pub table: Tablebase,
    cache: Cache,
    pub(super) states: u64,
    salt: u64,
}

impl StateTablebase {
    /// Opens a tablebase; `memory` is for the blocks that were used last.
    pub fn open(path: &Path, memory: usize) -> Answer<Self> {
        let table = Tablebase::open(path)?;
        let entries = table.label.entries;
        if table.label.width != WIDTH || entries % (WORD + 1) != WORD {
            return Err(TablebaseError::Damaged(path.into()));
        }
        let cache = Cache::new(memory);
        let salt = table.word(0, &cache)?;
        Ok(Self { table, cache, states: entries / (WORD + 1), salt })
    }

    /// The value of a state; None if it is not in the tablebase.
    pub fn find(&self, record: &[u8]) -> Answer<Option<Verdict>> {
        match self.rank(hash_salted(record, self.salt))? {
            Some(rank) => self.table.probe(WORD * (self.states + 1) + rank, &self.cache),
            None => Ok(None),
        }
    }

    fn rank(&self, hash: u64) -> Answer<Option<u64>> {
        let (mut low, mut high) = (0, self.states);
        let (mut least, mut most) = (0, u64::MAX);
        let mut looks = 0;
        while low < high && (least..=most).contains(&hash) {
            looks += 1;
            let part = u128::from(hash - least) * u128::from(high - low) / (u128::from(most - least) + 1);
            let guess = if looks > GUESSES { u64::midpoint(low, high) } else { low + part as u64 };
            let found = self.table.word(WORD * (guess + 1), &self.cache)?;
            if found == hash {
                return Ok(Some(guess));
            }
            if found < hash {
                (low, least) = (guess + 1, found + 1);
            } else {
                (high, most) = (guess, found - 1);
            }
        }
        Ok(None)
    }
}

impl KnownPositions for StateTablebase {
    /// A damaged block counts as unknown.
    fn probe(&self, record: &[u8]) -> Option<Verdict> {
        self.find(record).ok().flatten()
    }
}

/// Writes what an analysis found.
pub fn write(plan: &Plan, reach: &Reach, entries: &[u16], summary: &Summary, watch: &Progress) -> Result<(), AnalysisError> {
    let mut salt = 0;
    let order = loop {
        let hash = |(record, &entry)| (hash_salted(record, salt), entry);
        let mut order: Vec<(u64, u16)> = reach.states.records.chunks_exact(reach.states.size).zip(entries).map(hash).collect();
        order.sort_unstable();
        if order.windows(2).all(|pair| pair[0].0 != pair[1].0) {
            break order;
        }
        salt += 1; // two states have the same hash; another salt will separate them
    };
    let states = order.len() as u64;
    let label = Label {
        game: plan.game.clone(),
        name: plan.name.clone(),
        facts: facts(plan, summary),
        width: WIDTH,
        entries: WORD * (states + 1) + states,
        block: BLOCK,
    };
    let part = |index: u64| match index {
        0..WORD => part_of(salt, index),
        index if index < WORD * (states + 1) => part_of(order[(index / WORD - 1) as usize].0, index % WORD),
        index => order[(index - WORD * (states + 1)) as usize].1,
    };
    writer::write(&plan.path, &label, THOROUGHLY, &mut |first, place| {
        watch.look_up().map_err(|_| TablebaseError::Stopped)?;
        for (index, bytes) in (first..).zip(place.chunks_exact_mut(WIDTH)) {
            bytes.copy_from_slice(&part(index).to_le_bytes());
        }
        watch.set(first / (WORD + 1));
        Ok(())
    })?;
    Ok(())
}

fn part_of(word: u64, quarter: u64) -> u16 {
    (word >> (16 * quarter)) as u16
}

/// Statistics of the whole tablebase, as JSON.
fn facts(plan: &Plan, summary: &Summary) -> String {
    let side = |(name, side): (&String, &Side)| {
        let ([win, draw, loss], won, lost) = (side.counts, side.longest_win, side.longest_loss);
        format!(
            "{{\"to_move\": {name}, \"win\": {win}, \"draw\": {draw}, \"loss\": {loss}, \
             \"longest_win\": {won}, \"longest_loss\": {lost}}}"
        )
    };
    let sides: Vec<String> = plan.players.iter().zip(&summary.sides).map(side).collect();
    let longest = summary.sides.iter().map(|side| side.longest_win).max().unwrap_or(0);
    let (start, example) = (hex(plan.starts.first().map_or(&[], Vec::as_slice)), hex(&summary.example));
    format!(
        "{{\"sides\": [{}], \"longest_win\": {longest}, \"states\": {}, \"over\": {}, \
         \"example\": \"{example}\", \"start\": \"{start}\"}}",
        sides.join(", "),
        summary.states,
        summary.over
    )
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
