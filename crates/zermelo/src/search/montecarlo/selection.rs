//! Which move UCT tries next.

use std::sync::LazyLock;

use super::options::Sampling;
use super::rave;
use super::tree::Row;
use super::uct::Worker;
use crate::game::{CHANCE, Game, Player};

/// What the formula takes of small numbers, worked out once for all searches.
pub struct Roots {
    /// 1 / n and 1 / sqrt(n).
    parts: Vec<(f64, f64)>,
    /// sqrt(ln(n)).
    logarithms: Vec<f64>,
}

/// The one that all searches share.
pub static ROOTS: LazyLock<Roots> = LazyLock::new(|| Roots {
    parts: (0..1 << 11).map(|number| (1.0 / f64::from(number), 1.0 / f64::from(number).sqrt())).collect(),
    logarithms: (0..1 << 16).map(|number| f64::from(number).ln().sqrt()).collect(),
});

impl Roots {
    #[inline]
    fn of(&self, number: u32) -> (f64, f64) {
        self.parts.get(number as usize).copied().unwrap_or_else(|| {
            let exact = f64::from(number);
            (1.0 / exact, 1.0 / exact.sqrt())
        })
    }

    #[inline]
    fn of_logarithm(&self, number: u32) -> f64 {
        self.logarithms.get(number as usize).copied().unwrap_or_else(|| f64::from(number).ln().sqrt())
    }
}

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// The move to go on with where the best one is proven; at chance, the outcome that was tried least.
    #[cold]
    pub(crate) fn unproven(&mut self, row: Row<'_>, node: u32, player: Player, passes: u32) -> Option<usize> {
        let open = |&(_, (_, _, number)): &(usize, (f64, u32, u32))| number == 0;
        let (first, _) = row.tries().enumerate().find(open)?;
        if player != CHANCE {
            let place = self.choose::<true>(row, node, player, passes);
            return Some(if self.growth.proof(node + 1 + place as u32) == 0 { place } else { first });
        }
        row.tries().enumerate().filter(open).min_by_key(|&(_, (_, visits, _))| visits).map(|(place, _)| place)
    }

    /// A move that has not been tried, or the one with the greatest value.
    #[inline]
    pub(crate) fn choose<const UNPROVEN: bool>(&mut self, row: Row<'_>, node: u32, player: Player, passes: u32) -> usize {
        let plain = self.sampling.rave == 0.0;
        if let Some(untried) = row.untried(passes).filter(|_| plain) {
            return untried;
        }
        let reach = self.sampling.exploration * self.rollout.scale.spread() * self.roots.of_logarithm(passes);
        if plain && self.sampling.implicit == 0.0 && self.sampling.history == 0.0 {
            return self.choose_plainly::<UNPROVEN>(row, player, reach);
        }
        let source = if plain { node } else { self.reference(node) };
        let mut others = self.growth.edges(source).peekable();
        let (mut best, mut most) = (node + 1, f64::NEG_INFINITY);
        for edge in self.growth.edges(node).filter(|&edge| !UNPROVEN || self.growth.proof(edge) == 0) {
            let choice = self.growth.choice(edge);
            while others.next_if(|&other| self.growth.choice(other) < choice).is_some() {}
            let other = others.peek().copied().filter(|&other| self.growth.choice(other) == choice);
            let value = self.value(edge, other, player, reach);
            if value > most {
                (best, most) = (edge, value);
            }
        }
        (best - node - 1) as usize
    }

    /// The lecture's formula, and nothing else.
    #[inline]
    fn choose_plainly<const UNPROVEN: bool>(&mut self, row: Row<'_>, player: Player, reach: f64) -> usize {
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (index, (total, visits, number)) in row.tries().enumerate() {
            let value = if UNPROVEN && number != 0 {
                continue;
            } else if number != 0 && self.sampling.solver {
                let utility = self.proof(number)[player as usize];
                self.rollout.scale.rate(utility)
            } else if visits == 0 {
                f64::INFINITY
            } else {
                let (part, root) = self.roots.of(visits);
                total * part + reach * root
            };
            if value > most {
                (best, most) = (index, value);
            }
        }
        best
    }

    /// The node whose guesses count.
    fn reference(&mut self, node: u32) -> u32 {
        self.nodes.clear();
        self.nodes.extend(self.path.iter().map(|step| step.node));
        rave::reference(self.growth, &self.nodes, node, self.sampling.grave)
    }

    /// `UCTValue`, with whatever is switched on.
    fn value(&mut self, edge: u32, other: Option<u32>, player: Player, reach: f64) -> f64 {
        let Sampling { solver, rave, implicit, history, .. } = self.sampling;
        let number = self.growth.proof(edge);
        if number != 0 && solver {
            let utility = self.proof(number)[player as usize];
            return self.rollout.scale.rate(utility);
        }
        let visits = self.growth.visits(edge);
        let (guessed, guess) = other.filter(|_| rave > 0.0).map_or((0, 0.0), |other| self.growth.extra(other).amaf());
        if visits == 0 && guessed == 0 {
            return f64::INFINITY;
        }
        let mean = if visits > 0 { self.growth.total(edge) * (1.0 / f64::from(visits)) } else { 0.0 };
        let mut value = mean;
        if implicit > 0.0 && visits > 0 {
            value = (1.0 - implicit) * value + implicit * self.growth.extra(edge).guess();
        }
        if guessed > 0 {
            let share = rave::weight(visits, rave);
            value = (1.0 - share) * value + share * (guess / f64::from(guessed));
        }
        let tries = f64::from(visits);
        if history > 0.0 {
            let known = self.rollout.habits.mean(player, self.growth.choice(edge));
            value += history * known / (tries * (1.0 - mean) + 1.0);
        }
        value + reach * (1.0 / if rave > 0.0 { tries + 1.0 } else { tries }.sqrt())
    }
}
