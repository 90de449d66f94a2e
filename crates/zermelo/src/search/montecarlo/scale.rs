//! Rates: values of games on a scale from 0 to 1.

use crate::game::{Answer, Facts, Game, Outcome};
use crate::search::payoff::each;
pub use crate::search::payoff::{MOST_PLAYERS, Values as Rates};

/// Turns utilities and evaluations into rates, and rates into utilities.
pub(crate) struct Scale {
    pub(super) facts: Facts,
    /// The least and the greatest rate so far.
    least: f64,
    most: f64,
    /// The sum of the sizes of evaluations, and their number.
    size: f64,
    number: f64,
}

impl Scale {
    pub fn new<G: Game>(game: &G) -> Self {
        Self { facts: game.facts().clone(), least: 1.0, most: 0.0, size: 0.0, number: 0.0 }
    }

    /// A utility's place between the bounds.
    #[inline]
    pub fn rate(&self, utility: f64) -> f64 {
        (utility - self.facts.low) / (self.facts.high - self.facts.low)
    }

    /// The utility at a place between the bounds.
    pub fn utility(&self, rate: f64) -> f64 {
        self.facts.low + rate * (self.facts.high - self.facts.low)
    }

    /// The utilities of all players in a finished position.
    #[inline]
    pub fn utilities<G: Game>(&self, game: &G, s: &G::State, outcome: Outcome) -> Answer<Rates> {
        each(self.facts.players, |player| game.worth(s, outcome, player))
    }

    #[inline]
    pub fn rates(&self, mut utilities: Rates) -> Rates {
        for utility in utilities.iter_mut().take(self.facts.players) {
            *utility = self.rate(*utility);
        }
        utilities
    }

    /// The evaluation of an unfinished position for all players, as rates.
    pub fn guess<G: Game>(&mut self, game: &G, s: &G::State) -> Answer<Rates> {
        let mut values = each(self.facts.players, |player| game.evaluate(s, player))?;
        if self.facts.bounded {
            for value in values.iter_mut().take(self.facts.players) {
                *value = self.rate(*value).clamp(0.0, 1.0);
            }
            return Ok(values);
        }
        for value in values.iter().take(self.facts.players) {
            self.size += value.abs();
            self.number += 1.0;
        }
        let mean = self.size / self.number;
        for value in values.iter_mut().take(self.facts.players) {
            *value = if *value == 0.0 { 0.5 } else { 0.5 + 0.5 * (*value / (value.abs() + mean)) };
        }
        Ok(values)
    }

    /// The rates of a game that was given up: those of a draw.
    pub fn even(&self) -> Rates {
        [self.rate(0.0_f64.clamp(self.facts.low, self.facts.high)); MOST_PLAYERS]
    }

    /// Widens the spread to what has been seen.
    #[inline]
    pub fn saw(&mut self, rates: &Rates) {
        if self.facts.has_winner {
            return;
        }
        for &rate in rates.iter().take(self.facts.players) {
            self.least = self.least.min(rate);
            self.most = self.most.max(rate);
        }
    }

    /// How far rates differ; 1 if there are winners and losers.
    #[inline]
    pub fn spread(&self) -> f64 {
        if self.facts.has_winner || self.most <= self.least { 1.0 } else { self.most - self.least }
    }

    /// Whether a player gets the greatest utility, and all others the least that follows from it.
    pub fn takes_all(&self, utilities: &Rates, player: usize) -> bool {
        let least = || (0..self.facts.players).all(|seat| seat == player || utilities[seat] <= self.facts.low);
        utilities[player] >= self.facts.high && (self.facts.two_sided() || (self.facts.zero_sum && least()))
    }
}
