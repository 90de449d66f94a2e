//! Rates: values of games on a scale from 0 to 1.

use crate::game::{Answer, Game, Outcome};
use crate::search::payoff::each;
pub use crate::search::payoff::{MOST_PLAYERS, Values as Rates};

/// Turns utilities and evaluations into rates, and rates into utilities.
#[derive(Clone, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    width: f64,
    pub(super) players: usize,
    shared: bool,
    has_winner: bool,
    zero_sum: bool,
    /// Whether the value for one player determines the value for all.
    pub(super) two_sided: bool,
    least: f64,
    most: f64,
    size: f64,
    number: f64,
}

impl Scale {
    /// The scale of a game.
    pub fn new<G: Game>(game: &G) -> Self {
        let facts = game.facts();
        Self {
            low: facts.low,
            high: facts.high,
            width: facts.high - facts.low,
            players: facts.players,
            shared: facts.bounded,
            has_winner: facts.has_winner,
            zero_sum: facts.zero_sum,
            two_sided: facts.two_sided(),
            least: 1.0,
            most: 0.0,
            size: 0.0,
            number: 0.0,
        }
    }

    /// A utility's place between the bounds.
    #[inline]
    pub fn rate(&self, utility: f64) -> f64 {
        (utility - self.low) / self.width
    }

    /// The utility at a place between the bounds.
    pub fn utility(&self, rate: f64) -> f64 {
        self.low + rate * self.width
    }

    /// The utilities of all players in a finished position.
    #[inline]
    pub fn utilities<G: Game>(&self, game: &G, s: &G::State, outcome: Outcome) -> Answer<Rates> {
        each(self.players, |player| game.worth(s, outcome, player))
    }

    /// Utilities as rates.
    #[inline]
    pub fn rates(&self, mut utilities: Rates) -> Rates {
        for utility in utilities.iter_mut().take(self.players) {
            *utility = self.rate(*utility);
        }
        utilities
    }

    /// The evaluation of an unfinished position for all players, as rates.
    pub fn guess<G: Game>(&mut self, game: &G, s: &G::State) -> Answer<Rates> {
        let mut values = each(self.players, |player| game.evaluate(s, player))?;
        if self.shared {
            for value in values.iter_mut().take(self.players) {
                *value = self.rate(*value).clamp(0.0, 1.0);
            }
            return Ok(values);
        }
        for value in values.iter().take(self.players) {
            self.size += value.abs();
            self.number += 1.0;
        }
        let mean = self.size / self.number;
        for value in values.iter_mut().take(self.players) {
            *value = if *value == 0.0 { 0.5 } else { 0.5 + 0.5 * (*value / (value.abs() + mean)) };
        }
        Ok(values)
    }

    /// The rates of a game that was given up: those of a draw.
    pub fn even(&self) -> Rates {
        [self.rate(0.0_f64.clamp(self.low, self.high)); MOST_PLAYERS]
    }

    /// Widens the spread to what has been seen.
    #[inline]
    pub fn saw(&mut self, rates: &Rates) {
        if self.has_winner {
            return;
        }
        for &rate in rates.iter().take(self.players) {
            self.least = self.least.min(rate);
            self.most = self.most.max(rate);
        }
    }

    /// How far rates differ; 1 if there are winners and losers.
    #[inline]
    pub fn spread(&self) -> f64 {
        if self.has_winner || self.most <= self.least { 1.0 } else { self.most - self.least }
    }

    /// Whether a player gets the greatest utility, and all others the least that follows from it.
    pub fn takes_all(&self, utilities: &Rates, player: usize) -> bool {
        let least = || (0..self.players).all(|seat| seat == player || utilities[seat] <= self.low);
        utilities[player] >= self.high && (self.two_sided || (self.zero_sum && least()))
    }
}
