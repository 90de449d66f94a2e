//! A reach on disk, so that a build goes on where it was stopped or killed.
//!
//! It is written as tables are, whole or not at all, beside the table that it will become: the bytes of the reach's parts as
//! entries of one byte, and their lengths as the facts. One that is damaged, or of something else, counts as none.

use std::path::{Path, PathBuf};

use super::error::Answer;
use super::file::{Label, Table};
use super::reach::{Kept, Reach};
use super::writer::{self, QUICKLY};

const BLOCK: usize = 1 << 20;

/// Where the reach for a table is kept until that is complete.
#[must_use]
pub fn place(table: &Path) -> PathBuf {
    let name = table.file_name().unwrap_or_default().to_string_lossy();
    table.with_file_name(format!("{name}.partial"))
}

/// Saves a reach; `purpose` says what it belongs to.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path, purpose: &str, reach: &Reach) -> Answer<()> {
    let (records, marks, degrees, targets) = reach.parts();
    let (first, second, third) = (records.len(), records.len() + marks.len(), records.len() + 5 * marks.len());
    let label = Label {
        game: "reach".into(),
        name: purpose.into(),
        facts: format!("{} {} {} {}", reach.salt, records.len(), marks.len(), targets.len()),
        width: 1,
        entries: (third + 4 * targets.len()) as u64,
        block: BLOCK,
    };
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

/// A reach that was saved; None where there is none that is whole and of this purpose.
#[must_use]
pub fn load(path: &Path, purpose: &str) -> Option<Kept> {
    let table = Table::open(path).ok()?;
    let label = table.label();
    if (&*label.game, &*label.name, label.width) != ("reach", purpose, 1) {
        return None;
    }
    let mut numbers = label.facts.split(' ').map(str::parse::<u64>);
    let mut number = || numbers.next()?.ok();
    let (salt, first, marked, edges) = (number()?, number()? as usize, number()? as usize, number()? as usize);
    let bytes = table.load().ok()?;
    let (second, third) = (first + marked, first + 5 * marked);
    let sound = bytes.len() == third + 4 * edges;
    sound.then(|| Kept {
        salt,
        records: bytes[..first].to_vec(),
        marks: bytes[first..second].to_vec(),
        degrees: words(&bytes[second..third]),
        targets: words(&bytes[third..]),
    })
}

fn byte_of(words: &[u32], at: usize) -> u8 {
    words[at / 4].to_le_bytes()[at % 4]
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]])).collect()
}
