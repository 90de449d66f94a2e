//! What a technique of Monte-Carlo search can do: the hooks that UCT and its playouts call.
//!
//! A technique is a file that declares its options, implements [`Technique`], and has a function `start` that returns the
//! technique if its options switch it on. `mod.rs` lists it once. Each hook is called for every technique that is on, in the
//! order of that list. Without techniques UCT takes a faster path and calls no hook.

use std::collections::HashMap;

use super::{Rates, Step, UctTree};
use crate::game::{Answer, Move, Player};
use crate::search::Random;

/// Moves below this are kept in rows.
const DENSE: usize = 1 << 14;

/// A move of the tree that is to be valued, with what UCT knows of it.
#[derive(Clone, Copy)]
pub struct Tried {
    /// The move's place in the tree.
    pub edge: u32,
    pub player: Player,
    pub visits: u32,
    /// Its mean rate; 0 if it was never tried.
    pub mean: f64,
}

/// Something for each player and move: in rows for moves with small numbers, in a map for the others.
#[derive(Default)]
pub struct ByMove<T> {
    rows: Vec<Vec<T>>,
    others: HashMap<(Player, Move), T>,
}

impl<T: Clone + Default> ByMove<T> {
    /// What is kept for a player's move, if anything.
    #[inline]
    pub fn get(&self, player: Player, choice: Move) -> Option<&T> {
        if choice as usize >= DENSE {
            return self.others.get(&(player, choice));
        }
        self.rows.get(player as usize)?.get(choice as usize)
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, player: Player, choice: Move) -> &mut T {
        if choice as usize >= DENSE {
            return self.others.entry((player, choice)).or_default();
        }
        let (player, choice) = (player as usize, choice as usize);
        if self.rows.len() <= player {
            self.rows.resize(player + 1, Vec::new());
        }
        let row = &mut self.rows[player];
        if row.len() <= choice {
            row.resize(choice + 1, T::default());
        }
        &mut row[choice]
    }
}

/// What a technique needs of the search.
#[derive(Clone, Copy, Default)]
pub struct Needs {
    /// How many numbers it keeps with every move of the tree.
    pub numbers: usize,
    /// Whether it changes the value of moves. If no technique does, the plain formula is used.
    pub changes_values: bool,
    /// Whether it values moves that were never tried. If no technique does, each move is tried once first.
    pub values_untried: bool,
    /// Whether it looks at the moves that were made.
    pub wants_moves: bool,
    /// Whether it chooses the moves of playouts.
    pub chooses: bool,
}

/// A technique that is switched on, in one thread.
pub trait Technique: Send {
    /// What it needs of the search.
    fn needs(&self) -> Needs;
    /// Says where its numbers begin among those that all techniques keep with a move.
    fn place_numbers(&mut self, _first: usize) {}

    // On the way down

    /// The moves of `node` are about to be valued, in ascending order; `path` led to it.
    fn begin(&mut self, _tree: &UctTree, _path: &[Step], _node: u32) {}
    /// Changes the value of a move; None if nothing is known of it so far.
    fn value(&mut self, _tree: &UctTree, _tried: Tried, value: Option<f64>) -> Option<f64> {
        value
    }
    /// A move was made for the first time; `rate` evaluates the position after it for the player who made it.
    fn expand(&mut self, _tree: &UctTree, _edge: u32, _rate: &mut dyn FnMut() -> Answer<f64>) -> Answer<()> {
        Ok(())
    }
    /// The move of a playout, if the technique chooses them.
    fn choose(&mut self, _player: Player, moves: &[Move], random: &mut Random) -> Move {
        moves[random.below(moves.len())]
    }

    // On the way back

    /// The playout that followed the path came to these rates; `later` are its moves. Several threads may share the tree.
    fn back_up(&mut self, _tree: &UctTree, _path: &[Step], _later: &[(Player, Move)], _rates: &Rates, _shared: bool) {}
    /// These moves were made, first in the tree, then in the playout, and the game came to these rates.
    fn learn(&mut self, _moves: &[(Player, Move)], _rates: &Rates) {}
}
