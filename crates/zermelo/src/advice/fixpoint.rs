//! Which positions a table secures: a fixpoint from the ends of the game backwards, whose step is a whole plan (Bramer 1979).
//!
//! A **stop** is a position in which the table is asked, or one in which a plan has ended and they are to move. A stop where
//! the table is asked is secured if there is a plan, and every way through it leads to a good end or to a secured stop. A stop
//! where we wait for a reply is secured if every reply leads to a good end or to a secured stop. Other stops fail, or the game
//! never ends.

use std::ops::Range;

use super::exits::Defence;
use super::graph::Workers;
use super::inference::Consultation;
use super::{End, Follower, Halt, Inference, Library, Ranking, Way};
use crate::game::Game;
use crate::search::control;
use crate::tablebases::backward::reversed;
use crate::tablebases::positions::Positions;

/// Stops that are processed before new ones get their numbers.
const ROUND: usize = 1 << 15;
const UNKNOWN: u32 = u32::MAX;
/// The last byte of the key of a stop where the table is asked.
pub const ASK: u8 = 0;
/// The last byte of the key of a stop where they are to move.
pub const WAIT: u8 = 1;
/// Instead of a stop's number: the game is over, and we have won, drawn or lost.
pub const WON: u32 = u32::MAX - 1;
/// See [`WON`].
pub const DRAWN: u32 = u32::MAX - 2;
/// See [`WON`].
pub const LOST: u32 = u32::MAX - 3;

/// Turns states into names of `size` bytes, and names into states.
pub struct Naming<'a, S> {
    pub size: usize,
    /// Appends the name of a state.
    pub write: &'a (dyn Fn(&S, &mut Vec<u8>) + Sync),
    /// The state of a name.
    pub read: &'a (dyn Fn(&[u8]) -> S + Sync),
}

/// What the table says at a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is a plan, by this advice of this table.
    Plan(u32, u32),
    /// No rule applies, so no advice was tried.
    NoRule,
    /// No advice can be followed.
    NoAdvice,
    /// They are to move.
    Wait,
}

/// One way from stop to stop.
#[derive(Clone, Copy, Debug)]
pub struct Exit {
    /// The next stop, or [`WON`], [`DRAWN`], [`LOST`].
    pub target: u32,
    /// Our moves on the way.
    pub moves: u16,
    /// All moves on the way.
    pub plies: u16,
    /// How good their replies are.
    pub defence: Defence,
}

/// All stops that can occur, and the exits that lead from one to another.
pub struct Stops {
    /// The names of the positions, each with [`ASK`] or [`WAIT`] at its end.
    pub positions: Positions,
    pub verdicts: Vec<Verdict>,
    first: Vec<usize>,
    exits: Vec<Exit>,
    /// Positions entered by inference.
    pub nodes: u64,
}

#[derive(Default)]
struct Part {
    heads: Vec<(Verdict, usize)>,
    exits: Vec<Exit>,
    unknown: Vec<u8>,
    nodes: u64,
}

impl Stops {
    /// Finds all stops that can occur from some positions, with their exits.
    pub fn ask<G: Game>(
        game: &G,
        library: &Library,
        ranking: Option<Ranking<'_, G::State>>,
        seeds: Positions,
        naming: &Naming<'_, G::State>,
        most: usize,
        workers: Workers<'_>,
    ) -> Result<Self, Halt> {
        workers.watch.begin(workers.watch.look().0 + 1, 0);
        let mut all = Self { positions: seeds, verdicts: Vec::new(), first: vec![0], exits: Vec::new(), nodes: 0 };
        while all.verdicts.len() < all.positions.len() {
            let start = all.verdicts.len();
            let round = start..all.positions.len().min(start + ROUND);
            workers.watch.expect(all.positions.len() as u64);
            let parts = workers.work(round, |block| all.visit(game, library, ranking, naming, block, workers))?;
            for part in parts {
                all.append(part);
            }
            if all.positions.len() > most {
                return Err(Halt::TooMany(most));
            }
        }
        Ok(all)
    }

