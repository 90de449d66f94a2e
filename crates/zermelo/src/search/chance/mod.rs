//! Search for games with chance nodes: dice, cards, random tiles.
//!
//! 1. [`expectation`] computes the mean over what chance may bring.
//! 2. [`expectiminimax`] is alpha-beta with chance nodes, for two players with opposite interests.
//! 3. [`star`] prunes at chance nodes: Star1, Star2 and Star2.5 (Ballard 1983; Hauk, Buro and Schaeffer 2006).
//! 4. [`expectimaxn`] is max^n with chance nodes, for any number of players.

mod expectation;
mod expectimaxn;
mod expectiminimax;
mod star;

use super::{Row, Tracer};
use crate::game::Game;

pub(super) fn algorithms<G: Game, T: Tracer>() -> [Row<G, T>; 1] {
    [("expectiminimax", expectiminimax::run)]
}
