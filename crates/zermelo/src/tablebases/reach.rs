//! Every state that can be reached: the first half of retrograde analysis. See `tablebases/retrograde.py`.
//!
//! States are found breadth first and numbered as they are found, so that the numbers are the same for any number of threads.
//! A round takes the next states that are not explored yet. Threads play their moves and look the results up in
//! the states known so far, which is most of the work. Then one thread adds the new states, in order.

use std::ops::Range;
use std::thread;

use super::{AnalysisError, Positions};
use crate::game::{CHANCE, Game, Move, Outcome};

/// Instead of an outcome: the game goes on.
const ONGOING: i8 = -2;
/// A target that has no number yet.
const FRESH: u32 = u32::MAX;
/// States that a thread takes at a time.
const CHUNK: usize = 1 << 13;
/// A round takes at most one in `PART` of the known states, but at least `LEAST`: memory is checked between rounds, and must not
/// run out within one.
const PART: usize = 16;
const LEAST: usize = 1 << 8;
/// With fewer states, starting threads costs more time than it saves.
const WORTH_THREADS: usize = 1 << 9;

/// States, and where their moves lead.
pub struct Reach {
    pub(super) states: Positions,
    /// For each explored state: the player to move, and in the bits above the outcome minus [`ONGOING`].
    pub(super) marks: Vec<u8>,
    /// How many moves each state has.
    pub(super) degrees: Vec<u32>,
    /// Where all moves of all states lead, in order.
    pub(super) targets: Vec<u32>,
}

/// What one thread found out about its share of a round.
#[derive(Default)]
struct Share {
    marks: Vec<u8>,
    degrees: Vec<u32>,
    targets: Vec<u32>,
    fresh: Vec<u8>,
}

impl Reach {
    /// Only the starting states.
    pub fn new(size: usize, starts: &[Vec<u8>]) -> Self {
        let mut states = Positions::new(size);
        for start in starts {
            states.add(start);
        }
        Self { states, marks: Vec::new(), degrees: Vec::new(), targets: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// How many states have been explored.
    pub fn looked_at(&self) -> usize {
        self.marks.len()
    }

    pub fn is_complete(&self) -> bool {
        self.looked_at() == self.len()
    }

    pub fn mover(&self, number: usize) -> usize {
        usize::from(self.marks[number] & 1)
    }

    /// 1, 0 or -1 for a game that the player to move has won, drawn or lost; None while it goes on.
    pub fn standing(&self, number: usize) -> Option<i8> {
        Some((self.marks[number] >> 1) as i8 + ONGOING).filter(|&outcome| outcome != ONGOING)
    }

    /// Each explored state, and the states after its moves.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &[u32])> + Clone {
        let mut first = 0;
        self.degrees.iter().enumerate().map(move |(number, &degree)| {
            let targets = &self.targets[first..first + degree as usize];
            first += targets.len();
            (number, targets)
        })
    }

    /// Bytes that the whole analysis takes, if there are no other states.
    fn bytes(&self) -> usize {
        let (states, edges) = (self.len(), self.targets.len());
        let always = states * (self.states.size + 1 + 4) + 4 * edges;
        let working_back = states * (8 + 2 + 4 + 4) + 4 * edges;
        always + self.states.bytes_of_places().max(working_back)
    }

    /// Explores the next states, with this many threads and bytes of memory.
    pub fn advance<G: Game>(&mut self, game: &G, threads: usize, memory: usize) -> Result<(), AnalysisError> {
        let from = self.looked_at();
        let to = self.len().min(from + (CHUNK * threads).min((self.len() / PART).max(LEAST)));
        let threads = if to - from < WORTH_THREADS { 1 } else { threads };
        for share in in_parts(from..to, threads, |range| self.look(game, range)) {
            self.take_in(&share?)?;
        }
        if self.bytes() > memory { Err(AnalysisError::Full { states: self.len() as u64 }) } else { Ok(()) }
    }

    /// Explores some states: the states after their moves.
    fn look<G: Game>(&self, game: &G, range: Range<usize>) -> Result<Share, AnalysisError> {
        let mut share = Share::default();
        let mut moves = Vec::new();
        for number in range {
            moves.clear();
            self.look_at(game, number, &mut moves, &mut share)?;
        }
        Ok(share)
    }

    fn look_at<G: Game>(&self, game: &G, number: usize, moves: &mut Vec<Move>, share: &mut Share) -> Result<(), AnalysisError> {
        let s = game.read(self.states.record(number));
        let mover = game.to_move(&s)?;
        if mover == CHANCE {
            return Err(AnalysisError::Chance);
        }
        let outcome = game.outcome(&s)?;
        let standing = if outcome == Outcome::Ongoing {
            game.moves(&s, moves)?;
            ONGOING
        } else {
            verdict(game.worth(&s, outcome, mover)?, game.facts().bound())?
        };
        share.marks.push(mover as u8 | ((standing - ONGOING) as u8) << 1);
        share.degrees.push(moves.len() as u32);
        for &choice in moves.iter() {
            let record = game.write(&game.after(&s, choice)?);
            let known = self.states.find(&record);
            share.targets.push(known.map_or(FRESH, |known| known as u32));
            if known.is_none() {
                share.fresh.extend_from_slice(&record);
            }
        }
        Ok(())
    }

    /// Whether a sample of the states still has the same moves and outcomes; false if the rules have changed.
    pub fn still_holds<G: Game>(&self, game: &G, sample: usize) -> bool {
        let step = (self.looked_at() / sample).max(1);
        self.rows().step_by(step).all(|(number, targets)| {
            let mut share = Share::default();
            let looked = self.look_at(game, number, &mut Vec::new(), &mut share);
            looked.is_ok() && share.marks[0] == self.marks[number] && share.targets == targets
        })
    }

    fn take_in(&mut self, share: &Share) -> Result<(), AnalysisError> {
        let mut fresh = share.fresh.chunks_exact(self.states.size);
        for &target in &share.targets {
            self.targets.push(match target {
                FRESH => self.states.add(fresh.next().expect("as many records as fresh targets")) as u32,
                known => known,
            });
            if self.len() >= FRESH as usize {
                return Err(AnalysisError::Full { states: self.len() as u64 });
            }
        }
        self.marks.extend_from_slice(&share.marks);
        self.degrees.extend_from_slice(&share.degrees);
        Ok(())
    }
}

/// The results of `work` for the parts of a range, one part for each thread.
pub fn in_parts<T: Send>(range: Range<usize>, threads: usize, work: impl Fn(Range<usize>) -> T + Sync) -> Vec<T> {
    if threads == 1 {
        return vec![work(range)];
    }
    let length = range.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let work = &work;
        let parts = range.clone().step_by(length).map(|first| first..(first + length).min(range.end));
        let running: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))).collect()
    })
}

/// A utility as win, draw or loss.
fn verdict(utility: f64, bound: f64) -> Result<i8, AnalysisError> {
    match utility {
        utility if utility >= bound => Ok(1),
        utility if utility <= -bound => Ok(-1),
        0.0 => Ok(0),
        utility => Err(AnalysisError::Utility(utility)),
    }
}
