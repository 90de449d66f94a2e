//! Counterfactual regret minimisation (Zinkevich, Johanson, Bowling and Piccione 2007) and its variants.

use std::sync::Arc;

use super::sequence_form::SequenceForm;

/// What is forgotten from iteration to iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    Plain,
    /// Negative regrets are forgotten at once, and later strategies count more.
    Plus,
    /// Old regrets and strategies fade.
    Discounted,
}

impl Variant {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "cfr" => Self::Plain,
            "cfr+" => Self::Plus,
            "dcfr" => Self::Discounted,
            _ => return None,
        })
    }
}

/// One run: regrets, the strategy of this iteration, and the sum of all strategies, each by sequence.
pub struct RegretMinimiser {
    form: Arc<SequenceForm>,
    variant: Variant,
    pub iterations: u64,
    regret: Vec<f64>,
    total: Vec<f64>,
    strategy: Vec<f64>,
    reach: Vec<f64>,
    value: Vec<f64>,
}

impl RegretMinimiser {
    pub fn new(form: Arc<SequenceForm>, variant: Variant) -> Self {
        let size = form.size;
        let mut strategy = vec![0.0; size];
        for set in &form.sets {
            let first = set.first as usize;
            strategy[first..first + set.moves.len()].fill(1.0 / set.moves.len() as f64);
        }
        let reach = form.reaches(&strategy);
        let (regret, total, value) = (vec![0.0; size], vec![0.0; size], vec![0.0; size]);
        Self { form, variant, iterations: 0, regret, total, strategy, reach, value }
    }

    pub fn iterate(&mut self) {
        self.iterations += 1;
        for player in 0..self.form.players {
            self.update(player);
        }
    }

    /// One player looks back and changes the own strategy.
    fn update(&mut self, player: usize) {
        let Self { form, variant, iterations, regret, total, strategy, reach, value } = self;
        let (side, steps) = (&form.sides[player], *iterations as f64);
        let weight = if *variant == Variant::Plus { steps } else { 1.0 };
        let power = steps * steps.sqrt();
        let kept = power / (power + 1.0);
        let faded = (steps / (steps + 1.0)) * (steps / (steps + 1.0));
        side.weigh(form.players, reach, value);

        // 1. Regrets, from the last sets to the first.
        for set in side.sets.iter().rev() {
            let span = set.first as usize..set.end as usize;
            let (strategy, value_of) = (&strategy[span.clone()], &value[span.clone()]);
            let worth = strategy.iter().zip(value_of).fold(0.0, |worth, (share, value)| worth + share * value);
            for sequence in span {
                let mut more = regret[sequence] - worth + value[sequence];
                let mut sum = total[sequence] + weight * reach[sequence];
                match variant {
                    Variant::Plain => {}
                    Variant::Plus => more = more.max(0.0),
                    Variant::Discounted => {
                        more *= if more > 0.0 { kept } else { 0.5 };
                        sum *= faded;
                    }
                }
                (regret[sequence], total[sequence]) = (more, sum);
            }
            value[set.parent as usize] += worth;
        }

        // 2. The new strategy, from the first sets to the last.
        for set in &side.sets {
            let span = set.first as usize..set.end as usize;
            let positive = regret[span.clone()].iter().fold(0.0, |sum, regret| sum + regret.max(0.0));
            let scale = if positive > 0.0 { 1.0 / positive } else { f64::INFINITY };
            let (even, before) = (1.0 / span.len() as f64, reach[set.parent as usize]);
            for sequence in span {
                let share = if scale < f64::INFINITY { regret[sequence].max(0.0) * scale } else { even };
                strategy[sequence] = share;
                reach[sequence] = before * share;
            }
        }
    }

    /// The average strategy: a probability for each sequence; even where a player never came.
    pub fn average(&self) -> Vec<f64> {
        let mut policy = vec![1.0; self.form.size];
        for set in &self.form.sets {
            let span = set.first as usize..set.first as usize + set.moves.len();
            let whole = self.total[span.clone()].iter().fold(0.0, |sum, each| sum + each);
            for sequence in span.clone() {
                policy[sequence] = if whole > 0.0 { self.total[sequence] / whole } else { 1.0 / span.len() as f64 };
            }
        }
        policy
    }
}
