//! Values of ends and leaves, if values are averaged over the outcomes of chance.

use crate::game::{Answer, Facts, Game, Outcome, Player};
use crate::search::Values;
use crate::search::payoff::{FADING, each};
use crate::search::score::MAX_PLY;

/// A guess is below any win within this many plies.
const FAR: u32 = 64;

/// A utility after this many plies; it fades a little with each.
#[inline]
fn faded(utility: f64, ply: u32) -> f64 {
    utility * (1.0 - f64::from(ply) * FADING)
}

/// A value, limited to the bounds.
#[inline]
pub fn within(value: f64, low: f64, high: f64) -> f64 {
    if value < low {
        low
    } else if value > high {
        high
    } else {
        value
    }
}

/// Values for MAX, alone or against one opponent.
pub struct Expectation {
    player: Player,
    low: f64,
    high: f64,
}

impl Expectation {
    pub fn new<G: Game>(game: &G, player: Player) -> Self {
        let facts = game.facts();
        let (mut low, mut high) = (facts.low, facts.high);
        if facts.players > 1 {
            (low, high) = (if -high > low { -high } else { low }, if -low < high { -low } else { high });
        }
        Self { player, low, high }
    }

    /// The value of a finished game, `ply` plies after the root.
    #[inline]
    pub fn ended<G: Game>(&self, game: &G, s: &G::State, outcome: Outcome, ply: u32) -> Answer<f64> {
        Ok(faded(within(game.worth(s, outcome, self.player)?, self.low, self.high), ply))
    }

    /// The value of a position at the depth limit; a guess is below any win and above any loss.
    #[inline]
    pub fn guessed<G: Game>(&self, game: &G, s: &G::State) -> Answer<f64> {
        Ok(within(game.evaluate(s, self.player)?, faded(self.low, FAR), faded(self.high, FAR)))
    }

    /// The least and the greatest value of a position that is not over: the game may end with the next move.
    #[inline]
    pub fn reach(&self, ply: u32) -> (f64, f64) {
        let sooner = (ply + 1).min(FAR);
        let low = faded(self.low, if self.low < 0.0 { sooner } else { MAX_PLY });
        (low, faded(self.high, if self.high > 0.0 { sooner } else { MAX_PLY }))
    }
}

/// Values for all players.
pub struct Expectations {
    players: usize,
    low: f64,
    high: f64,
}

impl Expectations {
    pub fn new<G: Game>(game: &G) -> Self {
        let &Facts { players, low, high, .. } = game.facts();
        Self { players, low, high }
    }

    /// The value of a finished game, `ply` plies after the root.
    pub fn ended<G: Game>(&self, game: &G, s: &G::State, outcome: Outcome, ply: u32) -> Answer<Values> {
        each(self.players, |player| Ok(faded(game.worth(s, outcome, player)?, ply)))
    }

    /// The value of a position at the depth limit; a guess is below any win and above any loss.
    pub fn guessed<G: Game>(&self, game: &G, s: &G::State) -> Answer<Values> {
        let (low, high) = (faded(self.low, FAR), faded(self.high, FAR));
        each(self.players, |player| Ok(within(game.evaluate(s, player)?, low, high)))
    }
}
