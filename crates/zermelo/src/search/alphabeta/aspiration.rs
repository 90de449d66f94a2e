//! Aspiration windows: a narrow window around the last value, widened if the value falls outside.

use crate::game::Move;
use crate::search::score::is_proven;

/// Half widths of the first windows, as parts of the guess (at least of 1); then the window is open.
const STEPS: [f64; 2] = [0.25, 2.0];

/// The exact value, by searches with wider and wider windows.
pub fn aspire<E>(guess: f64, mut search: impl FnMut(f64, f64) -> Result<(f64, Vec<Move>), E>) -> Result<(f64, Vec<Move>), E> {
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
