//! RAVE: what a move is worth now is guessed from games in which it was played later.

use std::collections::HashSet;

use super::scale::Rates;
use super::tree::Growth;
use crate::game::{Move, Player};

/// Moves below this are kept in rows, others in a set.
const DENSE: usize = 1 << 14;

/// How much the guess counts.
#[inline]
#[must_use]
pub fn weight(visits: u32, equivalence: f64) -> f64 {
    (equivalence / (3.0 * f64::from(visits) + equivalence)).sqrt()
}

/// The node whose guesses count for the last one of a path.
#[must_use]
pub fn reference(growth: &Growth, path: &[u32], node: u32, least: u32) -> u32 {
    let player = growth.player(node);
    let enough = |&ancestor: &u32| growth.player(ancestor) == player && growth.passes(ancestor) > least;
    std::iter::once(&node).chain(path.iter().rev()).copied().find(|ancestor| enough(ancestor)).unwrap_or(node)
}

/// Who made which move in one game, asked for in no time.
#[derive(Debug, Default)]
pub struct Played {
    rows: Vec<Vec<u32>>,
    others: HashSet<(Player, Move)>,
    game: u32,
}

impl Played {
    /// Another game begins.
    pub fn begin(&mut self) {
        self.others.clear();
        self.game = self.game.wrapping_add(1);
        if self.game == 0 {
            self.rows.clear();
            self.game = 1;
        }
    }

    /// A player made a move.
    pub fn add(&mut self, player: Player, choice: Move) {
        if choice as usize >= DENSE {
            self.others.insert((player, choice));
            return;
        }
        let (player, choice) = (player as usize, choice as usize);
        if self.rows.len() <= player {
            self.rows.resize(player + 1, Vec::new());
        }
        let row = &mut self.rows[player];
        if row.len() <= choice {
            row.resize(choice + 1, 0);
        }
        row[choice] = self.game;
    }

    /// Whether a player made a move.
    #[must_use]
    pub fn has(&self, player: Player, choice: Move) -> bool {
        if choice as usize >= DENSE {
            return self.others.contains(&(player, choice));
        }
        self.rows.get(player as usize).and_then(|row| row.get(choice as usize)).is_some_and(|&game| game == self.game)
    }
}

/// Credits every move of every node of the path that its player made there or later.
pub fn learn<const SHARED: bool>(
    growth: &Growth,
    path: impl DoubleEndedIterator<Item = (u32, u32)>,
    later: &[(Player, Move)],
    rates: &Rates,
    played: &mut Played,
) {
    played.begin();
    for &(player, choice) in later {
        played.add(player, choice);
    }
    for (node, chosen) in path.rev() {
        let player = growth.player(node);
        if player < 0 {
            continue;
        }
        played.add(player, growth.choice(chosen));
        for edge in growth.edges(node) {
            if played.has(player, growth.choice(edge)) {
                growth.extra(edge).learn::<SHARED>(rates[player as usize]);
            }
        }
    }
}
