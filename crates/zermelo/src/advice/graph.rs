//! Every position that can occur from a set of positions, and every move between them.
//!
//! It is explored once, with all threads, and used twice: to solve all positions ([`super::exact`]) and, as [`Explored`], by
//! inference, which then looks up moves and records instead of computing them.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::expert::standing;
use super::{Buffer, Halt};
use crate::game::{Answer, Facts, Fault, Game, Move, Outcome, Player};
use crate::search::{Stop, control};
use crate::tablebases::positions::Positions;
use crate::tablebases::progress::Progress;

/// Positions that are processed before new ones get their numbers.
const ROUND: usize = 1 << 15;
/// Positions that a thread takes at a time.
const BLOCK: usize = 1 << 9;
/// Bytes of a thread's stack: enough for the deepest tree with the largest states.
const STACK: usize = 256 << 20;
const UNKNOWN: u32 = u32::MAX;
/// The number of this stage of the work; 0 is the stage before it.
const EXPLORING: u32 = 1;
/// The game goes on.
const GOING: i8 = 2;

/// A field that only counts, such as the number of moves, and is reset in every record: its offset, and its bytes.
pub type Forgotten = (usize, Vec<u8>);

/// The threads of the work, its stop flag and its progress.
#[derive(Clone, Copy, Debug)]
pub struct Workers<'a> {
    pub threads: usize,
    pub stop: &'a Stop,
    pub watch: &'a Progress,
}

impl Workers<'_> {
    /// Does blocks of work, with all threads; the answers come in the order of the blocks.
    ///
    /// # Errors
    /// The first error of a block, or a stop.
    pub fn work<T: Send>(
        self,
        range: Range<usize>,
        each: impl Fn(Range<usize>) -> Result<T, Halt> + Sync,
    ) -> Result<Vec<T>, Halt> {
        let blocks = range.len().div_ceil(BLOCK);
        let next = AtomicUsize::new(0);
        let answers: Mutex<Vec<Option<Result<T, Halt>>>> = Mutex::new((0..blocks).map(|_| None).collect());
        let labour = || {
            loop {
                let block = next.fetch_add(1, Ordering::Relaxed);
                if block >= blocks || self.stop.is_set() {
                    return;
                }
                let start = range.start + block * BLOCK;
                let end = range.end.min(start + BLOCK);
                let answer = each(start..end);
                self.watch.advance((end - start) as u64);
                if answer.is_err() {
                    next.store(blocks, Ordering::Relaxed);
                }
                answers.lock().unwrap_or_else(PoisonError::into_inner)[block] = Some(answer);
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.min(blocks) {
                let helper = thread::Builder::new().name("zermelo-verify".into()).stack_size(STACK);
                if helper.spawn_scoped(scope, labour).is_err() {
                    break; // fewer threads are slower, not wrong
                }
            }
            labour();
        });
        let answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        answers
            .into_iter()
            .flatten()
            .collect::<Result<Vec<T>, Halt>>()
            .and_then(|done| if done.len() == blocks { Ok(done) } else { Err(control::Halt::Stopped.into()) })
    }
}

/// Positions and the moves between them.
pub(crate) struct Graph {
    pub positions: Positions,
    standing: Vec<i8>,
    mover: Vec<u8>,
    first: Vec<usize>,
    moves: Vec<Move>,
    after: Vec<u32>,
}

#[derive(Default)]
struct Part {
    heads: Vec<(i8, u8, u32)>,
    moves: Vec<Move>,
    after: Vec<u32>,
    unknown: Vec<u8>,
}

impl Graph {
    /// Explores everything that can occur from some positions.
    pub fn explore<G: Game>(
        game: &G,
        seeds: Positions,
        forgotten: &[Forgotten],
        most: usize,
        workers: Workers<'_>,
    ) -> Result<Self, Halt> {
        workers.watch.begin(EXPLORING, 0);
        let (standing, mover) = (Vec::new(), Vec::new());
        let mut graph = Self { positions: seeds, standing, mover, first: vec![0], moves: Vec::new(), after: Vec::new() };
        while graph.mover.len() < graph.positions.len() {
            let start = graph.mover.len();
            let round = start..graph.positions.len().min(start + ROUND);
            workers.watch.expect(graph.positions.len() as u64);
            let parts = workers.work(round, |block| graph.expand(game, forgotten, block))?;
            for part in parts {
                graph.append(&part, game.facts().size);
            }
            if graph.positions.len() > most {
                return Err(Halt::TooMany(most));
            }
        }
        Ok(graph)
    }

