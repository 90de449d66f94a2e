//! Multi-ProbCut: a shallow search predicts the deep one, and where the prediction is clear the deep one is not made.

use super::search::AlphaBeta;
use super::technique::{Maybe, Node, Place, Technique};
use crate::game::{Game, Move};
use crate::search::{Halt, Tracer, Window, score};

/// Stands for the last move where a prediction is put to the test, and no other is made.
const TRIAL: Move = -3;
/// The least and the greatest depth at which it is used.
const LEAST_DEPTH: u32 = 4;
const DEEPEST: u32 = 31;
/// The positions by which the first margin of a depth is measured; then one in so many predictions is put to the test.
const ENOUGH: u64 = 16;
const RARE: u64 = 8;
/// The share of predictions that may be wrong, and how fast the margin changes.
const ERRORS: f64 = 1.0 / 16.0;
const STEP: f64 = 0.5;

/// How far outside the window the value of a shallow search must be, at one depth.
#[derive(Default)]
struct Margin {
    margin: f64,
    changes: f64,
    measured: u64,
    predictions: u64,
}

impl Margin {
    /// A shallow search has changed the evaluation by so much.
    fn measure(&mut self, change: f64) {
        self.measured += 1;
        self.changes += change;
        self.margin = self.changes / self.measured as f64;
    }

    /// A prediction was put to the test.
    fn test(&mut self, right: bool) {
        self.margin *= if right { 1.0 - STEP * ERRORS } else { 1.0 + STEP * (1.0 - ERRORS) };
    }
}

/// The margin of each depth.
#[derive(Default)]
pub struct Probcut {
    margins: [Margin; DEEPEST as usize + 1],
}

impl Technique for Probcut {
    const ASKS_THREAT: bool = true;

    fn cut<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Maybe<f64> {
        let (Place { choice, depth, ply, .. }, Window { alpha, beta }) = (node.place, node.window);
        if node.is_open() || !node.whole || ply == 0 || node.threatened || choice == TRIAL {
            return Ok(None);
        }
        if !(LEAST_DEPTH..=DEEPEST).contains(&depth) || score::is_proven(alpha) || score::is_proven(beta) {
            return Ok(None);
        }
        let found = search.predict(s, node)?;
        if found.is_some() {
            search.control.horizon = true;
            search.lines.clear(ply);
        }
        Ok(found)
    }
}

impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
    /// The end of the window beyond which the value probably lies. On which side of the window to look, the evaluation says.
    fn predict(&mut self, s: &G::State, node: &Node) -> Maybe<f64> {
        let Window { alpha, beta } = node.window;
        let index = node.place.depth as usize;
        let known = &self.learned.probcut.margins[index];
        let (learns, evaluation) = (known.measured < ENOUGH, node.evaluated(self.game, s)?);
        let (high, margin) = (evaluation >= beta, if learns { 0.0 } else { known.margin });
        let bound = if high { beta + margin } else { alpha - margin };
        let (low, top) = if high { (bound.next_down(), bound) } else { (bound, bound.next_up()) };
        let place = Place { depth: predicting(node.place.depth), follow: false, ..node.place };
        let value = self.aside(|search| search.search(s, place, Window { alpha: low, beta: top }))?;
        if score::is_proven(value) {
            return Ok(Some(value));
        }
        let known = &mut self.learned.probcut.margins[index];
        if learns {
            known.measure((value - evaluation).abs());
            return Ok(None);
        }
        if margin == 0.0 || if high { value < bound } else { value > bound } {
            return Ok(None);
        }
        known.predictions += 1;
        let is_tested = known.predictions.is_multiple_of(RARE);
        Ok(Some(if is_tested {
            self.tested(s, node, high)?
        } else if high {
            beta
        } else {
            alpha
        }))
    }

    /// The value of the deep search, by which the margin changes.
    fn tested(&mut self, s: &G::State, node: &Node, high: bool) -> Result<f64, Halt> {
        let Window { alpha, beta } = node.window;
        let place = Place { choice: TRIAL, follow: false, ..node.place };
        let value = self.aside(|search| search.search(s, place, node.window))?;
        self.learned.probcut.margins[node.place.depth as usize].test(if high { value >= beta } else { value <= alpha });
        Ok(value)
    }
}

/// The depth that predicts a depth: half of it, and even or odd as it is.
fn predicting(depth: u32) -> u32 {
    depth / 2 - (depth - depth / 2) % 2
}
