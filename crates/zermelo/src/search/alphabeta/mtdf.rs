//! MTD(f): the value by empty windows alone.

use super::search::AlphaBeta;
use super::technique::{Maybe, Technique, Valued};
use crate::game::Game;
use crate::search::{Halt, Tracer};

#[derive(Default)]
pub struct Mtdf;

impl Technique for Mtdf {
    fn root_value<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, root: &G::State, depth: u32) -> Maybe<Valued> {
        let guess = search.guess.unwrap_or(0.0);
        mtdf(guess, |alpha, beta| search.within(root, depth, alpha, beta)).map(Some)
    }
}

/// The exact value and the line of the last search that failed high; `search(alpha, beta)` answers value and line.
fn mtdf(guess: f64, mut search: impl FnMut(f64, f64) -> Result<Valued, Halt>) -> Result<Valued, Halt> {
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
