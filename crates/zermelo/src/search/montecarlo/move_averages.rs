//! Habits: how well a player's moves have done wherever they were played.

use std::collections::HashMap;

use crate::game::{Move, Player};
use crate::search::random::Random;

/// How often MAST plays the best move that it knows.
const OFTEN: f64 = 0.8;
/// What a move is taken for that was never played.
const UNKNOWN: f64 = 1.0;
/// Moves below this are kept in rows, others in a map.
const DENSE: usize = 1 << 14;

/// Visits and sum of rates.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    visits: f64,
    total: f64,
}

/// What is known of each player's moves.
#[derive(Debug, Default)]
pub struct Habits {
    rows: Vec<Vec<Record>>,
    others: HashMap<(Player, Move), Record>,
}

impl Habits {
    /// A move came to this for its player.
    pub fn learn(&mut self, player: Player, choice: Move, rate: f64) {
        let record = if (choice as usize) < DENSE {
            let (player, choice) = (player as usize, choice as usize);
            if self.rows.len() <= player {
                self.rows.resize(player + 1, Vec::new());
            }
            let row = &mut self.rows[player];
            if row.len() <= choice {
                row.resize(choice + 1, Record::default());
            }
            &mut row[choice]
        } else {
            self.others.entry((player, choice)).or_default()
        };
        record.visits += 1.0;
        record.total += rate;
    }

    /// How well a move has done; unknown ones are hoped to be good.
    #[must_use]
    pub fn mean(&self, player: Player, choice: Move) -> f64 {
        let record = if (choice as usize) < DENSE {
            self.rows.get(player as usize).and_then(|row| row.get(choice as usize))
        } else {
            self.others.get(&(player, choice))
        };
        record.filter(|record| record.visits > 0.0).map_or(UNKNOWN, |record| record.total / record.visits)
    }

    /// MAST: mostly the best move known, now and then any.
    pub fn choose(&self, player: Player, moves: &[Move], random: &mut Random) -> Move {
        if random.uniform() >= OFTEN {
            return moves[random.below(moves.len())];
        }
        let mut best = (f64::NEG_INFINITY, moves[0]);
        for &choice in moves {
            let mean = self.mean(player, choice);
            if mean > best.0 {
                best = (mean, choice);
            }
        }
        best.1
    }
}
