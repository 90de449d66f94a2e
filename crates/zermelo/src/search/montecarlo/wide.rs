//! Leaves of a batch that are opened at once: their moves count as tried, random games begin with each of them, and the walk counts as often.

use super::scale::MOST_PLAYERS;
use super::tree::NOWHERE;
use super::{Rates, Worker};
use crate::game::{Game, Outcome, Player};
use crate::search::Halt;

/// The moves of a leaf whose games begin with each of them.
pub struct Opened {
    pub(crate) player: Player,
    /// Those whose games are to be played; the others end the game.
    pub(crate) edges: Vec<u32>,
    /// What the others came to.
    pub(crate) ends: Vec<Rates>,
}

impl Opened {
    /// How many playouts it counts as.
    pub(crate) fn weight(&self) -> u32 {
        (self.edges.len() + self.ends.len()) as u32
    }
}

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Tries all moves of a leaf, and has games begin with each of them; the rates of the leaf if they are known already.
    pub(crate) fn open(&mut self, s: &G::State, edge: u32) -> Result<Option<Rates>, Halt> {
        let tree = self.tree;
        if !tree.reserve::<SHARED>(edge) {
            self.wait_at(s);
            return Ok(None);
        }
        let Some(node) = self.expand(s, self.rollout.forced).inspect_err(|_| tree.set_node(edge, NOWHERE))? else {
            tree.set_node(edge, NOWHERE);
            self.wait_at(s);
            return Ok(None);
        };
        if tree.is_chance(node) {
            tree.set_node(edge, node);
            self.wait_at(s);
            return Ok(None);
        }
        let player = tree.player(node);
        let mut opened = Opened { player, edges: Vec::new(), ends: Vec::new() };
        for child in tree.edges(node) {
            tree.visit_again::<SHARED>(node, child, 1);
            let mut after = self.game.copy(s);
            self.game.play(&mut after, tree.choice(child))?;
            let outcome = self.game.outcome(&after)?;
            if outcome == Outcome::Ongoing {
                opened.edges.push(child);
                self.wait_at(&after);
                continue;
            }
            let utilities = self.rollout.scale.utilities(self.game, &after, outcome)?;
            tree.set_proof(child, tree.proofs.number_of(&utilities, &self.proofs));
            let rates = self.rollout.scale.rates(utilities);
            tree.credit::<SHARED>(child, rates[player as usize]);
            opened.ends.push(rates);
        }
        tree.set_node(edge, node);
        if self.options.solver && !opened.ends.is_empty() {
            let number = self.proved(node);
            if number != 0 {
                tree.set_proof(edge, number);
                let utilities = self.proof(number);
                return Ok(Some(self.rollout.scale.rates(utilities)));
            }
        }
        if opened.edges.is_empty() {
            // All moves end the game, which proves nothing; without the solver they may be played again.
            let ended = opened.ends.len() as f64;
            let mut mean = sum_of(&opened.ends);
            mean.iter_mut().for_each(|rate| *rate /= ended);
            return Ok(Some(mean));
        }
        if let Some(batch) = &mut self.batch {
            batch.opened = Some(opened);
        }
        Ok(None)
    }
}

/// The sums of the rates of several playouts.
pub(crate) fn sum_of(all: &[Rates]) -> Rates {
    let mut sum = [0.0; MOST_PLAYERS];
    for rates in all {
        sum.iter_mut().zip(rates).for_each(|(sum, rate)| *sum += rate);
    }
    sum
}
