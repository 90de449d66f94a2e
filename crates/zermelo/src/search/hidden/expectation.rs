//! What each move is worth on average, one ply ahead, over the worlds that a player believes possible.

use crate::game::{Game, Move, Outcome, Player};
use crate::search::{Halt, Stop};

/// For each legal move the mean value of the position after it: the utility if the game is over there, else the evaluation.
pub fn expected_values<G: Game>(
    game: &G,
    worlds: &[(Vec<u8>, f64)],
    player: Player,
    stop: &Stop,
) -> Result<Vec<(Move, f64)>, Halt> {
    let mut moves = Vec::new();
    let Some((first, _)) = worlds.first() else { return Ok(Vec::new()) };
    game.moves(&game.read(first), &mut moves)?;
    let mut totals = vec![0.0; moves.len()];
    let mut whole = 0.0;
    for (record, weight) in worlds {
        if stop.is_set() {
            return Err(Halt::Stopped);
        }
        let s = game.read(record);
        whole += weight;
        for (total, &choice) in totals.iter_mut().zip(&moves) {
            let after = game.after(&s, choice)?;
            let outcome = game.outcome(&after)?;
            let value =
                if outcome == Outcome::Ongoing { game.evaluate(&after, player)? } else { game.worth(&after, outcome, player)? };
            *total += weight * value;
        }
    }
    Ok(moves.into_iter().zip(totals).map(|(choice, total)| (choice, total / whole)).collect())
}
