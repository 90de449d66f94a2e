//! MTD(f): the value by empty windows alone.

use crate::game::Move;

/// The exact value and the line of the last search that failed high; `search(alpha, beta)` answers value and line.
pub fn mtdf<E>(guess: f64, mut search: impl FnMut(f64, f64) -> Result<(f64, Vec<Move>), E>) -> Result<(f64, Vec<Move>), E> {
    let (mut value, mut best_line) = (guess, Vec::new());
    let (mut lower, mut upper) = (f64::NEG_INFINITY, f64::INFINITY);
    while lower < upper {
        let beta = if value == lower { value.next_up() } else { value };
        let (found, line) = search(beta.next_down(), beta)?;
        value = found;
        if value < beta {
            upper = value;
        } else {
            (lower, best_line) = (value, line);
        }
    }
    Ok((value, best_line))
}
