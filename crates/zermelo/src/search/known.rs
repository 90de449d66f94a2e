//! Known positions: positions in a tablebase need no search.

use std::fmt;

use super::control::Control;
use super::score::{MAX_PLY, WIN};
use crate::game::Game;
use crate::tablebases::KnownPositions;

impl fmt::Debug for dyn KnownPositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an known_positions")
    }
}

/// The score of a position `ply` moves after the root, from the view of the player to move; None if no tablebase has it.
#[inline(always)]
pub fn known<G: Game>(game: &G, control: &Control, s: &G::State, ply: u32) -> Option<f64> {
    let tables = control.tables.as_deref()?;
    let verdict = tables.probe(&game.write(s)).filter(|verdict| verdict.plies < MAX_PLY)?;
    Some(match verdict.outcome {
        0 => 0.0,
        outcome => f64::from(outcome) * (WIN - f64::from(ply + verdict.plies)),
    })
}
