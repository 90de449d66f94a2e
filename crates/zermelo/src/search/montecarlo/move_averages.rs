//! Move averages: how well a player's moves have done wherever they were played. Progressive history (Nijssen and Winands 2011)
//! uses them in the tree, MAST (Björnsson and Finnsson 2009) in playouts.

use super::{ByMove, Needs, Rates, Technique, Tried, UctTree};
use crate::game::{Move, Player};
use crate::search::Random;
use crate::search::options::{named, options};

options! {
    pub struct Options {
        /// Weight of the averages in the tree; 0 for off.
        history: f64 = 0.0,
        /// How playouts choose their moves.
        policy: Policy = Policy::Random,
    }
}

named! {
    pub enum Policy {
        /// All moves are equally likely, or the game's own `playout` chooses.
        Random = "random",
        /// Mostly the move with the best average.
        Mast = "mast",
    }
}

/// How often MAST plays the best move that it knows.
const OFTEN: f64 = 0.8;
/// The average of a move that was never played.
const UNKNOWN: f64 = 1.0;

pub(super) fn start(options: Options) -> Option<Box<dyn Technique>> {
    let on = options.history > 0.0 || options.policy == Policy::Mast;
    on.then(|| Box::new(MoveAverages { options, records: ByMove::default() }) as Box<dyn Technique>)
}

/// Visits and sum of rates.
#[derive(Clone, Copy, Default)]
struct Record {
    visits: f64,
    total: f64,
}

/// What is known of each player's moves.
struct MoveAverages {
    options: Options,
    records: ByMove<Record>,
}

impl MoveAverages {
    /// How well a move has done.
    fn mean(&self, player: Player, choice: Move) -> f64 {
        let record = self.records.get(player, choice).filter(|record| record.visits > 0.0);
        record.map_or(UNKNOWN, |record| record.total / record.visits)
    }
}

impl Technique for MoveAverages {
    fn needs(&self) -> Needs {
        let Options { history, policy } = self.options;
        Needs { changes_values: history > 0.0, wants_moves: true, chooses: policy == Policy::Mast, ..Needs::default() }
    }

    fn value(&mut self, tree: &UctTree, tried: Tried, value: Option<f64>) -> Option<f64> {
        let history = self.options.history;
        if history == 0.0 {
            return value;
        }
        let known = self.mean(tried.player, tree.choice(tried.edge));
        value.map(|value| value + history * known / (f64::from(tried.visits) * (1.0 - tried.mean) + 1.0))
    }

    /// MAST: mostly the best move known, sometimes any.
    fn choose(&mut self, player: Player, moves: &[Move], random: &mut Random) -> Move {
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

    fn learn(&mut self, moves: &[(Player, Move)], rates: &Rates) {
        for &(player, choice) in moves {
            let record = self.records.get_mut(player, choice);
            record.visits += 1.0;
            record.total += rates[player as usize];
        }
    }
}