    fn visit<G: Game>(
        &self,
        game: &G,
        library: &Library,
        ranking: Option<Ranking<'_, G::State>>,
        naming: &Naming<'_, G::State>,
        block: Range<usize>,
        workers: Workers<'_>,
    ) -> Result<Part, Halt> {
        let mut part = Part::default();
        let mut key = Vec::new();
        let mut inference = Inference::new(game, library, None, workers.stop.clone());
        for index in block {
            let s = (naming.read)(self.name(index));
            let mover = game.to_move(&s)?;
            let before = part.exits.len();
            let waits = self.waits(index);
            let answer = if waits { Consultation::default() } else { inference.consult(&s)? };
            if answer.stopped.is_some() {
                return Err(control::Halt::Stopped.into());
            }
            part.nodes += answer.nodes;
            let Part { exits, unknown, .. } = &mut part;
            let mut note = |way: Way<'_, G::State>| {
                let target = match way.end {
                    End::Over(value) => [LOST, DRAWN, WON][(value + 1) as usize],
                    End::Ask | End::Wait => {
                        write_key(naming, way.state, way.end, &mut key);
                        let known = self.positions.find(&key);
                        if known.is_none() {
                            unknown.extend_from_slice(&key);
                        }
                        known.map_or(UNKNOWN, |known| known as u32)
                    }
                };
                let (moves, plies) = (way.moves as u16, way.line.len() as u16);
                exits.push(Exit { target, moves, plies, defence: way.defence });
            };
            if waits {
                Follower::new(game, ranking, 1 - mover, &[]).wait(&s, &mut note)?;
            } else if !answer.tree.is_empty() {
                Follower::new(game, ranking, mover, &answer.tree).follow(&s, &mut note)?;
            }
            part.heads.push((verdict(waits, &answer), part.exits.len() - before));
        }
        Ok(part)
    }

    fn append(&mut self, part: Part) {
        self.nodes += part.nodes;
        for (verdict, count) in part.heads {
            self.verdicts.push(verdict);
            self.first.push(self.first[self.first.len() - 1] + count);
        }
        let mut unknown = part.unknown.chunks_exact(self.positions.size);
        for mut exit in part.exits {
            if exit.target == UNKNOWN {
                exit.target = unknown.next().map_or(0, |record| self.positions.add(record) as u32);
            }
            self.exits.push(exit);
        }
    }

    /// The name of a stop's position.
    pub fn name(&self, index: usize) -> &[u8] {
        let key = self.positions.record(index);
        &key[..key.len() - 1]
    }

    /// Whether they are to move at a stop.
    pub fn waits(&self, index: usize) -> bool {
        self.positions.record(index).last() == Some(&WAIT)
    }

    pub fn len(&self) -> usize {
        self.verdicts.len()
    }

    /// The ways from a stop.
    #[inline]
    pub fn exits(&self, index: usize) -> &[Exit] {
        &self.exits[self.first[index]..self.first[index + 1]]
    }

    /// The exits reversed: where the row of each stop starts, and the (stop, exit) pairs that lead to it.
    pub fn reversed(&self) -> (Vec<usize>, Vec<(u32, u32)>) {
        let numbered =
            |index: usize| (0..).zip(self.exits(index)).map(move |(number, exit)| ((index as u32, number), exit.target));
        reversed(self.len(), (0..self.len()).flat_map(numbered).filter(|&(_, target)| target < LOST))
    }
}

/// Writes the key of a stop: the name of its position, and [`ASK`] or [`WAIT`].
pub fn write_key<S>(naming: &Naming<'_, S>, s: &S, end: End, key: &mut Vec<u8>) {
    key.clear();
    (naming.write)(s, key);
    key.push(if end == End::Wait { WAIT } else { ASK });
}

fn verdict(waits: bool, answer: &Consultation) -> Verdict {
    match answer.attempts.last() {
        _ if waits => Verdict::Wait,
        None => Verdict::NoRule,
        Some(_) if answer.tree.is_empty() => Verdict::NoAdvice,
        Some(last) => Verdict::Plan(last.table as u32, last.advice as u32),
    }
}

/// Which stops are secured.
pub struct Secured {
    /// The secured stops, each after all stops that it leads to.
    pub order: Vec<u32>,
    /// Our moves to the end against the longest defence; None if it is not secured.
    pub worst: Vec<Option<u32>>,
}

impl Secured {
    /// Computes the fixpoint. A good end is a win or, with `draws`, a draw.
    pub fn find(stops: &Stops, draws: bool) -> Self {
        let is_good = |target: u32| target == WON || (draws && target == DRAWN);
        let (first, before) = stops.reversed();
        let mut left = vec![u32::MAX; stops.len()];
        let mut length = vec![0_u32; stops.len()];
        let mut order = Vec::new();
        for index in 0..stops.len() {
            let exits = stops.exits(index);
            if exits.is_empty() || exits.iter().any(|exit| exit.target >= LOST && !is_good(exit.target)) {
                continue;
            }
            let ends = exits.iter().filter(|exit| exit.target >= LOST);
            length[index] = ends.map(|exit| u32::from(exit.moves)).max().unwrap_or(0);
            left[index] = exits.iter().filter(|exit| exit.target < LOST).count() as u32;
            if left[index] == 0 {
                order.push(index as u32);
            }
        }
        let mut worst = vec![None; stops.len()];
        let mut done = 0;
        while done < order.len() {
            let index = order[done] as usize;
            worst[index] = Some(length[index]);
            for &(earlier, number) in &before[first[index]..first[index + 1]] {
                let place = earlier as usize;
                if left[place] == u32::MAX {
                    continue;
                }
                let moves = u32::from(stops.exits(place)[number as usize].moves);
                length[place] = length[place].max(moves + length[index]);
                left[place] -= 1;
                if left[place] == 0 {
                    order.push(earlier);
                }
            }
            done += 1;
        }
        Self { order, worst }
    }

    /// Our moves to the end if they use only some exits, and among these the longest, or the shortest.
    pub fn against(&self, stops: &Stops, uses: impl Fn(&Exit) -> bool, longest: bool) -> Vec<u32> {
        let mut lengths = vec![0_u32; stops.len()];
        for &index in &self.order {
            let ways = stops.exits(index as usize).iter().filter(|exit| uses(exit));
            let total = |exit: &Exit| u32::from(exit.moves) + if exit.target < LOST { lengths[exit.target as usize] } else { 0 };
            let found = if longest { ways.map(total).max() } else { ways.map(total).min() };
            lengths[index as usize] = found.unwrap_or(0);
        }
        lengths
    }
}
