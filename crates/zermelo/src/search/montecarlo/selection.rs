//! Which move UCT tries next.

use std::sync::LazyLock;

use super::tree::Row;
use super::{Technique, Tried, Worker};
use crate::game::{CHANCE, Game, Player};

/// Roots and logarithms of small numbers, computed once for all searches.
pub struct Roots {
    /// 1 / n and 1 / sqrt(n).
    parts: Vec<(f64, f64)>,
    /// sqrt(ln(n)).
    logarithms: Vec<f64>,
}

/// The table that all searches share.
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
    /// The move to continue with if the best one is proven; at chance, the outcome that was tried least.
    #[cold]
    pub(crate) fn unproven(&mut self, row: Row<'_>, node: u32, player: Player, passes: u32) -> Option<usize> {
        let open = |&(_, (_, _, number)): &(usize, (f64, u32, u32))| number == 0;
        let (first, _) = row.tries().enumerate().find(open)?;
        if player != CHANCE {
            let place = self.choose::<true>(row, node, player, passes);
            return Some(if self.tree.proof(node + 1 + place as u32) == 0 { place } else { first });
        }
        row.tries().enumerate().filter(open).min_by_key(|&(_, (_, visits, _))| visits).map(|(place, _)| place)
    }

    /// A move that has not been tried, or the one with the greatest value.
    #[inline]
    pub(crate) fn choose<const UNPROVEN: bool>(&mut self, row: Row<'_>, node: u32, player: Player, passes: u32) -> usize {
        if let Some(untried) = row.untried(passes).filter(|_| !self.rollout.values_untried) {
            return untried;
        }
        let reach = self.options.exploration * self.rollout.scale.spread() * self.roots.of_logarithm(passes);
        if self.rollout.is_plain {
            return self.choose_plainly::<UNPROVEN>(row, player, reach);
        }
        for technique in &mut self.rollout.techniques {
            technique.begin(self.tree, &self.path, node);
        }
        let (mut best, mut most) = (node + 1, f64::NEG_INFINITY);
        for edge in self.tree.edges(node).filter(|&edge| !UNPROVEN || self.tree.proof(edge) == 0) {
            let value = self.value(edge, player, reach);
            if value > most {
                (best, most) = (edge, value);
            }
        }
        (best - node - 1) as usize
    }

    /// The formula of UCT, without techniques.
    #[inline]
    fn choose_plainly<const UNPROVEN: bool>(&mut self, row: Row<'_>, player: Player, reach: f64) -> usize {
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (index, (total, visits, number)) in row.tries().enumerate() {
            let value = if UNPROVEN && number != 0 {
                continue;
            } else if number != 0 && self.options.solver {
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

    /// The value of a move, with all techniques that are switched on.
    fn value(&mut self, edge: u32, player: Player, reach: f64) -> f64 {
        let number = self.tree.proof(edge);
        if number != 0 && self.options.solver {
            let utility = self.proof(number)[player as usize];
            return self.rollout.scale.rate(utility);
        }
        let visits = self.tree.visits(edge);
        let mean = if visits > 0 { self.tree.total(edge) * (1.0 / f64::from(visits)) } else { 0.0 };
        let tried = Tried { edge, player, visits, mean };
        let change = |value, technique: &mut Box<dyn Technique>| technique.value(self.tree, tried, value);
        let value = self.rollout.techniques.iter_mut().fold((visits > 0).then_some(mean), change);
        let Some(value) = value else { return f64::INFINITY };
        let tries = f64::from(visits) + f64::from(u8::from(self.rollout.values_untried));
        value + reach * (1.0 / tries.sqrt())
    }
}
