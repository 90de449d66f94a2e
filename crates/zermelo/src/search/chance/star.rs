//! Star1, Star2 and Star2.5: pruning at chance nodes.

use super::expectation::within;
use super::expectiminimax::{Choice, Expectiminimax, Place};
use crate::game::{CHANCE, Game, Move, NO_MOVE, Outcome};
use crate::search::{Bound, Entry, Halt, Pruning, Tracer, Why, Window};

const GRAIN: f64 = 1.0 / (1_u64 << 52) as f64;

/// Moves of each outcome that are searched in advance.
pub fn probes(pruning: Pruning) -> usize {
    match pruning {
        Pruning::Star2 => 1,
        Pruning::Star25 => 2,
        _ => 0,
    }
}

/// A chance node; its outcomes and their bounds are in the search's lists, from `start` to `end`.
#[derive(Clone, Copy)]
struct Outcomes {
    place: Place,
    window: Window,
    start: usize,
    end: usize,
    /// The least and the most that an outcome can be worth.
    reach: (f64, f64),
}

type Bounds = (f64, f64);

impl Outcomes {
    /// The bounds that follow from a value that was searched with a window.
    #[inline]
    fn bounds(&self, value: f64, window: Window) -> Bounds {
        if value <= window.alpha {
            (self.reach.0, value)
        } else {
            (value, if value >= window.beta { self.reach.1 } else { value })
        }
    }

    /// The average, as plain expectiminimax computes it, with the value at one place replaced.
    #[inline]
    fn total(&self, chances: &[(Move, f64)], values: &[f64], at: usize, instead: f64) -> f64 {
        let mut total = 0.0;
        for (index, (&(_, probability), &value)) in chances.iter().zip(values).enumerate() {
            total += probability * if index == at { instead } else { value };
        }
        within(total, self.reach.0, self.reach.1)
    }

    /// What an outcome must be worth for the average to reach a target, downwards or upwards, with all others at their bounds.
    fn edge(&self, chances: &[(Move, f64)], bounds: &[f64], at: usize, target: f64, sign: f64) -> f64 {
        let probability = chances[at].1;
        let mut rest = 0.0;
        for (other, (&(_, weight), &bound)) in chances.iter().zip(bounds).enumerate() {
            if other != at {
                rest += weight * bound;
            }
        }
        let mut edge = (target - rest) / probability;
        let mut step = (self.reach.1 - self.reach.0) * GRAIN / probability;
        while sign * self.total(chances, bounds, at, edge) < sign * target {
            edge += sign * step; // rounded the wrong way
            step *= 2.0;
        }
        edge
    }
}

