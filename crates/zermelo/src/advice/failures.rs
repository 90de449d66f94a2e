//! The nearest failure of each stop that is not secured, and an example of each kind of failure.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use super::fixpoint::{DRAWN, LOST, Naming, Secured, Stops, Verdict, write_key};
use super::{End, Follower, Halt, Inference, Library, Way};
use crate::game::{Game, Move};
use crate::search::Stop;
use crate::search::options::named;

named! {
    /// The kinds of failure, in the order in which they are reported.
    pub enum Kind {
        /// A position occurs in which no rule applies.
        NoRule = "no_rule",
        /// A position occurs in which no advice can be followed.
        NoAdvice = "no_advice",
        Drawn = "drawn",
        Lost = "lost",
        Endless = "endless",
    }
}

/// The nearest failure of a stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    pub kind: Kind,
    /// Plies until then; for games that never end, 0.
    pub plies: u32,
    /// The stop whose plan, or lack of a plan, causes the failure.
    pub blamed: u32,
}

/// How each stop fails; None for those that are secured.
pub(crate) fn find(stops: &Stops, secured: &Secured, draws: bool) -> Vec<Option<Failure>> {
    let mut found: Vec<Option<Failure>> = vec![None; stops.len()];
    let mut heap = BinaryHeap::new();
    for index in 0..stops.len() {
        match stops.verdicts[index] {
            Verdict::NoRule => heap.push(Reverse((0, Kind::NoRule, index as u32, index as u32))),
            Verdict::NoAdvice => heap.push(Reverse((0, Kind::NoAdvice, index as u32, index as u32))),
            Verdict::Plan(..) | Verdict::Wait => {
                for exit in stops.exits(index) {
                    let kind = match exit.target {
                        LOST => Kind::Lost,
                        DRAWN if !draws => Kind::Drawn,
                        _ => continue,
                    };
                    heap.push(Reverse((u32::from(exit.plies), kind, index as u32, index as u32)));
                }
            }
        }
    }
    let (first, before) = stops.reversed();
    while let Some(Reverse((plies, kind, index, blamed))) = heap.pop() {
        let place = index as usize;
        if found[place].is_some() {
            continue;
        }
        found[place] = Some(Failure { kind, plies, blamed });
        for &(earlier, number) in &before[first[place]..first[place + 1]] {
            if found[earlier as usize].is_none() {
                let exit = &stops.exits(earlier as usize)[number as usize];
                let blamed = if stops.waits(blamed as usize) { earlier } else { blamed }; // blame the plan before a reply, not the reply
                heap.push(Reverse((plies + u32::from(exit.plies), kind, earlier, blamed)));
            }
        }
    }
    for (index, failure) in found.iter_mut().enumerate() {
        if failure.is_none() && secured.worst[index].is_none() {
            *failure = Some(Failure { kind: Kind::Endless, plies: 0, blamed: index as u32 });
        }
    }
    found
}

/// An example: a stop and the moves that lead from it to the failure, or back to itself.
#[derive(Clone, Debug)]
pub struct Example {
    pub record: Vec<u8>,
    pub line: Vec<Move>,
}

/// Finds examples.
pub(crate) struct Finder<'a, G: Game> {
    pub game: &'a G,
    pub library: &'a Library,
    pub naming: &'a Naming<'a, G::State>,
    pub stops: &'a Stops,
    pub failures: &'a [Option<Failure>],
}

/// A way from one stop to the next: the stop, and the moves.
type Step = (u32, Vec<Move>);

