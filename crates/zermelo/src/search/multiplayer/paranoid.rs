//! Paranoid search: all opponents are taken to be in league against us.
//!
//! Every move is as the game has it; only whose side a player is on differs, and that is said here.

use super::view::View;
use crate::game::{Game, Player};

impl<G: Game> View<'_, G> {
    /// Whether a player is on our side: we, and our team.
    pub(super) fn is_ours(&self, player: Player) -> bool {
        let teams = &self.inner.facts().teams;
        player == self.us || (!teams.is_empty() && teams[player as usize] == teams[self.us as usize])
    }
}
