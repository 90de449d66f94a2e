//! Random playouts.

use crate::game::{Answer, CHANCE, Fault, Game, Move, Outcome};
use crate::search::{Halt, Random, Stop};

/// A longer playout counts as endless.
pub const MAX_PLAYOUT: u32 = 100_000;
/// A game's own `playout` is checked in one game out of this many.
pub const SAMPLE: u64 = 256;
const ILLEGAL: i32 = -10;

/// Sums of utilities over random games, and of their lengths.
pub fn playouts<G: Game>(game: &G, root: &G::State, games: u64, seed: u64, stop: &Stop) -> Result<(Vec<f64>, u64), Halt> {
    let mut random = Random::new(seed);
    let mut totals = vec![0.0; game.facts().players];
    let mut plies = 0;
    let mut moves = Vec::new();
    for number in 0..games {
        if stop.is_set() {
            return Err(Halt::Stopped);
        }
        let careful = game.has_playout() && number % SAMPLE == 0;
        let (state, outcome, length) = playout(game, root, &mut random, &mut moves, careful)?;
        for (player, total) in totals.iter_mut().enumerate() {
            *total += game.worth(&state, outcome, player as i32)?;
        }
        plies += u64::from(length);
    }
    Ok((totals, plies))
}

fn playout<G: Game>(
    game: &G,
    root: &G::State,
    random: &mut Random,
    moves: &mut Vec<Move>,
    careful: bool,
) -> Result<(G::State, Outcome, u32), Halt> {
    if careful {
        return run::<G, true>(game, root, random, moves);
    }
    let luck = random.clone();
    match run::<G, false>(game, root, random, moves) {
        Err(Halt::Rule(fault)) if fault.rule == "play" => {
            *random = luck; // again, to find the move that failed
            run::<G, true>(game, root, random, moves)
        }
        end => end,
    }
}

fn run<G: Game, const CAREFUL: bool>(
    game: &G,
    root: &G::State,
    random: &mut Random,
    moves: &mut Vec<Move>,
) -> Result<(G::State, Outcome, u32), Halt> {
    let mut state = game.copy(root);
    let mut chances = Vec::new();
    for length in 0..MAX_PLAYOUT {
        let outcome = game.outcome(&state)?;
        if outcome != Outcome::Ongoing {
            return Ok((state, outcome, length));
        }
        let choice = if game.to_move(&state)? == CHANCE {
            chances.clear();
            game.chances(&state, &mut chances)?;
            draw(&chances, random)
        } else {
            let choice = game.random_move(&state, random, moves)?;
            if CAREFUL && game.has_playout() {
                check(game, &state, choice, moves)?;
            }
            choice
        };
        if CAREFUL {
            state = game.after(&state, choice)?;
        } else {
            game.play(&mut state, choice)?;
        }
    }
    Err(Halt::TooDeep)
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
