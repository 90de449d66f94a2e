//! Endgame tables against numbers that others have found.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use zermelo::tables::builder::Effort;
use zermelo::tables::checkers::Checkers;
use zermelo::tables::chess::Chess;
use zermelo::tables::family::Family;
use zermelo::tables::file::Table;
use zermelo::tables::works;

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
fn checkers_of_up_to_four_pieces() {
    let folder = Scratch::new("checkers");
    let published = [(2, [716, 2370, 402], 13), (3, [100_250, 8477, 87_305], 62), (4, [2_574_304, 1_717_922, 1_917_090], 109)];
    for (pieces, counts, longest) in published {
        let begun = std::time::Instant::now();
        let names: Vec<String> = Checkers::all(pieces).iter().map(ToString::to_string).collect();
        works::build::<Checkers>(&folder.0, &names, EFFORT, &mut |_| true).unwrap();
        let (mut found, mut most, mut size) = ([0; 3], 0, 0);
        for material in Checkers::all(pieces) {
            let table = Table::open(&Checkers::path(&folder.0, material)).unwrap();
            size += table.size();
            for side in table.label().facts.split("to_move").skip(1) {
                let mirrored = 1;
                for (at, name) in ["win", "draw", "loss"].iter().enumerate() {
                    found[at] += mirrored * number(side, name);
                }
                most = most.max(number(side, "longest_win")).max(number(side, "longest_loss"));
            }
        }
        println!("{pieces} pieces: {:?}, {size} bytes", begun.elapsed());
        assert_eq!((found, most), (counts, longest), "{pieces} pieces");
    }
    for name in ["KvK", "KMvM", "KMvKM", "MMvMM"] {
        works::verify::<Checkers>(&folder.0, name, 2, &mut |_, _| true).unwrap();
    }
}

/// Wins, draws and losses with White to move and with Black to move, and the longest win in plies.
fn stats(folder: &Scratch, name: &str) -> ([[u64; 3]; 2], u64) {
    let table = Table::open(&Chess::path(&folder.0, Chess::named(name).unwrap())).unwrap();
    let facts = &table.label().facts;
    let sides: Vec<&str> = facts.split("to_move").skip(1).collect();
    let counts = |side: &str| ["win", "draw", "loss"].map(|each| number(side, each));
    let longest = facts.rsplit("\"longest_win\": ").next().unwrap().trim_end_matches('}').parse().unwrap();
    ([counts(sides[0]), counts(sides[1])], longest)
}

#[test]
fn chess_of_three_pieces() {
    let folder = Scratch::new("chess");
    works::build::<Chess>(&folder.0, &["KPK".into()], EFFORT, &mut |_| true).unwrap();
    assert_eq!(stats(&folder, "KQK"), ([[144_508, 0, 0], [0, 23_048, 200_896]], 19));
    assert_eq!(stats(&folder, "KRK"), ([[175_168, 0, 0], [0, 22_244, 201_700]], 31));
    assert_eq!(stats(&folder, "KPK"), ([[124_960, 38_368, 0], [0, 70_420, 97_604]], 55));
    for name in ["KQK", "KRK", "KPK"] {
        works::verify::<Chess>(&folder.0, name, 2, &mut |_, _| true).unwrap();
    }
}

#[test]
#[ignore = "takes minutes"]
fn chess_of_four_pieces() {
    let folder = Scratch::new("chess4");
    let begun = std::time::Instant::now();
    let names: Vec<String> = Chess::all(4).iter().map(ToString::to_string).collect();
    let mut last = (String::new(), std::time::Instant::now());
    works::build::<Chess>(&folder.0, &names, EFFORT, &mut |step| {
        if last.0 != step.name {
            println!("{} {:.1?}", last.0, last.1.elapsed());
            last = (step.name.clone(), std::time::Instant::now());
        }
        true
    })
    .unwrap();
    println!("built in {:?}", begun.elapsed());
    let begun = std::time::Instant::now();
    let mut size = 0;
    for name in names.iter().map(String::as_str).chain(["KQK", "KRK", "KPK"]) {
        let path = Chess::path(&folder.0, Chess::named(name).unwrap());
        size += fs::metadata(&path).unwrap().len();
        println!("{name} {:?} {}", stats(&folder, name), fs::metadata(&path).unwrap().len());
        works::verify::<Chess>(&folder.0, name, 2, &mut |_, _| true).unwrap();
    }
    println!("verified in {:?}, {size} bytes", begun.elapsed());
}
