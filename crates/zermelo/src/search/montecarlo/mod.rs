//! Monte-Carlo search: moves are judged by random games, called playouts.
//!
//! Read in this order:
//! 1. [`options`]: what can be switched on.
//! 2. [`random_games`] plays random games by number, [`playout`] one after another; [`rollout`] does so within a search, with the techniques for playouts.
//! 3. [`flat`]: the same number of playouts for every move, no tree.
//! 4. [`uct`]: a tree that grows where the better moves are: select, expand, play out, back up; [`batches`] lets many leaves be played out together, [`wide`] all moves of each.
//! 5. [`selection`] chooses a move in the tree, [`final_move`] chooses the move to play, [`scale`] maps utilities to 0..1.
//!
//! Techniques change how moves are selected, and learn from every playout: [`technique`] says what they can do. Each is one file
//! and one line at the end of this file: [`rave`] (all moves as first), [`implicit`] (minimax values of evaluations),
//! [`move_averages`] (what a move came to anywhere in the game). [`solver`] proves wins and losses.
//!
//! Memory. [`tree`] is the tree; its nodes are rows of [`slots`], with numbered [`proofs`]; [`recycling`] forgets the least
//! visited nodes when memory is full. Several threads share one tree: [`threads`] runs them, [`staying`] keeps them apart, [`pending`]
//! collects one thread's counts before it adds them to the tree. The files `pending`, `proofs`, `recycling`, `slots`, `staying` and `threads`
//! have no Python twin.

pub mod batches;
mod final_move;
mod flat;
mod implicit;
mod move_averages;
pub mod options;
mod pending;
pub(crate) mod playout;
mod proofs;
pub mod random_games;
mod rave;
mod recycling;
pub(crate) mod rollout;
pub mod scale;
mod selection;
mod slots;
mod solver;
mod staying;
mod technique;
mod threads;
pub mod tree;
mod uct;
mod wide;

pub(crate) use scale::Rates;
pub(crate) use technique::{ByMove, Needs, Technique, Tried};
pub(crate) use tree::UctTree;
pub(crate) use uct::{Step, Worker};

use super::options::{Settings, Value};
use super::{Row, Tracer};
use crate::game::Game;

pub(super) fn algorithms<G: Game, T: Tracer>() -> [Row<G, T>; 2] {
    [("uct", uct::run), ("montecarlo", flat::run)]
}

macro_rules! techniques {
    ($($technique:ident),*) => {
        /// The options of all techniques.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Techniques {
            $(/// Those of one technique.
            pub $technique: $technique::Options,)*
        }

        impl Settings for Techniques {
            fn set(&mut self, name: &str, value: &Value) -> Result<bool, String> {
                Ok($(self.$technique.set(name, value)? ||)* false)
            }
        }

        impl Techniques {
            /// The techniques that are switched on, for one thread.
            fn start(&self) -> Vec<Box<dyn technique::Technique>> {
                let mut all: Vec<_> = [$($technique::start(self.$technique)),*].into_iter().flatten().collect();
                let mut first = 0;
                for technique in &mut all {
                    technique.place_numbers(first);
                    first += technique.needs().numbers;
                }
                all
            }
        }
    };
}
techniques!(implicit, rave, move_averages); // in the order in which they change the value of a move
