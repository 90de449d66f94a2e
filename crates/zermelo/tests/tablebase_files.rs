//! Files of tablebases: what is written can be read, and damage is noticed.

use std::fs;
use std::path::{Path, PathBuf};

use zermelo::tablebases::cache::Cache;
use zermelo::tablebases::error::{Answer, TablebaseError};
use zermelo::tablebases::file::{BLOCK, Label, Tablebase};
use zermelo::tablebases::value::{MOST_IN_ONE, MOST_IN_TWO, decode, encode};
use zermelo::tablebases::writer::{THOROUGHLY, write};
use zermelo::tablebases::{DRAW, Verdict};

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("zermelo-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn label(width: usize, entries: u64) -> Label {
    Label { game: "nim".into(), name: "three".into(), facts: "{}".into(), width, entries, block: BLOCK }
}

fn entry(index: u64) -> u16 {
    (index.wrapping_mul(0x9E37_79B9) >> 7) as u16 & if index < 300 { 0xFF } else { 3 }
}

fn save(path: &Path, label: &Label) -> Answer<()> {
    write(path, label, THOROUGHLY, &mut |first, place| {
        for (at, bytes) in place.chunks_mut(label.width).enumerate() {
            bytes.copy_from_slice(&entry(first + at as u64).to_le_bytes()[..label.width]);
        }
        Ok(())
    })
}

fn entries(path: &Path) -> Answer<Vec<u16>> {
    let (table, cache) = (Tablebase::open(path)?, Cache::new(1 << 16));
    (0..table.label.entries).map(|index| table.entry(index, &cache)).collect()
}

#[test]
fn what_is_written_can_be_read() {
    let folder = scratch("written");
    for (width, number) in [(1, 0), (1, 1), (1, 4096), (2, 2048), (2, 10_001), (1, 100_000)] {
        let path = folder.join("nim-three.table");
        save(&path, &label(width, number)).unwrap();
        assert_eq!(entries(&path).unwrap(), (0..number).map(entry).collect::<Vec<_>>());
        let table = Tablebase::open(&path).unwrap();
        assert_eq!(table.label, label(width, number));
        assert!(matches!(table.entry(number, &Cache::new(0)), Err(TablebaseError::Outside(..))));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn no_damaged_byte_and_no_missing_end_goes_unnoticed() {
    let folder = scratch("damaged");
    let path = folder.join("nim-three.table");
    save(&path, &label(1, 6000)).unwrap();
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        fs::write(&path, &damaged).unwrap();
        assert!(entries(&path).is_err(), "byte {at}");
        if at % 7 == 0 {
            fs::write(&path, &whole[..at]).unwrap();
            let refused = entries(&path).unwrap_err();
            assert!(matches!(refused, TablebaseError::Truncated(_)) || at == 0, "{at} bytes: {refused}");
        }
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_fails_leaves_nothing_behind_and_what_was_killed_is_swept_up() {
    let folder = scratch("leftover");
    let path = folder.join("nim-three.table");
    fs::write(folder.join("nim-three.table.4194999.unfinished"), "half").unwrap();
    save(&path, &label(1, 10)).unwrap();
    let failed = write(&path, &label(1, 20), 1, &mut |_, _| Err(TablebaseError::Stopped));
    assert!(matches!(failed, Err(TablebaseError::Stopped)));
    assert_eq!(entries(&path).unwrap().len(), 10);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn entries_are_read_as_they_were_written() {
    for (width, most) in [(1, MOST_IN_ONE), (2, MOST_IN_TWO)] {
        let mut seen = std::collections::HashSet::new();
        for verdict in [None, Some(DRAW)].into_iter().chain((0..=most).flat_map(|plies| {
            [-1, 1]
                .map(|outcome| Some(Verdict { outcome, plies }))
                .into_iter()
                .filter(move |verdict| width == 2 || (verdict.unwrap().outcome == 1) == (plies % 2 == 1))
        })) {
            let entry = encode(verdict, width).unwrap();
            assert_eq!(decode(entry, width), verdict);
            assert!(seen.insert(entry));
        }
        assert_eq!(encode(Some(Verdict { outcome: if most % 2 == 1 { -1 } else { 1 }, plies: most + 1 }), width), None);
    }
}

#[test]
fn one_byte_is_for_players_who_alternate() {
    assert_eq!(encode(Some(Verdict { outcome: 1, plies: 2 }), 1), None);
    assert_eq!(encode(Some(Verdict { outcome: -1, plies: 3 }), 1), None);
}
