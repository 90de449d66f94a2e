//! Star1, Star2 and Star2.5: pruning at chance nodes. See `search/stars.py`.

use super::control::Halt;
use super::expectiminimax::{Choice, Expectiminimax, Place, Window};
use super::options::Pruning;
use super::payoff::within;
use super::table::Bound;
use super::trace::{Tracer, Why};
use crate::game::{CHANCE, Game, Move, NO_MOVE, Outcome};

const GRAIN: f64 = 1.0 / (1_u64 << 52) as f64;

/// Moves of each outcome that are searched in advance.
#[must_use]
pub fn probes(pruning: Pruning) -> usize {
    match pruning {
        Pruning::Star2 => 1,
        Pruning::Star25 => 3,
        _ => 0,
    }
}

/// The average, as plain expectiminimax computes it, with one of the values replaced.
#[inline]
fn total(chances: &[(Move, f64)], values: &[f64], replaced: (usize, f64), reach: (f64, f64)) -> f64 {
    let mut total = 0.0;
    for (index, (&(_, probability), &value)) in chances.iter().zip(values).enumerate() {
        total += probability * if index == replaced.0 { replaced.1 } else { value };
    }
    within(total, reach.0, reach.1)
}

const NOTHING: (usize, f64) = (usize::MAX, 0.0);

/// What an outcome must be worth for the average to reach a target, downwards or upwards, with all others at their bounds.
fn edge(chances: &[(Move, f64)], bounds: &[f64], index: usize, target: f64, sign: f64, reach: (f64, f64)) -> f64 {
    let probability = chances[index].1;
    let mut rest = 0.0;
    for (other, (&(_, weight), &bound)) in chances.iter().zip(bounds).enumerate() {
        if other != index {
            rest += weight * bound;
        }
    }
    let mut edge = (target - rest) / probability;
    let mut step = (reach.1 - reach.0) * GRAIN / probability;
    while sign * total(chances, bounds, (index, edge), reach) < sign * target {
        edge += sign * step; // rounded the wrong way
        step *= 2.0;
    }
    edge
}

/// Bounds on a value that was searched with a window; one value where it is inside.
fn bounds(value: f64, window: Window, reach: (f64, f64)) -> (f64, f64) {
    if value <= window.alpha { (reach.0, value) } else { (value, if value >= window.beta { reach.1 } else { value }) }
}

impl<G: Game, T: Tracer> Expectiminimax<'_, G, T> {
    /// The average over what chance may bring, by the promise of `search`.
    pub(super) fn starred(&mut self, s: &G::State, place: Place, window: Window) -> Result<Choice, Halt> {
        let start = self.chances.len();
        self.game.chances(s, &mut self.chances)?;
        let end = self.chances.len();
        let reach = self.worth.reach(place.ply);
        self.lows.resize(end, reach.0);
        self.highs.resize(end, reach.1);
        let found = self.phases(s, place, window, start, end, reach)?;
        self.chances.truncate(start);
        self.lows.truncate(start);
        self.highs.truncate(start);
        Ok(found)
    }

    fn phases(
        &mut self,
        s: &G::State,
        place: Place,
        window: Window,
        start: usize,
        end: usize,
        reach: (f64, f64),
    ) -> Result<Choice, Halt> {
        for probing in [true, false] {
            if probing && self.probes == 0 {
                continue;
            }
            for index in start..end {
                if self.lows[index] == self.highs[index] {
                    continue; // a probe has settled it
                }
                let (choice, _) = self.chances[index];
                let child = self.game.after(s, choice)?;
                let below = Place { choice, ply: place.ply + 1, follow: false, ..place };
                let inner = self.window_of(index, start, end, window, reach);
                let (low, high) = if probing {
                    self.probed(&child, below, inner, reach)?
                } else {
                    bounds(self.search(&child, below, inner)?, inner, reach)
                };
                if low > self.lows[index] {
                    self.lows[index] = low;
                }
                if high < self.highs[index] {
                    self.highs[index] = high;
                }
                if let Some(value) = self.settled(start, end, window, reach) {
                    for rest in index + 1..end {
                        self.tracer.prune(&[self.chances[rest].0]);
                    }
                    let why = if probing || index + 1 < end { Why::Cut } else { Why::Open };
                    return Ok(Choice { value, choice: NO_MOVE, why, whole: true });
                }
            }
        }
        let value = total(&self.chances[start..end], &self.lows[start..end], NOTHING, reach);
        Ok(Choice { value, choice: NO_MOVE, why: Why::Open, whole: true })
    }

    /// The window of an outcome: outside it, the outcome alone settles the node.
    fn window_of(&self, index: usize, start: usize, end: usize, window: Window, reach: (f64, f64)) -> Window {
        let (chances, index) = (&self.chances[start..end], index - start);
        let mut inner = Window::OPEN;
        if window.alpha >= reach.0 {
            inner.alpha = edge(chances, &self.highs[start..end], index, window.alpha, -1.0, reach);
        }
        if window.beta <= reach.1 {
            inner.beta = edge(chances, &self.lows[start..end], index, window.beta, 1.0, reach);
        }
        inner
    }

    /// A bound on the average that is outside the window, if there is one.
    fn settled(&self, start: usize, end: usize, window: Window, reach: (f64, f64)) -> Option<f64> {
        let most = total(&self.chances[start..end], &self.highs[start..end], NOTHING, reach);
        if most <= window.alpha {
            return Some(most);
        }
        let least = total(&self.chances[start..end], &self.lows[start..end], NOTHING, reach);
        (least >= window.beta).then_some(least)
    }

    /// Bounds on the value of an outcome from its most promising moves, if they could settle the chance node.
    fn probed(&mut self, s: &G::State, place: Place, mut window: Window, reach: (f64, f64)) -> Result<(f64, f64), Halt> {
        let Place { choice, depth, ply, .. } = place;
        let player = self.game.to_move(s)?;
        let ours = player == self.max;
        if player == CHANCE || if ours { window.beta == f64::INFINITY } else { window.alpha == f64::NEG_INFINITY } {
            return Ok(reach);
        }
        if ours {
            window.alpha = f64::NEG_INFINITY;
        } else {
            window.beta = f64::INFINITY;
        }
        self.control.enter(ply)?;
        self.tracer.enter(choice, player, window.alpha, window.beta);
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            let value = self.worth.ended(self.game, s, outcome, ply)?;
            self.leave(value, Why::End);
            return Ok((value, value));
        }
        let key = self.key(s, player, ply)?;
        let entry = self.probe(key);
        if let Some(entry) = entry.filter(|entry| entry.answers(depth, true)) {
            self.control.horizon |= !entry.is_final;
            self.leave(entry.score, Why::Table);
            let low = if entry.bound == Bound::Upper { reach.0 } else { entry.score };
            return Ok((low, if entry.bound == Bound::Lower { reach.1 } else { entry.score }));
        }
        let horizon_elsewhere = std::mem::take(&mut self.control.horizon);
        self.lines.clear(ply);
        let found = self.choose(s, player, place, window, entry, self.probes)?;
        let one_sided = if ours { (found.value, reach.1) } else { (reach.0, found.value) };
        let (low, high) = if found.whole { bounds(found.value, window, reach) } else { one_sided };
        let bound = match (low, high) {
            (low, high) if low == high => Bound::Exact,
            (_, high) if high == found.value => Bound::Upper,
            _ => Bound::Lower,
        };
        self.remember(key, depth, &found, bound);
        self.control.horizon |= horizon_elsewhere;
        self.leave(found.value, Why::Probe);
        Ok((low, high))
    }
}
