//! Paranoid search: all opponents work together against us (Sturtevant and Korf 2000).
//!
//! Every move is as the game has it. Only the sides differ: our team moves for us.

use super::view::{Seat, View};
use crate::game::{Game, Player};
use crate::search::Job;

pub struct Paranoid;

impl<G: Game> View<G> for Paranoid {
    fn new(_seat: &Seat<'_, G>, _job: &Job) -> Self {
        Self
    }

    #[inline]
    fn moves_for_us(&self, seat: &Seat<'_, G>, player: Player) -> bool {
        seat.is_ours(player)
    }
}
