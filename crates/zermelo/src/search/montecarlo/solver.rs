//! MCTS-Solver: values are proven where the tree reaches the ends of games (Winands, Björnsson and Saito 2008).

use super::scale::{MOST_PLAYERS, Scale};
use super::{Rates, UctTree};
use crate::game::Move;

/// The number of the proof that follows from the proofs of a position's moves; 0 if none follows. `known` are all proofs so far;
/// one that another thread has found since then does not count yet.
pub fn prove(tree: &UctTree, node: u32, known: &[Rates], scale: &Scale) -> u32 {
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
pub fn expect(tree: &UctTree, node: u32, known: &[Rates], chances: &[(Move, f64)]) -> u32 {
    let mut total = [0.0; MOST_PLAYERS];
    for (edge, &(_, probability)) in tree.edges(node).zip(chances) {
        let Some(proof) = known.get((tree.proof(edge) as usize).wrapping_sub(1)) else { return 0 };
        for (sum, utility) in total.iter_mut().zip(proof) {
            *sum += probability * utility;
        }
    }
    tree.proofs.number_of(&total, known)
}
