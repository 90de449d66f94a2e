//! Endgame tables against numbers that others have found.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use zermelo::tables::builder::Effort;
use zermelo::tables::checkers::Checkers;
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
