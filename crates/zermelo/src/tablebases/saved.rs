//! An analysis on disk, so that a build which was stopped or killed goes on where it was.
//!
//! It is written as tables are, beside the table that it will become: entries of three bytes, and how far it is as the facts.
//! One that is damaged, or of something else, counts as none; beginning again is always right.

use std::path::{Path, PathBuf};

use super::error::Answer;
use super::file::{Label, Table};
use super::retrograde::{Analysis, BYTES, State};
use super::writer::{self, QUICKLY};

const BLOCK: usize = BYTES << 14;

/// Where the analysis for a table is kept until that is complete.
#[must_use]
pub fn place(table: &Path) -> PathBuf {
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    table.with_file_name(format!("{name}.partial"))
}

/// Saves an analysis.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path, game: &str, name: &str, analysis: &Analysis, size: u64) -> Answer<()> {
    let State { seen, level, last, decided } = analysis.state();
    let facts = format!("{seen} {level} {last} {decided}");
    let label = Label { game: game.into(), name: name.into(), facts, width: BYTES, entries: size, block: BLOCK };
    writer::write(path, &label, QUICKLY, &mut |first, place| {
        for (at, bytes) in place.chunks_exact_mut(BYTES).enumerate() {
            bytes.copy_from_slice(&analysis.save(first + at as u64));
        }
        Ok(())
    })
}

/// An analysis that was saved; None where there is none that is whole and of this table.
#[must_use]
pub fn load(path: &Path, game: &str, name: &str, size: u64) -> Option<Analysis> {
    let table = Table::open(path).ok()?;
    let label = table.label();
    if (&*label.game, &*label.name, label.width, label.entries) != (game, name, BYTES, size) {
        return None;
    }
    let mut numbers = label.facts.split(' ').map(str::parse::<u64>);
    let mut number = || numbers.next()?.ok();
    let (seen, level, last, decided) = (number()?, number()? as u32, number()? as u32, number()?);
    let mut analysis = Analysis::new(size).ok()?;
    let mut block = Vec::new();
    for at in 0..label.blocks() {
        table.unpack(at, &mut block).ok()?;
        analysis.restore(at * label.per_block(), &block);
    }
    analysis.resume(State { seen, level, last, decided });
    Some(analysis)
}
