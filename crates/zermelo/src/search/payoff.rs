//! What positions are worth to each of many players, as max^n compares them.

use super::score::{MAX_PLY, WIN, is_proven};
use crate::game::{Answer, Facts, Game, Outcome, Player};

/// Searches for many players take at most this many.
pub const MOST_PLAYERS: usize = 8;
/// One number for each player; the rest is zero.
pub type Values = [f64; MOST_PLAYERS];

/// A number for each of so many players.
#[inline]
pub fn each(players: usize, mut worth: impl FnMut(Player) -> Answer<f64>) -> Answer<Values> {
    let mut values = [0.0; MOST_PLAYERS];
    for (player, value) in values.iter_mut().enumerate().take(players) {
        *value = worth(player as Player)?;
    }
    Ok(values)
}

/// The part of its value that a finished game loses with every ply.
pub const FADING: f64 = 1.0 / (1_u64 << 40) as f64;
/// A win or a loss never fades as much as this.
const FAINTEST: f64 = 1.0 - 2.0 * MAX_PLY as f64 * FADING;

/// Values of ends and of leaves.
pub struct Payoff {
    players: usize,
    pub low: f64,
    high: f64,
    shared: bool,
    cap: f64,
    floor: f64,
}

impl Payoff {
    pub fn new<G: Game>(game: &G) -> Self {
        let &Facts { players, low, high, shared, .. } = game.facts();
        Self { players, low, high, shared, cap: high * FAINTEST, floor: low * FAINTEST }
    }

    /// The value of a finished game, `ply` plies after the root.
    pub fn ended<G: Game>(&self, game: &G, s: &G::State, outcome: Outcome, ply: u32) -> Answer<Values> {
        each(self.players, |player| {
            let utility = game.worth(s, outcome, player)?;
            Ok(if self.shared { utility * (1.0 - f64::from(ply) * FADING) } else { self.ranked(utility, ply) })
        })
    }

    fn ranked(&self, utility: f64, ply: u32) -> f64 {
        if utility >= self.high {
            WIN - f64::from(ply)
        } else if utility <= self.low {
            f64::from(ply) - WIN
        } else {
            utility
        }
    }

    /// The value of a position at the depth limit; a guess is below any win.
    pub fn guessed<G: Game>(&self, game: &G, s: &G::State) -> Answer<Values> {
        each(self.players, |player| {
            let value = game.evaluate(s, player)?;
            Ok(if self.shared { value.min(self.cap) } else { value })
        })
    }

    /// The most that a player can still get: a win with the next move.
    pub fn most(&self, ply: u32) -> f64 {
        -((self.players - 1) as f64) * self.low * (1.0 - f64::from(ply + 1) * FADING)
    }

    /// Whether a value is a win or a loss, not a guess.
    pub fn is_decided(&self, value: f64) -> bool {
        if self.shared { value > self.cap || value < self.floor } else { is_proven(value) }
    }
}