    fn expand<G: Game>(&self, game: &G, forgotten: &[Forgotten], block: Range<usize>) -> Result<Part, Halt> {
        let mut part = Part::default();
        let mut record = Buffer::new(game.facts().size);
        for index in block {
            let s = game.read(self.positions.record(index));
            let before = part.moves.len();
            let ended = standing(game, &s, 0)?;
            if ended.is_none() {
                game.moves(&s, &mut part.moves)?;
            }
            for &choice in &part.moves[before..] {
                write_plain(game, &game.after(&s, choice)?, forgotten, &mut record);
                let known = self.positions.find(record.bytes());
                part.after.push(known.map_or(UNKNOWN, |known| known as u32));
                if known.is_none() {
                    part.unknown.extend_from_slice(record.bytes());
                }
            }
            let mover = game.to_move(&s)?; // facts may ask for it even when the game is over
            part.heads.push((ended.unwrap_or(GOING), mover as u8, (part.moves.len() - before) as u32));
        }
        Ok(part)
    }

    fn append(&mut self, part: &Part, size: usize) {
        for &(standing, mover, count) in &part.heads {
            self.standing.push(standing);
            self.mover.push(mover);
            self.first.push(self.first[self.first.len() - 1] + count as usize);
        }
        self.moves.extend_from_slice(&part.moves);
        let mut unknown = part.unknown.chunks_exact(size);
        for &after in &part.after {
            let index =
                if after == UNKNOWN { unknown.next().map_or(0, |record| self.positions.add(record) as u32) } else { after };
            self.after.push(index);
        }
    }

    pub fn len(&self) -> usize {
        self.mover.len()
    }

    /// 1, 0 or -1 for a game that player 0 has won, drawn or lost; None while it goes on.
    #[inline]
    pub fn standing(&self, index: usize) -> Option<i8> {
        Some(self.standing[index]).filter(|&standing| standing != GOING)
    }

    #[inline]
    pub fn mover(&self, index: usize) -> Player {
        Player::from(self.mover[index])
    }

    #[inline]
    pub fn moves(&self, index: usize) -> &[Move] {
        &self.moves[self.first[index]..self.first[index + 1]]
    }

    /// The positions after these moves.
    #[inline]
    pub fn after(&self, index: usize) -> &[u32] {
        &self.after[self.first[index]..self.first[index + 1]]
    }
}

/// Writes a state's record with its counters reset.
#[inline]
pub(crate) fn write_plain<G: Game>(game: &G, s: &G::State, forgotten: &[Forgotten], out: &mut Buffer) {
    game.write_into(s, out.bytes_mut());
    for (offset, bytes) in forgotten {
        out.bytes_mut()[*offset..*offset + bytes.len()].copy_from_slice(bytes);
    }
}

/// The same game, on the positions of a graph: a state is a number.
pub(crate) struct Explored<'a, G: Game> {
    pub game: &'a G,
    /// The graph in which everything is looked up.
    pub graph: &'a Graph,
}

impl<G: Game> Game for Explored<'_, G> {
    type State = u32;

    fn facts(&self) -> &Facts {
        self.game.facts()
    }

    fn read(&self, record: &[u8]) -> u32 {
        self.graph.positions.find(record).expect("only explored positions are read") as u32
    }

    fn write(&self, s: &u32) -> Vec<u8> {
        self.graph.positions.record(*s as usize).to_vec()
    }

    #[inline]
    fn write_into(&self, s: &u32, out: &mut [u8]) {
        out.copy_from_slice(self.graph.positions.record(*s as usize));
    }

    #[inline]
    fn to_move(&self, s: &u32) -> Answer<Player> {
        Ok(self.graph.mover(*s as usize))
    }

    #[inline]
    fn outcome(&self, s: &u32) -> Answer<Outcome> {
        Ok(match self.graph.standing(*s as usize) {
            None => Outcome::Ongoing,
            Some(0) => Outcome::Draw,
            Some(standing) => Outcome::Win(Player::from(standing < 0)),
        })
    }

    #[inline]
    fn moves(&self, s: &u32, out: &mut Vec<Move>) -> Answer<()> {
        out.extend_from_slice(self.graph.moves(*s as usize));
        Ok(())
    }

    #[inline]
    fn play(&self, s: &mut u32, choice: Move) -> Answer<()> {
        match self.graph.moves(*s as usize).binary_search(&choice) {
            Ok(at) => {
                *s = self.graph.after(*s as usize)[at];
                Ok(())
            }
            Err(_) => Err(Fault::new("play", self.write(s), choice, 1)),
        }
    }

    fn evaluate(&self, s: &u32, player: Player) -> Answer<f64> {
        self.game.evaluate(&self.game.read(self.graph.positions.record(*s as usize)), player)
    }
}
