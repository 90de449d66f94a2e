//! Solving by narrow windows: yes-or-no questions find who wins, and how soon.

use super::search::AlphaBeta;
use super::technique::{Maybe, Technique, Valued};
use crate::game::Game;
use crate::search::score::{MAX_PLY, WIN, distance, is_proven, soonest};
use crate::search::{Found, Halt, Tracer};

#[derive(Default)]
pub struct Windows;

impl Technique for Windows {
    fn root_value<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, root: &G::State, depth: u32) -> Maybe<Valued> {
        let ask = |alpha, beta| {
            let answer = search.within(root, depth, alpha, beta)?;
            if answer.0 <= 0.0 {
                // Only a bound: keep the move, drop its value and line.
                search.control.best = search.control.best.take().map(|best| Found { score: None, line: Vec::new(), ..best });
            }
            Ok(answer)
        };
        narrow(ask).map(Some)
    }
}

/// Plies within which wins and losses are looked for first; then always half as many more.
const FIRST_REACH: u32 = 4;

/// The exact value and the line of a last search around it; `search(alpha, beta)` answers value and line.
fn narrow(mut search: impl FnMut(f64, f64) -> Result<Valued, Halt>) -> Result<Valued, Halt> {
    let (mut lower, mut upper, mut reach) = (f64::NEG_INFINITY, soonest(0), FIRST_REACH);
    while lower < upper {
        let Some(beta) = next_question(lower, upper, reach) else {
            if reach >= MAX_PLY {
                break; // points in between
            }
            reach += reach / 2;
            continue;
        };
        let (value, _) = search(beta.next_down(), beta)?;
        if value < beta {
            upper = value;
        } else {
            lower = value;
        }
    }
    let found = search(lower.next_down(), upper.next_up())?;
    if (lower..=upper).contains(&found.0) { Ok(found) } else { search(f64::NEG_INFINITY, f64::INFINITY) }
}

/// Is the value at least this? None if nothing is left to ask about ends within reach.
fn next_question(lower: f64, upper: f64, reach: u32) -> Option<f64> {
    let far = WIN - f64::from(reach);
    if lower > 0.0 && is_proven(lower) {
        Some(WIN - between(upper, lower))
    } else if upper < 0.0 && is_proven(upper) {
        Some((between(lower, upper) - WIN).next_up())
    } else if upper >= far {
        Some(far)
    } else if lower <= -far {
        Some((-far).next_up())
    } else {
        None
    }
}

/// Half way between the plies of two wins or losses, the sooner one first; less than those of the later.
fn between(sooner: f64, later: f64) -> f64 {
    ((distance(sooner).unwrap_or(0) + distance(later).unwrap_or(0)) / 2).into()
}
