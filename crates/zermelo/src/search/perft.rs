//! Perft: the number of move sequences of a given length.

use super::{Halt, Stop};
use crate::game::{Game, Move};

/// Number of sequences of `depth` moves, chance outcomes included.
pub fn perft<G: Game>(game: &G, s: &G::State, depth: u32, stop: &Stop) -> Result<u64, Halt> {
    if depth == 0 {
        return Ok(1);
    }
    count(game, s, depth, stop, &mut Vec::new())
}

fn count<G: Game>(game: &G, s: &G::State, depth: u32, stop: &Stop, stack: &mut Vec<Move>) -> Result<u64, Halt> {
    if stop.is_set() {
        return Err(Halt::Stopped);
    }
    if depth == 1 {
        return Ok(game.count(s, stack)?);
    }
    let start = stack.len();
    game.choices(s, stack)?;
    let end = stack.len();
    let mut total = 0;
    for index in start..end {
        let mut child = game.copy(s);
        game.play(&mut child, stack[index]).map_err(|fault| game.blame(fault, s))?;
        total += count(game, &child, depth - 1, stop, stack)?;
    }
    stack.truncate(start);
    Ok(total)
}