impl<G: Game, T: Tracer> Expectiminimax<'_, G, T> {
    /// The average over the outcomes of chance, with the contract of `search`.
    pub(super) fn starred(&mut self, s: &G::State, place: Place, window: Window) -> Result<Choice, Halt> {
        let start = self.chances.len();
        self.game.chances(s, &mut self.chances)?;
        let end = self.chances.len();
        let node = Outcomes { place, window, start, end, reach: self.worth.reach(place.ply) };
        self.lows.resize(end, node.reach.0);
        self.highs.resize(end, node.reach.1);
        self.order.extend(start..end);
        let (value, why) = self.value(s, node)?;
        self.chances.truncate(start);
        self.lows.truncate(start);
        self.highs.truncate(start);
        self.order.truncate(start);
        Ok(Choice { value, choice: NO_MOVE, why, whole: true })
    }

    fn value(&mut self, s: &G::State, node: Outcomes) -> Result<(f64, Why), Halt> {
        let Outcomes { start, end, .. } = node;
        for turn in 0..=self.probes {
            let probing = turn < self.probes;
            self.sort_by_weight(node);
            for done in start..end {
                let index = self.order[done];
                if self.lows[index] == self.highs[index] {
                    continue; // a probe has decided it
                }
                let (low, high) = if probing { self.probed(s, node, index, turn)? } else { self.searched(s, node, index)? };
                if low > self.lows[index] {
                    self.lows[index] = low;
                }
                if high < self.highs[index] {
                    self.highs[index] = high;
                }
                if let Some(bound) = self.settled(node) {
                    for rest in done + 1..end {
                        self.tracer.prune(&[self.chances[self.order[rest]].0]);
                    }
                    return Ok((bound, if probing || done + 1 < end { Why::Cut } else { Why::Open }));
                }
            }
        }
        Ok((node.total(&self.chances[start..end], &self.lows[start..end], usize::MAX, 0.0), Why::Open))
    }

    /// The order in which outcomes are looked at: first those that can change the sums most, otherwise as listed.
    fn sort_by_weight(&mut self, node: Outcomes) {
        let Self { order, chances, lows, highs, .. } = self;
        let span = |index: usize| chances[index].1 * (highs[index] - lows[index]);
        let order = &mut order[node.start..];
        for (index, place) in order.iter_mut().enumerate() {
            *place = node.start + index;
        }
        order.sort_by(|&one, &other| span(other).total_cmp(&span(one)));
    }

    /// Bounds on the value of an outcome from a search; one value if it is inside its window.
    fn searched(&mut self, s: &G::State, node: Outcomes, index: usize) -> Result<Bounds, Halt> {
        let (choice, _) = self.chances[index];
        let child = self.game.after(s, choice)?;
        let window = self.window(node, index);
        let value = self.search(&child, Place { choice, ply: node.place.ply + 1, follow: false, ..node.place }, window)?;
        Ok(node.bounds(value, window))
    }

    /// Bounds on the value of an outcome from one of its moves, the best, the second best or so, if that could decide the node.
    fn probed(&mut self, s: &G::State, node: Outcomes, index: usize, turn: usize) -> Result<Bounds, Halt> {
        let (choice, _) = self.chances[index];
        let place = Place { choice, ply: node.place.ply + 1, follow: false, ..node.place };
        let s = &self.game.after(s, choice)?;
        let mut window = self.window(node, index);
        let player = self.game.to_move(s)?;
        let ours = player == self.max;
        if player == CHANCE || if ours { window.beta == f64::INFINITY } else { window.alpha == f64::NEG_INFINITY } {
            return Ok(node.reach);
        }
        if ours {
            window.alpha = self.lows[index];
        } else {
            window.beta = self.highs[index];
        }
        self.control.enter(place.ply)?;
        self.tracer.enter(choice, player, window.alpha, window.beta);
        let key = self.key(s, player, place.ply)?;
        let entry = self.probe(key);
        if let Some(known) = self.known_bounds(s, node, index, window, entry)? {
            return Ok(known);
        }

        let horizon_elsewhere = std::mem::take(&mut self.control.horizon);
        self.lines.clear(place.ply);
        let found = self.choose(s, player, place, window, entry, (turn, turn + 1))?;
        let (low, high) = match found.value {
            value if found.whole => node.bounds(value, window),
            value if ours => (value, node.reach.1),
            value => (node.reach.0, value),
        };
        if self.tells(index, low, high) {
            let one_sided = if high == found.value { Bound::Upper } else { Bound::Lower };
            self.remember(key, place.depth, &found, if low == high { Bound::Exact } else { one_sided });
        }
        self.control.horizon |= horizon_elsewhere;
        self.leave(within(found.value, node.reach.0, node.reach.1), Why::Probe); // perhaps no move was left to try
        Ok((low, high))
    }

    /// Bounds on the value of an outcome that need no search, if they are new.
    fn known_bounds(
        &mut self,
        s: &G::State,
        node: Outcomes,
        index: usize,
        window: Window,
        entry: Option<Entry>,
    ) -> Result<Option<Bounds>, Halt> {
        let ply = node.place.ply + 1;
        let outcome = self.game.outcome(s)?;
        if outcome != Outcome::Ongoing {
            let value = self.worth.ended(self.game, s, outcome, ply)?;
            self.leave(value, Why::End);
            return Ok(Some((value, value)));
        }
        let (floor, ceiling) = self.worth.reach(ply);
        if window.alpha >= ceiling || window.beta <= floor {
            let value = self.leave(if window.alpha >= ceiling { ceiling } else { floor }, Why::Soonest);
            return Ok(Some(node.bounds(value, window)));
        }
        let Some(entry) = entry.filter(|entry| entry.answers(node.place.depth, true)) else { return Ok(None) };
        let low = if entry.bound == Bound::Upper { node.reach.0 } else { entry.score };
        let high = if entry.bound == Bound::Lower { node.reach.1 } else { entry.score };
        if !self.tells(index, low, high) {
            return Ok(None);
        }
        self.control.horizon |= !entry.is_final;
        self.leave(entry.score, Why::Table);
        Ok(Some((low, high)))
    }

    /// Whether bounds are narrower than the known ones.
    #[inline]
    fn tells(&self, index: usize, low: f64, high: f64) -> bool {
        low > self.lows[index] || high < self.highs[index]
    }

    /// The window of an outcome: outside it, the outcome alone decides the node.
    fn window(&self, node: Outcomes, index: usize) -> Window {
        let (chances, at) = (&self.chances[node.start..node.end], index - node.start);
        let mut window = Window::OPEN;
        if node.window.alpha >= node.reach.0 {
            window.alpha = node.edge(chances, &self.highs[node.start..node.end], at, node.window.alpha, -1.0);
        }
        if node.window.beta <= node.reach.1 {
            window.beta = node.edge(chances, &self.lows[node.start..node.end], at, node.window.beta, 1.0);
        }
        window
    }

    /// A bound on the average that is outside the window, if there is one.
    fn settled(&self, node: Outcomes) -> Option<f64> {
        let chances = &self.chances[node.start..node.end];
        let most = node.total(chances, &self.highs[node.start..node.end], usize::MAX, 0.0);
        if most <= node.window.alpha {
            return Some(most);
        }
        let least = node.total(chances, &self.lows[node.start..node.end], usize::MAX, 0.0);
        (least >= node.window.beta).then_some(least)
    }
}
