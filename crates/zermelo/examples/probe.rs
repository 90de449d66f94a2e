//! How long a look in a table takes: `cargo run --release --example probe [ENDING]`.
//!
//! The ending, king and two rooks against king unless another is named, is built in a folder for temporary files. Then positions
//! at random are looked up again and again: by number with every block in the cache, by record likewise, and without a cache, so
//! that every look unpacks a block.

use std::env;
use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use zermelo::search::random::Random;
use zermelo::tablebases::KnownPositions;
use zermelo::tablebases::builder::Effort;
use zermelo::tablebases::cache::Cache;
use zermelo::tablebases::chess::Chess;
use zermelo::tablebases::error::Answer;
use zermelo::tablebases::family::{AnyNumbers, Family};
use zermelo::tablebases::file::Tablebase;
use zermelo::tablebases::folder;
use zermelo::tablebases::set::TablebaseSet;

const LOOKS: usize = 1 << 20;
const BATCH: usize = 1 << 9;

fn main() -> Answer<()> {
    let name = env::args().nth(1).unwrap_or_else(|| "KRRK".into());
    let folder = env::temp_dir().join(format!("zermelo-probe-{}", std::process::id()));
    let measured = measure(&folder, &name);
    let _ = fs::remove_dir_all(&folder);
    measured
}

fn measure(folder: &std::path::Path, name: &str) -> Answer<()> {
    let begun = Instant::now();
    let effort = Effort { threads: 2, every: Duration::from_secs(60) };
    folder::build::<Chess>(folder, &[name.into()], effort, &mut |_| true)?;
    println!("{name} and what it rests on: built in {:.1} s", begun.elapsed().as_secs_f64());
    let material = Chess::named(name)?;
    let (numbers, table) = (<Chess as Family>::Numbers::new(material), Tablebase::open(&Chess::path(folder, material))?);
    let mut random = Random::new(1);
    let entries: Vec<u64> = (0..LOOKS).map(|_| random.below(table.label.entries as usize) as u64).collect();
    let (whole, none) = (Cache::new(1 << 28), Cache::new(0));
    for round in ["first", "again"] {
        time(&format!("by number, {round}"), entries.len(), |at| table.probe(entries[at], &whole));
    }
    time("by number, no cache", 1 << 16, |at| table.probe(entries[at], &none));
    let records: Vec<[u8; 72]> = entries.iter().filter_map(|&index| record(&numbers, index)).collect();
    let set = TablebaseSet::open(Chess, folder, 1 << 28, 100)?;
    for round in ["first", "again"] {
        time(&format!("by record, {round}"), records.len(), |at| set.probe(&records[at]));
    }
    Ok(())
}

/// Prints how long a look takes: the median over batches, so that a busy machine matters little.
fn time<T>(what: &str, looks: usize, look: impl Fn(usize) -> T) {
    let mut batches: Vec<Duration> = (0..looks / BATCH)
        .map(|batch| {
            let begun = Instant::now();
            (batch * BATCH..(batch + 1) * BATCH).for_each(|at| drop(black_box(look(at))));
            begun.elapsed()
        })
        .collect();
    batches.sort_unstable();
    println!("{what}: {:.3} microseconds", batches[batches.len() / 2].as_secs_f64() * 1e6 / BATCH as f64);
}

/// The game's record of a position.
fn record(numbers: &<Chess as Family>::Numbers, index: u64) -> Option<[u8; 72]> {
    let position = numbers.position(index)?;
    let mut record = [0; 72];
    for piece in 0..numbers.pieces {
        let kind = numbers.kinds[piece] as i8;
        record[usize::from(position.squares[piece])] = if numbers.white[piece] { kind } else { -kind } as u8;
    }
    record[65] = position.passant.unwrap_or(u8::MAX);
    record[70] = u8::from(position.black);
    Some(record)
}
