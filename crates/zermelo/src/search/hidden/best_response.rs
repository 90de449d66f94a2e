//! What a policy is worth, and how much a perfect opponent gains against it.

use super::sequence_form::{SequenceForm, Side};

impl SequenceForm {
    /// For each sequence the probability that its player plays it, if the others and chance lead there.
    pub fn reaches(&self, policy: &[f64]) -> Vec<f64> {
        let mut reach = vec![1.0; self.size];
        for set in &self.sets {
            for sequence in set.first as usize..set.first as usize + set.moves.len() {
                reach[sequence] = reach[set.parent as usize] * policy[sequence];
            }
        }
        reach
    }

    /// What the game is worth to each player if all play by the policy.
    pub fn values(&self, policy: &[f64]) -> Vec<f64> {
        let reach = self.reaches(policy);
        let mut totals = vec![0.0; self.players];
        for (sequences, payoffs) in self.ends.chunks_exact(self.players).zip(self.payoffs.chunks_exact(self.players)) {
            let chance = sequences.iter().fold(1.0, |chance, &sequence| chance * reach[sequence as usize]);
            for (total, payoff) in totals.iter_mut().zip(payoffs) {
                *total += chance * payoff;
            }
        }
        totals
    }

    /// The most that each player can get against the policy of the others.
    pub fn best_responses(&self, policy: &[f64]) -> Vec<f64> {
        let reach = self.reaches(policy);
        let mut value = vec![0.0; self.size];
        for side in &self.sides {
            side.weigh(self.players, &reach, &mut value);
            for set in side.sets.iter().rev() {
                let moves = &value[set.first as usize..set.end as usize];
                let best = moves[1..].iter().fold(moves[0], |best, &each| if each > best { each } else { best });
                value[set.parent as usize] += best;
            }
        }
        (0..self.players).map(|player| value[player]).collect()
    }
}

impl Side {
    /// Sets for each of the player's sequences what the ends right after it are worth, weighted by the other players.
    #[inline]
    pub(super) fn weigh(&self, players: usize, reach: &[f64], value: &mut [f64]) {
        for pair in self.sequences.windows(2) {
            let ((sequence, begin), (_, end)) = (pair[0], pair[1]);
            let (begin, end) = (begin as usize, end as usize);
            let mut total = 0.0;
            if players == 2 {
                for (payoff, &other) in self.payoffs[begin..end].iter().zip(&self.others[begin..end]) {
                    total += payoff * reach[other as usize];
                }
            } else {
                let width = players - 1;
                for index in begin..end {
                    let others = &self.others[index * width..(index + 1) * width];
                    total += others.iter().fold(self.payoffs[index], |worth, &other| worth * reach[other as usize]);
                }
            }
            value[sequence as usize] = total;
        }
    }
}
