//! Games in which players do not see everything.
//!
//! 1. [`information`]: what a player has seen and done, as a number.
//! 2. [`sequence_form`]: a small game as the sequences of moves of each player, made once.
//! 3. [`regret`]: counterfactual regret minimisation, which approaches an equilibrium.
//!    [`sampling`] does so by samples, without the sequence form.
//! 4. [`best_response`]: what a policy is worth, and what a perfect opponent gains against it.
//! 5. [`ismcts`]: UCT over information sets, for games of any size.
//! 6. [`expectation`]: what each move is worth on average, one ply ahead.

pub mod best_response;
pub mod expectation;
pub mod information;
mod ismcts;
pub mod regret;
pub mod sampling;
pub mod sequence_form;

use super::Row;
use crate::game::Game;
use crate::search::Tracer;

/// The algorithms of this family.
pub fn algorithms<G: Game, T: Tracer>() -> [Row<G, T>; 1] {
    [("ismcts", ismcts::run)]
}
