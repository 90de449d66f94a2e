//! The games that have endings by material, by the name of the game.

use std::path::Path;
use std::sync::Arc;

use super::builder::Effort;
use super::checkers::Checkers;
use super::chess::Chess;
use super::folder::{Plan, Step};
use super::set::{AnyTablebaseSet, TablebaseSet};
use super::{Answer, AnyMaterial, Family, TablebaseError, folder};

macro_rules! of_game {
    ($game:expr, $family:ident => $answer:expr) => {
        match $game {
            "checkers" => {
                type $family = Checkers;
                $answer
            }
            "chess" => {
                type $family = Chess;
                $answer
            }
            other => Err(TablebaseError::Unknown(format!("`{other}` has no endings by material; use chess or checkers"))),
        }
    };
}

/// The names of all endings with this many pieces.
pub fn names(game: &str, pieces: usize) -> Answer<Vec<String>> {
    of_game!(game, F => {
        let names: Vec<String> = <F as Family>::Material::all(pieces).iter().map(ToString::to_string).collect();
        let most = F::MOST;
        if names.is_empty() || pieces > most {
            let message = format!("there are no tablebases of {game} for {pieces} pieces; give at most {most}");
            return Err(TablebaseError::Unknown(message));
        }
        Ok(names)
    })
}

/// The standard name of an ending.
pub fn usual(game: &str, name: &str) -> Answer<String> {
    of_game!(game, F => F::named(name).map(|material| material.to_string()))
}

/// What has to be built for these endings.
pub fn plan(game: &str, folder: &Path, names: &[String]) -> Answer<Plan> {
    of_game!(game, F => folder::plan::<F>(folder, names))
}

/// Builds endings, and the endings that they lead to.
pub fn build(game: &str, folder: &Path, names: &[String], effort: Effort, watch: &mut dyn FnMut(&Step) -> bool) -> Answer<()> {
    of_game!(game, F => folder::build::<F>(folder, names, effort, watch))
}

/// Checks every value of a tablebase against those of its successors.
pub fn verify(game: &str, folder: &Path, name: &str, threads: usize, watch: &mut dyn FnMut(u64, u64) -> bool) -> Answer<()> {
    of_game!(game, F => folder::verify::<F>(folder, name, threads, watch))
}

/// Opens the tablebases of a game in a folder, with a cache of this many bytes. The game is drawn after `quiet` plies without
/// progress, or never if that is 0; `upwards` is for checkers in which the first player goes up the board.
pub fn open(game: &str, folder: &Path, memory: usize, quiet: u32, upwards: bool) -> Answer<Arc<dyn AnyTablebaseSet>> {
    match game {
        "checkers" => Ok(Arc::new(TablebaseSet::open(Checkers { upwards }, folder, memory, quiet)?)),
        _ => of_game!(game, F => Ok(Arc::new(TablebaseSet::<F>::open(F::default(), folder, memory, quiet)?))),
    }
}
