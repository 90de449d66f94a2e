//! Retrograde analysis: from the ends back to everything that leads there, nearest first (Ströhlein 1970, Thompson 1986).
//!
//! First every position is visited once, to find its exits and count its quiet moves. Then the levels follow. Level n has the
//! positions that end in n plies. A position with a move to a loss in n is won in n + 1, unless it is known to be won sooner. A
//! position with a move to a win in n has one undecided move less; when none is left, it is lost in n + 1, or later, if an exit
//! loses more slowly. Exits end at any distance, so a level does not follow from the previous level alone: a position keeps the
//! distance that its exits give, until that level is processed or a better value is found. Positions that no level reaches are
//! draws.
//!
//! An analysis takes three bytes for each position. A level is a sweep over all positions by several threads; the result does not
//! depend on their order. Between two levels, the analysis can be saved and continued later.
//!
//! Two bytes hold the note of a position: below `OPEN`, the plies to its end, which are final when that level is processed; from
//! `OPEN` on, it is undecided, with the plies of its longest loss by an exit added; and there are two special marks.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::{Answer, DRAW, Ending, Exits, TablebaseError, Verdict};
use crate::search::memory::{Filling, zeroed};

const OPEN: u16 = 0x8000;
/// Not lost, because an exit draws; it may still be won.
const DRAWN: u16 = 0xFFFE;
const NOTHING: u16 = 0xFFFF;
/// Bytes that an analysis takes for each position.
pub const BYTES: usize = 3;
const PIECE: u64 = 1 << 12;
/// The first visit may be interrupted and saved after this many positions.
const STRIDE: u64 = 1 << 24;
const TICK: Duration = Duration::from_millis(100);

/// The progress of an analysis: the level, and how many positions have been visited or decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The level that is being processed, in plies to the end; 0 during the first visit.
    pub level: u32,
    /// What is done, of `total`.
    pub done: u64,
    /// Two for each position: one for visiting it, one for deciding it.
    pub total: u64,
}

/// Called with the progress; returns whether the work may go on.
pub type Listener<'a> = dyn FnMut(Sweep) -> bool + 'a;

/// An analysis in progress.
pub struct Analysis {
    /// The note of each position.
    notes: Box<[AtomicU16]>,
    /// How many quiet moves of each position are undecided.
    undecided: Box<[AtomicU8]>,
    pub state: State,
}

/// What a checkpoint needs besides the positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Positions that have been visited.
    pub seen: u64,
    /// The next level.
    pub level: u32,
    /// The last level that has a position so far.
    pub last: u32,
    /// Positions that have been decided.
    pub decided: u64,
}

impl Analysis {
    /// An analysis of this many positions, not begun.
    pub fn new(size: u64) -> Answer<Self> {
        let none = || TablebaseError::NoMemory(size * BYTES as u64);
        let number = (size as usize).max(1);
        // SAFETY: zeros are valid numbers, and there is at least one.
        let (notes, undecided) = unsafe { (zeroed(number, Filling::Dense), zeroed(number, Filling::Dense)) };
        Ok(Self { notes: notes.ok_or_else(none)?, undecided: undecided.ok_or_else(none)?, state: State::default() })
    }

    /// Runs to the end. Between levels, and at intervals during the first visit, `pause` may save the analysis.
    ///
    /// # Errors
    /// When `watch` says stop, or `pause` fails.
    pub fn run<E: Ending>(
        &mut self,
        ending: &E,
        threads: usize,
        watch: &mut Listener<'_>,
        pause: &mut dyn FnMut(&Self) -> Answer<()>,
    ) -> Answer<()> {
        while self.state.seen < ending.size() {
            let range = self.state.seen..(self.state.seen + STRIDE).min(ending.size());
            let last = AtomicU32::new(self.state.last);
            self.sweep(range.clone(), threads, watch, &|piece| {
                last.fetch_max(self.look(ending, piece), Ordering::Relaxed);
            })?;
            self.state = State { seen: range.end, last: last.into_inner(), ..self.state };
            pause(self)?;
        }
        while self.state.level <= self.state.last {
            let (found, last) = (AtomicU64::new(0), AtomicU32::new(self.state.last));
            self.sweep(0..ending.size(), threads, watch, &|piece| {
                let (number, furthest) = self.step(ending, piece);
                found.fetch_add(number, Ordering::Relaxed);
                last.fetch_max(furthest, Ordering::Relaxed);
            })?;
            let State { seen, level, decided, .. } = self.state;
            self.state = State { seen, level: level + 1, last: last.into_inner(), decided: decided + found.into_inner() };
            pause(self)?;
        }
        Ok(())
    }

    /// The value of a position when the analysis is over; None if there is no position.
    #[inline]
    pub fn verdict(&self, index: u64) -> Option<Verdict> {
        match self.notes[index as usize].load(Ordering::Relaxed) {
            NOTHING => None,
            OPEN.. => Some(DRAW),
            plies => Some(Verdict { outcome: if plies % 2 == 0 { -1 } else { 1 }, plies: u32::from(plies) }),
        }
    }

