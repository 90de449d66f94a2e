//! Random playouts.

use super::options::{General, Sampling};
use super::rollout::{End, Rollout};
use crate::game::{Answer, Fault, Game, Move, Player};
use crate::search::control::{Control, Halt, Job, Stop};
use crate::search::random::Random;

/// A longer playout counts as endless.
pub const MAX_PLAYOUT: u32 = 100_000;
/// A game's own `playout` is checked in one game out of this many.
pub const SAMPLE: u64 = 256;
const ILLEGAL: i32 = -10;

/// Sums of utilities over random games, and of their lengths.
pub fn playouts<G: Game>(game: &G, root: &G::State, games: u64, seed: u64, stop: &Stop) -> Result<(Vec<f64>, u64), Halt> {
    let general = General { cap: MAX_PLAYOUT, ..General::default() };
    let mut rollout = Rollout::new(game, &Sampling { general, ..Sampling::default() }, seed);
    let mut control = Control::new(&Job::default(), stop.clone());
    let mut totals = vec![0.0; game.facts().players];
    for _ in 0..games {
        control.look_up()?;
        let mut state = game.copy(root);
        let End::Over(outcome) = rollout.finish(game, &mut state, &mut control)? else { return Err(Halt::TooDeep) };
        for (player, total) in totals.iter_mut().enumerate() {
            *total += game.worth(&state, outcome, player as Player)?;
        }
    }
    Ok((totals, control.nodes))
}

/// Checks that a game's own `playout` chose a legal move.
pub fn check<G: Game>(game: &G, s: &G::State, choice: Move, moves: &mut Vec<Move>) -> Answer<()> {
    moves.clear();
    game.moves(s, moves)?;
    if moves.contains(&choice) {
        return Ok(());
    }
    Err(Fault::new("playout", game.write(s), choice, ILLEGAL))
}

/// One outcome, by its probability.
pub fn draw(chances: &[(Move, f64)], random: &mut Random) -> Move {
    let mut left = random.uniform();
    for &(outcome, probability) in chances {
        left -= probability;
        if left < 0.0 {
            return outcome;
        }
    }
    chances[chances.len() - 1].0
}