impl<G: Game> Finder<'_, G> {
    fn record(&self, index: u32) -> Vec<u8> {
        self.game.write(&(self.naming.read)(self.stops.name(index as usize)))
    }

    /// The moves from a stop to its nearest failure.
    pub fn example(&self, start: u32) -> Result<Example, Halt> {
        let record = self.record(start);
        let Some(failure) = self.failures[start as usize] else { return Ok(Example { record, line: Vec::new() }) };
        if failure.kind == Kind::Endless {
            return self.circle(start);
        }
        let (mut line, mut index) = (Vec::new(), start);
        while let Some(Failure { kind, plies, .. }) = self.failures[index as usize].filter(|failure| failure.plies > 0) {
            let wanted = if kind == Kind::Lost { LOST } else { DRAWN };
            let step = self.ways(index)?.into_iter().find(|(target, moves)| {
                let rest = self.failures.get(*target as usize).copied().flatten();
                let left = if *target == wanted { Some(0) } else { rest.filter(|rest| rest.kind == kind).map(|rest| rest.plies) };
                left.is_some_and(|left| left + moves.len() as u32 == plies)
            });
            let Some((target, moves)) = step else { break };
            line.extend(moves);
            if target >= LOST {
                break;
            }
            index = target;
        }
        Ok(Example { record, line })
    }

    /// A stop on a cycle that this stop leads to, preferably with us to move, and the moves of the cycle.
    fn circle(&self, start: u32) -> Result<Example, Halt> {
        let mut seen: Vec<u32> = Vec::new();
        let mut index = start;
        while !seen.contains(&index) {
            seen.push(index);
            let next = self.stops.exits(index as usize).iter().find(|exit| self.is_endless(exit.target));
            index = next.map_or(index, |exit| exit.target);
        }
        let round = seen.iter().skip_while(|&&each| each != index);
        let index = round.copied().find(|&each| !self.stops.waits(each as usize)).unwrap_or(index);
        let line = self.way_round(index)?;
        Ok(Example { record: self.record(index), line })
    }

    fn is_endless(&self, target: u32) -> bool {
        self.failures.get(target as usize).copied().flatten().is_some_and(|failure| failure.kind == Kind::Endless)
    }

    /// The way with the fewest plans from a stop back to itself.
    fn way_round(&self, start: u32) -> Result<Vec<Move>, Halt> {
        let mut from: HashMap<u32, u32> = HashMap::new();
        let mut queue = VecDeque::from([start]);
        'search: while let Some(index) = queue.pop_front() {
            for exit in self.stops.exits(index as usize) {
                if self.is_endless(exit.target) && !from.contains_key(&exit.target) {
                    from.insert(exit.target, index);
                    if exit.target == start {
                        break 'search;
                    }
                    queue.push_back(exit.target);
                }
            }
        }
        let mut stops = vec![start];
        while let Some(&earlier) = from.get(&stops[stops.len() - 1]) {
            stops.push(earlier);
            if earlier == start {
                break;
            }
        }
        stops.reverse();
        let mut line = Vec::new();
        for pair in stops.windows(2) {
            let ways = self.ways(pair[0])?;
            line.extend(ways.into_iter().find(|(target, _)| *target == pair[1]).map(|(_, moves)| moves).unwrap_or_default());
        }
        Ok(line)
    }

    /// The ways from a stop, with their moves.
    fn ways(&self, index: u32) -> Result<Vec<Step>, Halt> {
        let game = self.game;
        let s = (self.naming.read)(self.stops.name(index as usize));
        let mover = game.to_move(&s)?;
        let mut key = Vec::new();
        let mut ways = Vec::new();
        let mut note = |way: Way<'_, G::State>| {
            let target = match way.end {
                End::Over(-1) => LOST,
                End::Over(0) => DRAWN,
                End::Over(_) => return,
                End::Ask | End::Wait => {
                    write_key(self.naming, way.state, way.end, &mut key);
                    self.stops.positions.find(&key).map_or(LOST, |known| known as u32)
                }
            };
            ways.push((target, way.line.to_vec()));
        };
        if self.stops.waits(index as usize) {
            Follower::new(game, None, 1 - mover, &[]).wait(&s, &mut note)?;
        } else {
            let answer = Inference::new(game, self.library, None, Stop::default()).consult(&s)?;
            Follower::new(game, None, mover, &answer.tree).follow(&s, &mut note)?;
        }
        Ok(ways)
    }
}
