//! Unfinished analyses on disk, so that a build that was stopped or killed continues where it was.
//!
//! A checkpoint is a file like a tablebase, complete or not there at all, beside the tablebase that it will become. Its facts
//! are numbers that say how far the analysis is. A checkpoint that is damaged, or belongs to another build, is ignored: it is
//! always correct to begin again.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::retrograde::{Analysis, BYTES, State};
use super::writer::QUICKLY;
use super::{Answer, Label, Positions, Reach, Tablebase, writer};

/// Bytes of a block, about; a multiple of what an entry takes.
const BLOCK: usize = BYTES << 14;
/// Saving takes at most one part in this many of the time.
const SHARE: u32 = 10;

/// Where the checkpoint of a tablebase is.
pub fn place(tablebase: &Path) -> PathBuf {
    let name = tablebase.file_name().unwrap_or_default().to_string_lossy();
    tablebase.with_file_name(format!("{name}.partial"))
}

/// Removes a checkpoint, and what killed processes have left of it.
pub fn remove(path: &Path) {
    let _ = fs::remove_file(path);
    writer::remove_leftovers(path);
}

/// When to save.
pub struct Schedule {
    every: Duration,
    last: Instant,
    wait: Duration,
}

impl Schedule {
    /// Saves at intervals of this time; at every opportunity if it is zero.
    pub fn new(every: Duration) -> Self {
        Self { every, last: Instant::now(), wait: every }
    }

    pub fn is_due(&self) -> bool {
        self.last.elapsed() >= self.wait
    }

    /// Saves, and waits longer if that took long.
    pub fn save(&mut self, save: impl FnOnce() -> Answer<()>) -> Answer<()> {
        let begun = Instant::now();
        save()?;
        let share = if self.every.is_zero() { 0 } else { SHARE };
        (self.last, self.wait) = (Instant::now(), self.every.max(begun.elapsed() * share));
        Ok(())
    }
}

pub fn save_analysis(path: &Path, game: &str, name: &str, analysis: &Analysis, size: u64) -> Answer<()> {
    let State { seen, level, last, decided } = analysis.state;
    let facts = [seen, u64::from(level), u64::from(last), decided];
    writer::write(path, &label(game, name, facts, BYTES, size), QUICKLY, &mut |first, place| {
        for (at, bytes) in place.chunks_exact_mut(BYTES).enumerate() {
            bytes.copy_from_slice(&analysis.save(first + at as u64));
        }
        Ok(())
    })
}

/// The saved analysis of an ending, if there is one.
pub fn load_analysis(path: &Path, game: &str, name: &str, size: u64) -> Option<Analysis> {
    let (saved, [seen, level, last, decided]) = open(path, game, name, BYTES)?;
    let label = &saved.label;
    if label.entries != size {
        return None;
    }
    let mut analysis = Analysis::new(size).ok()?;
    let mut block = Vec::new();
    for at in 0..label.blocks() {
        saved.unpack(at, &mut block).ok()?;
        analysis.restore(at * label.per_block(), &block);
    }
    analysis.state = State { seen, level: level as u32, last: last as u32, decided };
    Some(analysis)
}

/// Saves the states of a game that were reached so far; `purpose` says what they belong to.
pub fn save_reach(path: &Path, purpose: &str, reach: &Reach) -> Answer<()> {
    let Reach { states, marks, degrees, targets } = reach;
    let records = &states.records;
    let (first, second, third) = (records.len(), records.len() + marks.len(), records.len() + 5 * marks.len());
    let facts = [0, records.len() as u64, marks.len() as u64, targets.len() as u64];
    let label = label(REACH, purpose, facts, 1, (third + 4 * targets.len()) as u64);
    let byte = |at: usize| match at {
        at if at < first => records[at],
        at if at < second => marks[at - first],
        at if at < third => byte_of(degrees, at - second),
        at => byte_of(targets, at - third),
    };
    writer::write(path, &label, QUICKLY, &mut |first, place| {
        for (at, place) in (first as usize..).zip(place) {
            *place = byte(at);
        }
        Ok(())
    })
}

/// The saved states of a game, if there are any.
pub fn load_reach(path: &Path, purpose: &str, size: usize) -> Option<Reach> {
    let (saved, [_, first, marked, edges]) = open(path, REACH, purpose, 1)?;
    let (first, marked, edges) = (first as usize, marked as usize, edges as usize);
    let bytes = saved.load().ok()?;
    let (second, third) = (first + marked, first + 5 * marked);
    let mut states = Positions::new(size);
    for record in bytes.get(..first)?.chunks_exact(size) {
        states.add(record);
    }
    (bytes.len() == third + 4 * edges).then(|| Reach {
        states,
        marks: bytes[first..second].to_vec(),
        degrees: words(&bytes[second..third]),
        targets: words(&bytes[third..]),
    })
}

const REACH: &str = "reach";

fn label(game: &str, name: &str, facts: [u64; 4], width: usize, entries: u64) -> Label {
    let facts = facts.map(|number| number.to_string()).join(" ");
    Label { game: game.into(), name: name.into(), facts, width, entries, block: BLOCK }
}

/// A checkpoint for this purpose, and its facts.
fn open(path: &Path, game: &str, name: &str, width: usize) -> Option<(Tablebase, [u64; 4])> {
    let saved = Tablebase::open(path).ok()?;
    let label = &saved.label;
    if (&*label.game, &*label.name, label.width) != (game, name, width) {
        return None;
    }
    let facts: Vec<u64> = label.facts.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    Some((saved, facts.try_into().ok()?))
}

fn byte_of(words: &[u32], at: usize) -> u8 {
    words[at / 4].to_le_bytes()[at % 4]
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
}
