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

    /// A player of another team speaks for all others if they are one team, as large as ours, that gets exactly what we lose.
    fn limited(&self, seat: &Seat<'_, G>) -> [Option<Player>; 2] {
        let facts = seat.game.facts();
        let others: Vec<Player> = (0..facts.players as Player).filter(|&player| !seat.is_ours(player)).collect();
        let team = |player: &Player| facts.teams.get(*player as usize);
        let is_team = others.iter().all(|player| team(player) == team(&others[0])) && 2 * others.len() == facts.players;
        let is_one = facts.players == 2 || !facts.teams.is_empty();
        [Some(seat.us), others.first().copied().filter(|_| facts.zero_sum && is_team && is_one)]
    }
}
