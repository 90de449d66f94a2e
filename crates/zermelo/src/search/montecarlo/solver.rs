//! MCTS-Solver: values are proven where the tree reaches the ends of games (Winands, Björnsson and Saito 2008).

use std::sync::atomic::Ordering::Relaxed;

use super::scale::{MOST_PLAYERS, Scale};
use super::{Rates, UctTree, Worker};
use crate::game::{Game, Move};
use crate::search::Halt;

/// The number of the proof that follows from the proofs of a position's moves; 0 if none follows. `known` are all proofs so far;
/// one that another thread has found since then does not count yet.
fn prove(tree: &UctTree, node: u32, known: &[Rates], scale: &Scale) -> u32 {
    let player = tree.player(node) as usize;
    let (mut best, mut most) = (0, f64::NEG_INFINITY);
    let (mut missing, mut mixed) = (false, false);
    for edge in tree.edges(node) {
        let number = tree.proof(edge);
        let Some(proof) = known.get((number as usize).wrapping_sub(1)) else {
            missing = true;
            continue;
        };
        let worth = proof[player];
        if worth > most {
            (best, most, mixed) = (number, worth, false);
        } else if worth == most && number != best {
            mixed = true;
        }
    }
    let settled = best != 0 && scale.takes_all(&known[best as usize - 1], player);
    if !settled && (missing || mixed) { 0 } else { best }
}

/// The same at chance: the mean of all outcomes, weighted by their probabilities.
fn expect(tree: &UctTree, node: u32, known: &[Rates], chances: &[(Move, f64)]) -> u32 {
    let mut total = [0.0; MOST_PLAYERS];
    for (edge, &(_, probability)) in tree.edges(node).zip(chances) {
        let Some(proof) = known.get((tree.proof(edge) as usize).wrapping_sub(1)) else { return 0 };
        for (sum, utility) in total.iter_mut().zip(proof) {
            *sum += probability * utility;
        }
    }
    tree.proofs.number_of(&total, known)
}

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Proves what follows further up from the proof at the end of the path.
    pub(crate) fn settle(&mut self) -> Result<(), Halt> {
        for index in (0..self.path.len()).rev() {
            let node = self.path[index].node;
            self.tree.proofs.tell(&mut self.proofs);
            let number = if self.tree.is_chance(node) {
                let Some((_, s)) = self.throws.iter().find(|(place, _)| *place == index) else { return Ok(()) };
                self.chances.clear();
                self.game.chances(s, &mut self.chances)?;
                let edges = self.tree.edges(node);
                if self.chances.len() != edges.clone().count() {
                    return Err(self.changed(s, self.chances[0].0));
                }
                if let Some((_, &(outcome, _))) = edges.zip(&self.chances).find(|&(edge, pair)| self.tree.choice(edge) != pair.0)
                {
                    return Err(self.changed(s, outcome));
                }
                expect(self.tree, node, &self.proofs, &self.chances)
            } else {
                prove(self.tree, node, &self.proofs, &self.rollout.scale)
            };
            if number == 0 {
                return Ok(());
            }
            if index == 0 {
                self.common.proof.store(number, Relaxed);
            } else {
                self.tree.set_proof(self.path[index - 1].edge, number);
            }
        }
        Ok(())
    }

    /// The number of the proof of a node where a player moves; 0 for none.
    pub(crate) fn proved(&mut self, node: u32) -> u32 {
        self.tree.proofs.tell(&mut self.proofs);
        prove(self.tree, node, &self.proofs, &self.rollout.scale)
    }

    /// Proves the root from the moves that an earlier search has proven.
    pub(crate) fn settle_root(&mut self) {
        let number = self.proved(self.tree.root());
        self.common.proof.store(number, Relaxed);
    }
}
