//! Implicit minimax backups: evaluations in the tree, backed up by minimax beside the means (Lanctot, Winands, Pepels and
//! Sturtevant 2014).

use std::sync::atomic::Ordering::Relaxed;

use super::{Needs, Rates, Step, Technique, Tried, UctTree};
use crate::game::{Answer, Move, Player};
use crate::search::options::options;

options! {
    pub struct Options {
        /// Weight of the minimax value of evaluations; 0 for off.
        implicit: f64 = 0.0,
    }
}

pub(super) fn start(Options { implicit }: Options) -> Option<Box<dyn Technique>> {
    (implicit > 0.0).then(|| Box::new(Implicit { weight: implicit, at: 0 }) as Box<dyn Technique>)
}

struct Implicit {
    weight: f64,
    /// Where the minimax value of a move is kept.
    at: usize,
}

impl Implicit {
    fn guess(&self, tree: &UctTree, edge: u32) -> f64 {
        f64::from_bits(tree.numbers(edge)[self.at].load(Relaxed))
    }

    fn set_guess(&self, tree: &UctTree, edge: u32, guess: f64) {
        tree.numbers(edge)[self.at].store(guess.to_bits(), Relaxed);
    }
}

impl Technique for Implicit {
    fn needs(&self) -> Needs {
        Needs { numbers: 1, changes_values: true, ..Needs::default() }
    }

    fn place_numbers(&mut self, first: usize) {
        self.at = first;
    }

    fn value(&mut self, tree: &UctTree, tried: Tried, value: Option<f64>) -> Option<f64> {
        value.map(|value| (1.0 - self.weight) * value + self.weight * self.guess(tree, tried.edge))
    }

    fn expand(&mut self, tree: &UctTree, edge: u32, rate: &mut dyn FnMut() -> Answer<f64>) -> Answer<()> {
        self.set_guess(tree, edge, rate()?);
        Ok(())
    }

    /// Brings the values along the path up to date, from its end to the root.
    fn back_up(&mut self, tree: &UctTree, path: &[Step], _later: &[(Player, Move)], _rates: &Rates, _shared: bool) {
        for pair in path.windows(2).rev() {
            let (above, node) = (pair[0], pair[1].node);
            let tried = tree.edges(node).filter(|&child| tree.visits(child) > 0);
            let best = tried.map(|child| self.guess(tree, child)).fold(f64::NEG_INFINITY, f64::max);
            let same = tree.player(node) == tree.player(above.node);
            self.set_guess(tree, above.edge, if same { best } else { 1.0 - best });
        }
    }
}
