//! Builds one tablebase: analyse, save checkpoints, count, write. Also verifies a finished one.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::checkpoint::Schedule;
use super::retrograde::{Analysis, Listener, Sweep, in_pieces};
use super::value::MOST_IN_ONE;
use super::writer::THOROUGHLY;
use super::{Answer, BLOCK, Ending, Exits, Label, Tablebase, TablebaseError, Verdict, checkpoint, counts, value, writer};

/// How to build.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub threads: usize,
    /// Time between two checkpoints; if zero, one is saved at every level.
    pub every: Duration,
}

/// Builds a tablebase, or continues one that was begun.
pub fn build<E: Ending>(ending: &E, path: &Path, game: &str, name: &str, effort: Effort, watch: &mut Listener<'_>) -> Answer<()> {
    let partial = checkpoint::place(path);
    let mut analysis = match checkpoint::load_analysis(&partial, game, name, ending.size()) {
        Some(analysis) => analysis,
        None => Analysis::new(ending.size())?,
    };
    let mut schedule = Schedule::new(effort.every);
    analysis.run(ending, effort.threads, watch, &mut |analysis| {
        if !schedule.is_due() {
            return Ok(());
        }
        schedule.save(|| checkpoint::save_analysis(&partial, game, name, analysis, ending.size()))
    })?;
    let counts = counts::count(ending, effort.threads, &|index| analysis.verdict(index));
    let longest = counts.iter().map(|side| side.plies.len() as u32).max().unwrap_or(0);
    let width = if longest <= MOST_IN_ONE + 1 { 1 } else { 2 };
    let facts = counts::facts(&ending.sides(), &counts);
    let label = Label { game: game.into(), name: name.into(), facts, width, entries: ending.size(), block: BLOCK };
    write(path, &label, &analysis)?;
    checkpoint::remove(&partial);
    Ok(())
}

fn write(path: &Path, label: &Label, analysis: &Analysis) -> Answer<()> {
    writer::write(path, label, THOROUGHLY, &mut |first, place| {
        for (at, bytes) in place.chunks_exact_mut(label.width).enumerate() {
            let entry = value::encode(analysis.verdict(first + at as u64), label.width).unwrap_or_default();
            bytes.copy_from_slice(&entry.to_le_bytes()[..label.width]);
        }
        Ok(())
    })
}

/// A tablebase that is completely in memory.
pub struct Loaded {
    entries: Vec<u8>,
    width: usize,
}

impl Loaded {
    /// Loads a tablebase.
    pub fn new(table: &Tablebase) -> Answer<Self> {
        Ok(Self { entries: table.load()?, width: table.label.width })
    }

    /// The value of an entry; None if there is no position.
    #[inline]
    pub fn verdict(&self, index: u64) -> Option<Verdict> {
        let at = index as usize * self.width;
        let high = if self.width == 1 { 0 } else { self.entries[at + 1] };
        value::decode(u16::from_le_bytes([self.entries[at], high]), self.width)
    }
}

/// Checks that each value of a tablebase follows from its successors. As wins and losses are counted in plies, each rests on
/// nearer ones, down to positions where the game is over. So a tablebase that passes is right everywhere.
pub fn verify<E: Ending>(ending: &E, table: &Tablebase, threads: usize, watch: &mut Listener<'_>) -> Answer<()> {
    let (size, label) = (ending.size(), &table.label);
    if label.entries != size {
        return Err(TablebaseError::Damaged(table.path.clone()));
    }
    let loaded = Loaded::new(table)?;
    let wrong = Mutex::new(None);
    in_pieces(0..size, threads, &mut |done| watch(Sweep { level: 0, done, total: size }), &|piece| {
        for index in piece {
            let (stored, right) = (loaded.verdict(index), expected(ending, &loaded, index));
            if stored != right {
                let found = TablebaseError::Wrong(label.name.clone(), index, describe(stored), describe(right));
                wrong.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(found);
                return;
            }
        }
    })?;
    wrong.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// The value that follows from the successors of a position.
fn expected<E: Ending>(ending: &E, loaded: &Loaded, index: u64) -> Option<Verdict> {
    let mut quiet = Vec::new();
    let mut all: Exits = ending.look(index, &mut quiet)?;
    for reply in quiet {
        all.add(loaded.verdict(reply)?);
    }
    Some(all.verdict())
}

fn describe(verdict: Option<Verdict>) -> String {
    match verdict {
        None => "no position".into(),
        Some(Verdict { outcome: 0, .. }) => "a draw".into(),
        Some(Verdict { outcome: 1, plies }) => format!("a win in {plies} plies"),
        Some(Verdict { plies, .. }) => format!("a loss in {plies} plies"),
    }
}
