//! What a Monte-Carlo search may use besides random games.
//!
//! The options of a technique are declared in the technique's own file.

use super::Techniques;
use crate::search::options::{Settings, Value, named, options};

options! {
    /// The options of one Monte-Carlo search, without those of its techniques.
    pub struct General {
        /// The constant C before the square root in the formula of UCT.
        exploration: f64 = 0.5,
        /// Which move is played in the end.
        r#final: FinalMove = FinalMove::Visits,
        /// Prove wins and losses where the tree reaches the ends of games.
        solver: bool = true,
        /// Below the root and in random games, make only moves that the game's `forced` keeps, if it has one.
        forced: bool = true,
        /// Plies after which the evaluation replaces the rest of a random game; 0 for never.
        cutoff: u32 = 0,
        /// Share what different move orders lead to.
        transpositions: bool = false,
        /// Random games for each move, for flat Monte-Carlo.
        games: u64 = 0,
        /// Plies after which a random game is given up.
        cap: u32 = 5000,
        /// Leaves whose random games are played together; 0 plays the game of each leaf at once.
        batch: u32 = 0,
        /// Random games from each leaf of a batch.
        leaf_games: u32 = 1,
        /// Random games begin with each move of a leaf, and each counts as tried once.
        wide: bool = false,
        seed: u64 = 1,
        threads: usize = 1,
    }
}

named! {
    /// Which move is played in the end.
    pub enum FinalMove {
        Visits = "visits",
        Value = "value",
    }
}

/// The options of one Monte-Carlo search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sampling {
    /// Those that are not a technique's.
    pub general: General,
    pub techniques: Techniques,
}

impl Settings for Sampling {
    fn set(&mut self, name: &str, value: &Value) -> Result<bool, String> {
        Ok(self.general.set(name, value)? || self.techniques.set(name, value)?)
    }
}
