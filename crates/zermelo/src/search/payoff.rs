//! What positions are worth where values are added up: to many players, or on average. See `search/payoff.py`.

use super::score::{MAX_PLY, WIN};
use crate::game::{Answer, Game, Outcome, Player};

/// Max^n is for at most so many players.
pub const MOST_PLAYERS: usize = 8;
/// One number a player; the rest is zero.
pub type Values = [f64; MOST_PLAYERS];

/// The part of its worth that a finished game loses with every ply.
const FADING: f64 = 1.0 / (1_u64 << 40) as f64;
/// Where values are averaged, a guess is worth less than any win within so many plies.
const FAR: u32 = 256;

/// What is left of a utility after so many plies.
#[inline]
fn faded(utility: f64, ply: u32) -> f64 {
    utility * (1.0 - f64::from(ply) * FADING)
}

/// A value, or the bound that it exceeds.
#[inline]
#[must_use]
pub fn within(value: f64, low: f64, high: f64) -> f64 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

/// Values of ends and of leaves.
#[derive(Debug)]
pub struct Payoff {
    players: usize,
    /// Least utility.
    pub low: f64,
    high: f64,
    shared: bool,
    averages: bool,
    cap: f64,
}

impl Payoff {
    /// For a game.
    pub fn new<G: Game>(game: &G) -> Self {
        let facts = game.facts();
        let everything = -((facts.players - 1) as f64) * facts.low;
        Self {
            players: facts.players,
            low: facts.low,
            high: facts.high,
            shared: facts.shared,
            averages: false,
            cap: everything * (1.0 - f64::from(MAX_PLY) * FADING),
        }
    }

    /// For a game in which chance has a say.
    pub fn averaging<G: Game>(game: &G) -> Self {
        let facts = game.facts();
        let everything = -((facts.players - 1) as f64) * facts.low;
        let most = if facts.zero_sum && everything < facts.high { everything } else { facts.high };
        Self { averages: true, cap: faded(most, FAR), ..Self::new(game) }
    }

    /// A finished game, so many plies after the root.
    pub fn ended<G: Game>(&self, game: &G, s: &G::State, outcome: Outcome, ply: u32) -> Answer<Values> {
        self.each(|player| {
            let utility = game.worth(s, outcome, player)?;
            Ok(if self.shared || self.averages { faded(utility, ply) } else { self.ranked(utility, ply) })
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

    /// A position at the depth limit; a guess is worth less than any win.
    pub fn guessed<G: Game>(&self, game: &G, s: &G::State) -> Answer<Values> {
        self.each(|player| {
            let value = game.evaluate(s, player)?;
            Ok(if self.shared { value.min(self.cap) } else { value })
        })
    }

    /// The most that anybody can get while the game goes on: a win with the next move.
    pub fn most(&self, ply: u32) -> f64 {
        -((self.players - 1) as f64) * self.low * (1.0 - f64::from(ply + 1) * FADING)
    }

    fn each(&self, worth: impl Fn(Player) -> Answer<f64>) -> Answer<Values> {
        let mut values = [0.0; MOST_PLAYERS];
        for (player, value) in values.iter_mut().enumerate().take(self.players) {
            *value = worth(player as Player)?;
        }
        Ok(values)
    }
}

/// Values of ends and of leaves to MAX, alone or against one opponent, where chance has a say.
#[derive(Debug)]
pub struct Expectation {
    player: Player,
    low: f64,
    high: f64,
}

impl Expectation {
    /// For a player of a game.
    pub fn new<G: Game>(game: &G, player: Player) -> Self {
        let facts = game.facts();
        let (mut low, mut high) = (facts.low, facts.high);
        if facts.players > 1 {
            (low, high) = (if -high > low { -high } else { low }, if -low < high { -low } else { high });
        }
        if !facts.shared {
            (low, high) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        Self { player, low, high }
    }

    /// A finished game, so many plies after the root.
    #[inline]
    pub fn ended<G: Game>(&self, game: &G, s: &G::State, outcome: Outcome, ply: u32) -> Answer<f64> {
        Ok(faded(within(game.worth(s, outcome, self.player)?, self.low, self.high), ply))
    }

    /// A position at the depth limit; no guess is worth as much as a win, or as little as a loss.
    #[inline]
    pub fn guessed<G: Game>(&self, game: &G, s: &G::State) -> Answer<f64> {
        Ok(within(game.evaluate(s, self.player)?, faded(self.low, FAR), faded(self.high, FAR)))
    }

    /// The least and the most that a position can be worth from which the game goes on: an end with the next move.
    #[inline]
    #[must_use]
    pub fn reach(&self, ply: u32) -> (f64, f64) {
        let sooner = (ply + 1).min(FAR);
        let low = faded(self.low, if self.low < 0.0 { sooner } else { MAX_PLY });
        (low, faded(self.high, if self.high > 0.0 { sooner } else { MAX_PLY }))
    }
}
