//! Known positions: positions in a tablebase need no search.

use super::Control;
use super::score::{MAX_PLY, WIN};
use crate::game::Game;

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