    /// The bytes to save for a position.
    pub fn save(&self, index: u64) -> [u8; BYTES] {
        let [low, high] = self.notes[index as usize].load(Ordering::Relaxed).to_le_bytes();
        [low, high, self.undecided[index as usize].load(Ordering::Relaxed)]
    }

    /// Restores the saved bytes of the positions from `first` on.
    pub fn restore(&mut self, first: u64, saved: &[u8]) {
        for (at, bytes) in saved.chunks_exact(BYTES).enumerate() {
            let index = first as usize + at;
            *self.notes[index].get_mut() = u16::from_le_bytes([bytes[0], bytes[1]]);
            *self.undecided[index].get_mut() = bytes[2];
        }
    }

    /// Visits positions for the first time. Returns the last level that has one of them.
    fn look<E: Ending>(&self, ending: &E, piece: Range<u64>) -> u32 {
        let (mut quiet, mut last) = (Vec::with_capacity(64), 0);
        for index in piece {
            quiet.clear();
            let note = match ending.look(index, &mut quiet) {
                None => NOTHING,
                Some(Exits { won, .. }) if won != Exits::NEVER => won,
                Some(Exits { drawn: true, .. }) => DRAWN,
                Some(Exits { lost, .. }) if quiet.is_empty() => lost,
                Some(Exits { lost, .. }) => OPEN | lost,
            };
            debug_assert!(quiet.len() <= usize::from(u8::MAX));
            self.notes[index as usize].store(note, Ordering::Relaxed);
            self.undecided[index as usize].store(quiet.len() as u8, Ordering::Relaxed);
            last = if note < OPEN { last.max(u32::from(note)) } else { last };
        }
        last
    }

    /// Goes back one move from the positions of this level. Returns their number, and the last level that they add a position to.
    fn step<E: Ending>(&self, ending: &E, piece: Range<u64>) -> (u64, u32) {
        let level = self.state.level as u16;
        let (mut before, mut found, mut last) = (Vec::with_capacity(64), 0, 0);
        for index in piece {
            if self.notes[index as usize].load(Ordering::Relaxed) != level {
                continue;
            }
            found += 1;
            before.clear();
            ending.before(index, &mut before);
            for &earlier in &before {
                let given = if level.is_multiple_of(2) { self.win(earlier, level + 1) } else { self.lose(earlier, level + 1) };
                last = last.max(given);
            }
        }
        (found, u32::from(last))
    }

    /// Notes that a position wins in this many plies, or sooner.
    #[inline]
    fn win(&self, index: u64, plies: u16) -> u16 {
        let note = &self.notes[index as usize];
        if note.load(Ordering::Relaxed) == NOTHING { 0 } else { plies.min(note.fetch_min(plies, Ordering::Relaxed)) }
    }

    /// Notes that one more move of a position loses. Returns the level of its loss if that was the last undecided move, else 0.
    #[inline]
    fn lose(&self, index: u64, plies: u16) -> u16 {
        let note = &self.notes[index as usize];
        let noted = note.load(Ordering::Relaxed);
        if !(OPEN..DRAWN).contains(&noted) || self.undecided[index as usize].fetch_sub(1, Ordering::Relaxed) != 1 {
            return 0;
        }
        let lost = plies.max(noted - OPEN);
        note.store(lost, Ordering::Relaxed);
        lost
    }

    /// Lets threads work on pieces of a range until none is left.
    fn sweep(
        &self,
        range: Range<u64>,
        threads: usize,
        watch: &mut Listener<'_>,
        work: &(dyn Fn(Range<u64>) + Sync),
    ) -> Answer<()> {
        let State { seen, level, decided, .. } = self.state;
        let looking = seen < self.notes.len() as u64;
        let mut tell = |done| {
            let done = seen + if looking { done } else { decided };
            watch(Sweep { level, done, total: 2 * self.notes.len() as u64 })
        };
        in_pieces(range, threads, &mut tell, work)
    }
}

/// Lets threads work on pieces of a range until none is left. `tell` is called with the work done, at the start and then ten
/// times a second, and may stop it.
pub fn in_pieces(
    range: Range<u64>,
    threads: usize,
    tell: &mut dyn FnMut(u64) -> bool,
    work: &(dyn Fn(Range<u64>) + Sync),
) -> Answer<()> {
    let (next, stop) = (AtomicU64::new(range.start), AtomicBool::new(!tell(0)));
    let take = || {
        let start = next.fetch_add(PIECE, Ordering::Relaxed);
        (start < range.end && !stop.load(Ordering::Relaxed)).then(|| start..(start + PIECE).min(range.end))
    };
    let pieces = (range.end - range.start).div_ceil(PIECE) as usize;
    thread::scope(|scope| {
        for _ in 1..threads.min(pieces) {
            scope.spawn(|| std::iter::from_fn(take).for_each(work));
        }
        let mut told = Instant::now();
        while let Some(piece) = take() {
            let done = piece.end - range.start;
            work(piece);
            if told.elapsed() >= TICK {
                told = Instant::now();
                stop.fetch_or(!tell(done), Ordering::Relaxed);
            }
        }
    });
    if stop.into_inner() { Err(TablebaseError::Stopped) } else { Ok(()) }
}
