//! Proof-number search: who wins, without any evaluation.
//!
//! 1. [`dfpn`] is depth-first proof-number search (Nagai 2002). It always expands the position that needs the fewest further
//!    proofs.
//! 2. [`proof_table`] keeps proof and disproof numbers of positions in a fixed amount of memory.

mod dfpn;
mod proof_table;

use super::{Row, Tracer};
use crate::game::Game;

pub(super) fn algorithms<G: Game, T: Tracer>() -> [Row<G, T>; 1] {
    [("proof", dfpn::run)]
}
