//! The value of every position of a graph with best play, and its distance in plies, from the ends of the game backwards.
//!
//! A position is won for the player to move if some move leads to a lost one; it is lost if all moves lead to positions that
//! the opponent wins. Positions are settled in the order of their distance, so wins are as short and losses as long as
//! possible. Positions that are never settled are draws.

use super::graph::Graph;
use crate::game::Player;
use crate::tablebases::backward::reversed;

/// Winners and distances.
pub struct Exact {
    /// For player 0: n + 1 for a win in n plies, -(n + 1) for a loss, 0 for a draw.
    values: Vec<i32>,
}

/// Greater than any distance.
const FAR: i32 = 1 << 24;

impl Exact {
    pub fn solve(graph: &Graph) -> Self {
        let moves = |index: usize| graph.after(index).iter().map(move |&after| (index as u32, after));
        let (first, before) = reversed(graph.len(), (0..graph.len()).flat_map(moves));
        let mut left: Vec<u32> = (0..graph.len()).map(|index| graph.after(index).len() as u32).collect();
        let mut values = vec![0; graph.len()];
        let mut level: Vec<u32> = Vec::new();
        for (index, value) in values.iter_mut().enumerate() {
            *value = i32::from(graph.standing(index).unwrap_or(0));
            if *value != 0 {
                level.push(index as u32);
            }
        }
        while !level.is_empty() {
            let mut next = Vec::new();
            for &index in &level {
                let value = values[index as usize];
                let winner = Player::from(value < 0);
                for &earlier in &before[first[index as usize]..first[index as usize + 1]] {
                    let place = earlier as usize;
                    if values[place] != 0 {
                        continue;
                    }
                    left[place] -= 1;
                    if graph.mover(place) == winner || left[place] == 0 {
                        values[place] = value + value.signum();
                        next.push(earlier);
                    }
                }
            }
            level = next;
        }
        Self { values }
    }

    /// n + 1 if the player wins in n plies, -(n + 1) if the player loses, 0 for a draw.
    #[inline]
    pub fn value(&self, index: usize, player: Player) -> i32 {
        if player == 0 { self.values[index] } else { -self.values[index] }
    }

    /// A number that orders positions for a player: sooner wins first, then draws, then later losses.
    #[inline]
    pub fn rank(&self, index: usize, player: Player) -> i32 {
        match self.value(index, player) {
            0 => 0,
            value if value > 0 => FAR - value,
            value => -FAR - value,
        }
    }
}
