//! Endgame tables against numbers that others have found.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use zermelo::tablebases::builder::Effort;
use zermelo::tablebases::checkers::Checkers;
use zermelo::tablebases::checkers::material::Material;
use zermelo::tablebases::chess::Chess;
use zermelo::tablebases::error::TablebaseError;
use zermelo::tablebases::family::{AnyMaterial, Family};
use zermelo::tablebases::file::Tablebase;
use zermelo::tablebases::folder::{self, Step};
use zermelo::tablebases::writer;

const EFFORT: Effort = Effort { threads: 2, every: Duration::from_secs(3600) };

/// A folder of a test's own, removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("zermelo-tables-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn number(text: &str, name: &str) -> u64 {
    let rest = text.split(&format!("\"{name}\": ")).nth(1).unwrap();
    rest.split([',', '}']).next().unwrap().parse().unwrap()
}

#[test]
fn checkers_of_two_and_three_pieces() {
    let folder = Scratch::new("checkers");
    let published = [(2, [716, 2370, 402], 13), (3, [100_250, 8477, 87_305], 62)];
    for (pieces, counts, longest) in published {
        let names: Vec<String> = Material::all(pieces).iter().map(ToString::to_string).collect();
        folder::build::<Checkers>(&folder.0, &names, EFFORT, &mut |_| true).unwrap();
        let (mut found, mut most) = ([0; 3], 0);
        for material in Material::all(pieces) {
            let table = Tablebase::open(&Checkers::path(&folder.0, material)).unwrap();
            for side in table.label.facts.split("to_move").skip(1) {
                for (at, name) in ["win", "draw", "loss"].iter().enumerate() {
                    found[at] += number(side, name);
                }
                most = most.max(number(side, "longest_win")).max(number(side, "longest_loss"));
            }
        }
        assert_eq!((found, most), (counts, longest), "{pieces} pieces");
    }
    for name in ["KvK", "KMvM", "MMvM"] {
        folder::verify::<Checkers>(&folder.0, name, 2, &mut |_, _| true).unwrap();
    }
}

/// Wins, draws and losses with White to move and with Black to move, and the longest win in plies.
fn stats(folder: &Scratch, name: &str) -> ([[u64; 3]; 2], u64) {
    let table = Tablebase::open(&Chess::path(&folder.0, Chess::named(name).unwrap())).unwrap();
    let facts = &table.label.facts;
    let sides: Vec<&str> = facts.split("to_move").skip(1).collect();
    let counts = |side: &str| ["win", "draw", "loss"].map(|each| number(side, each));
    let longest = facts.rsplit("\"longest_win\": ").next().unwrap().trim_end_matches('}').parse().unwrap();
    ([counts(sides[0]), counts(sides[1])], longest)
}

#[test]
fn chess_of_three_pieces() {
    let folder = Scratch::new("chess");
    folder::build::<Chess>(&folder.0, &["KPK".into()], EFFORT, &mut |_| true).unwrap();
    assert_eq!(stats(&folder, "KQK"), ([[144_508, 0, 0], [0, 23_048, 200_896]], 19));
    assert_eq!(stats(&folder, "KRK"), ([[175_168, 0, 0], [0, 22_244, 201_700]], 31));
    assert_eq!(stats(&folder, "KPK"), ([[124_960, 38_368, 0], [0, 70_420, 97_604]], 55));
    for name in ["KQK", "KRK", "KPK"] {
        folder::verify::<Chess>(&folder.0, name, 2, &mut |_, _| true).unwrap();
    }
}

#[test]
fn a_build_that_was_stopped_goes_on_and_gives_the_same_bytes() {
    let (whole, stopped) = (Scratch::new("whole"), Scratch::new("stopped"));
    let (names, effort) = ([String::from("KRK")], Effort { every: Duration::ZERO, ..EFFORT });
    let path = |folder: &Scratch| Chess::path(&folder.0, Chess::named("KRK").unwrap());
    folder::build::<Chess>(&whole.0, &names, EFFORT, &mut |_| true).unwrap();
    for level in [1, 9, 20] {
        let halt = folder::build::<Chess>(&stopped.0, &names, effort, &mut |step| step.level < level);
        assert!(matches!(halt, Err(TablebaseError::Stopped)));
        assert!(!path(&stopped).exists());
    }
    let mut levels = Vec::new();
    let mut note = |step: &Step| {
        levels.push(step.level);
        true
    };
    folder::build::<Chess>(&stopped.0, &names, effort, &mut note).unwrap();
    assert_eq!(levels[0], 20);
    assert_eq!(fs::read(path(&whole)).unwrap(), fs::read(path(&stopped)).unwrap());
    assert_eq!(fs::read_dir(&stopped.0).unwrap().count(), 1);
}

#[test]
fn what_was_saved_and_damaged_counts_as_nothing() {
    let (whole, stopped) = (Scratch::new("undamaged"), Scratch::new("spoilt"));
    let (names, effort) = ([String::from("KvK")], Effort { every: Duration::ZERO, ..EFFORT });
    folder::build::<Checkers>(&whole.0, &names, EFFORT, &mut |_| true).unwrap();
    folder::build::<Checkers>(&stopped.0, &names, effort, &mut |step| step.level < 5).unwrap_err();
    let path = Checkers::path(&stopped.0, Checkers::named("KvK").unwrap());
    let saved = path.with_extension("table.partial");
    let mut bytes = fs::read(&saved).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&saved, bytes).unwrap();
    let mut first = None;
    folder::build::<Checkers>(&stopped.0, &names, EFFORT, &mut |step| *first.get_or_insert(step.level) < 99).unwrap();
    assert_eq!(first, Some(0));
    let good = Checkers::path(&whole.0, Checkers::named("KvK").unwrap());
    assert_eq!(fs::read(good).unwrap(), fs::read(path).unwrap());
}

#[test]
fn a_wrong_value_is_found_by_verifying_and_mended_by_building() {
    let folder = Scratch::new("wrong");
    let names = [String::from("KRK")];
    folder::build::<Chess>(&folder.0, &names, EFFORT, &mut |_| true).unwrap();
    let path = Chess::path(&folder.0, Chess::named("KRK").unwrap());
    let table = Tablebase::open(&path).unwrap();
    let (label, mut entries) = (table.label.clone(), table.load().unwrap());
    let place = entries.iter().position(|&entry| entry == 20).unwrap();
    entries[place] = 22;
    let mut fill = |first: u64, place: &mut [u8]| {
        place.copy_from_slice(&entries[first as usize..first as usize + place.len()]);
        Ok(())
    };
    writer::write(&path, &label, writer::QUICKLY, &mut fill).unwrap();
    let wrong = folder::verify::<Chess>(&folder.0, "KRK", 2, &mut |_, _| true).unwrap_err();
    assert!(wrong.to_string().contains("of tablebase KRK has"), "{wrong}");
    let mut bytes = fs::read(&path).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert_eq!(folder::plan::<Chess>(&folder.0, &names).unwrap().names, ["KRK"]);
    folder::build::<Chess>(&folder.0, &names, EFFORT, &mut |_| true).unwrap();
    folder::verify::<Chess>(&folder.0, "KRK", 2, &mut |_, _| true).unwrap();
}
