//! From the ends back to the start: the second half of retrograde analysis. See `tablebases/retrograde.py`.
//!
//! Round n finds the states that are won or lost in n plies. A state is won one ply further back than the nearest
//! state that is lost for the opponent, so it is decided by the first of its moves that wins; it is lost one ply further back
//! than the furthest of its moves, so it is decided by the last of them. What is never decided is a draw. Threads share a
//! round; whatever order they work in, each state is decided in the same round and in the same way.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::thread;

use super::Verdict;
use super::error::AnalysisError;
use super::progress::Progress;
use super::reach::{Reach, Standing};
use super::value::{decode, encode, nothing};

/// Bytes of an entry.
pub const WIDTH: usize = 2;
/// Entries of draws; of states that were never decided, too.
const DRAWN: u16 = 0;
/// With fewer states, starting threads costs more time than it saves.
const WORTH_THREADS: usize = 1 << 12;

/// What each state is worth to the player to move, by number, as entries of a table.
pub fn solve(reach: &Reach, threads: usize, watch: &Progress) -> Result<Vec<u16>, AnalysisError> {
    let undecided = nothing(WIDTH);
    let (firsts, sources) = predecessors(reach);
    let open: Vec<AtomicU32> = reach.degrees().iter().map(|&degree| AtomicU32::new(degree)).collect();
    let values: Vec<AtomicU16> = (0..reach.len()).map(|_| AtomicU16::new(undecided)).collect();
    let mut round: Vec<u32> = Vec::new();
    for (number, value) in values.iter().enumerate() {
        match reach.standing(number) {
            Standing::Open => {}
            Standing::Over(0) => value.store(DRAWN, Ordering::Relaxed),
            Standing::Over(outcome) => {
                value.store(entry(outcome, 0)?, Ordering::Relaxed);
                round.push(number as u32);
            }
        }
    }
    let back = Back { reach, firsts, sources, open, values };
    let mut plies = 0;
    while !round.is_empty() {
        watch.look_up()?;
        watch.advance(round.len() as u64);
        plies += 1;
        round = back.decide(&round, [entry(1, plies)?, entry(-1, plies)?], threads);
    }
    let settle = |value: AtomicU16| Some(value.into_inner()).filter(|&value| value != undecided).unwrap_or(DRAWN);
    Ok(back.values.into_iter().map(settle).collect())
}

/// The state of the analysis.
struct Back<'a> {
    reach: &'a Reach,
    /// Where each state's predecessors begin.
    firsts: Vec<u64>,
    sources: Vec<u32>,
    /// How many moves of each state are not known to lose.
    open: Vec<AtomicU32>,
    values: Vec<AtomicU16>,
}

impl Back<'_> {
    /// The states that are decided by the ones of the last round; `entries` are those of a win and of a loss at this distance.
    fn decide(&self, round: &[u32], entries: [u16; 2], threads: usize) -> Vec<u32> {
        if threads == 1 || round.len() < WORTH_THREADS {
            return self.decide_part(round, entries);
        }
        thread::scope(|scope| {
            let parts = round.chunks(round.len().div_ceil(threads));
            let work: Vec<_> = parts.map(|part| scope.spawn(move || self.decide_part(part, entries))).collect();
            let decided = work.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            decided.collect::<Vec<_>>().concat()
        })
    }

    fn decide_part(&self, round: &[u32], [won, lost]: [u16; 2]) -> Vec<u32> {
        let undecided = nothing(WIDTH);
        let mut decided = Vec::new();
        for &number in round {
            let number = number as usize;
            let wins = is_win(self.values[number].load(Ordering::Relaxed));
            for &source in &self.sources[self.firsts[number] as usize..self.firsts[number + 1] as usize] {
                let before = source as usize;
                let stays = self.reach.mover(before) == self.reach.mover(number);
                if wins != stays && self.open[before].fetch_sub(1, Ordering::Relaxed) > 1 {
                    continue;
                }
                let entry = if wins == stays { won } else { lost };
                let place = &self.values[before];
                if place.compare_exchange(undecided, entry, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
                    decided.push(source);
                }
            }
        }
        decided
    }
}

/// For each state, the states with a move to it: where they begin, and what they are.
fn predecessors(reach: &Reach) -> (Vec<u64>, Vec<u32>) {
    let mut firsts = vec![0_u64; reach.len() + 1];
    for &target in reach.targets() {
        firsts[target as usize] += 1;
    }
    let mut before = 0;
    for first in &mut firsts {
        before += *first;
        *first = before;
    }
    let mut sources = vec![0; reach.targets().len()];
    let mut edge = reach.targets().len();
    for (number, &degree) in reach.degrees().iter().enumerate().rev() {
        for _ in 0..degree {
            edge -= 1;
            let first = &mut firsts[reach.targets()[edge] as usize];
            *first -= 1;
            sources[*first as usize] = number as u32;
        }
    }
    (firsts, sources)
}

fn entry(outcome: i8, plies: u32) -> Result<u16, AnalysisError> {
    encode(Some(Verdict { outcome, plies }), WIDTH).ok_or(AnalysisError::TooLong)
}

fn is_win(entry: u16) -> bool {
    decode(entry, WIDTH).is_some_and(|verdict| verdict.outcome > 0)
}
