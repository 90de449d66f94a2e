//! Aspiration windows: a narrow window around the last value, widened if the value falls outside.

use super::search::AlphaBeta;
use super::technique::{Maybe, Technique, Valued};
use crate::game::Game;
use crate::search::score::is_proven;
use crate::search::{Halt, Tracer};

#[derive(Default)]
pub struct Aspiration;

impl Technique for Aspiration {
    fn root_value<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, root: &G::State, depth: u32) -> Maybe<Valued> {
        let Some(guess) = search.guess else { return Ok(None) };
        aspire(guess, |alpha, beta| search.within(root, depth, alpha, beta)).map(Some)
    }
}

/// Half widths of the first windows, as parts of the guess (at least of 1); then the window is open.
const STEPS: [f64; 2] = [0.25, 2.0];

/// The exact value, by searches with wider and wider windows.
fn aspire(guess: f64, mut search: impl FnMut(f64, f64) -> Result<Valued, Halt>) -> Result<Valued, Halt> {
    let open = if is_proven(guess) { STEPS.len() } else { 0 };
    let (mut low_step, mut high_step) = (open, open);
    loop {
        let (alpha, beta) = (guess - width(guess, low_step), guess + width(guess, high_step));
        let (value, line) = search(alpha, beta)?;
        if value <= alpha {
            low_step += 1;
        } else if value >= beta {
            high_step += 1;
        } else {
            return Ok((value, line));
        }
    }
}

/// Half the width of the window in the given step.
pub(super) fn width(guess: f64, step: usize) -> f64 {
    STEPS.get(step).map_or(f64::INFINITY, |part| guess.abs().max(1.0) * part)
}
