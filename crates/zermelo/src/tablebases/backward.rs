//! From the ends back to the start: the second half of retrograde analysis. See `tablebases/retrograde.py`.
//!
//! Round n finds the states that are won or lost in n plies. A state is won one ply further back than the nearest
//! state that is lost for the opponent, so it is decided by the first of its moves that wins; it is lost one ply further back
//! than the furthest of its moves, so it is decided by the last of them. States that are never decided are draws. Threads
//! share a round; each state is decided in the same round and in the same way, in any order of work.

use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};

use super::reach::in_parts;
use super::value::{decode, encode, nothing};
use super::{AnalysisError, Progress, Reach, Verdict};

/// Bytes of an entry.
pub const WIDTH: usize = 2;
/// The entry of a draw. States that are never decided are draws.
const DRAWN: u16 = 0;
/// With fewer states, starting threads costs more time than it saves.
const WORTH_THREADS: usize = 1 << 12;

/// The value of each state for the player to move, by number, as entries of a tablebase.
pub fn solve(reach: &Reach, threads: usize, watch: &Progress) -> Result<Vec<u16>, AnalysisError> {
    let undecided = nothing(WIDTH);
    let moves = reach.rows().flat_map(|(number, targets)| targets.iter().map(move |&target| (number as u32, target)));
    let (firsts, sources) = reversed(reach.len(), moves);
    let open: Vec<AtomicU32> = reach.degrees.iter().map(|&degree| AtomicU32::new(degree)).collect();
    let values: Vec<AtomicU16> = (0..reach.len()).map(|_| AtomicU16::new(undecided)).collect();
    let mut round: Vec<u32> = Vec::new();
    for (number, value) in values.iter().enumerate() {
        match reach.standing(number) {
            None => {}
            Some(0) => value.store(DRAWN, Ordering::Relaxed),
            Some(outcome) => {
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
    firsts: Vec<usize>,
    sources: Vec<u32>,
    /// How many moves of each state are not known to lose.
    open: Vec<AtomicU32>,
    values: Vec<AtomicU16>,
}

impl Back<'_> {
    /// The states that are decided by those of the last round; `entries` are those of a win and of a loss at this distance.
    fn decide(&self, round: &[u32], entries: [u16; 2], threads: usize) -> Vec<u32> {
        let threads = if round.len() < WORTH_THREADS { 1 } else { threads };
        in_parts(0..round.len(), threads, |part| self.decide_part(&round[part], entries)).concat()
    }

    fn decide_part(&self, round: &[u32], [won, lost]: [u16; 2]) -> Vec<u32> {
        let undecided = nothing(WIDTH);
        let mut decided = Vec::new();
        for &number in round {
            let number = number as usize;
            let wins = is_win(self.values[number].load(Ordering::Relaxed));
            for &source in &self.sources[self.firsts[number]..self.firsts[number + 1]] {
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

/// Moves reversed: where the sources of each target begin, and the sources.
pub fn reversed<T: Copy + Default>(number: usize, moves: impl Iterator<Item = (T, u32)> + Clone) -> (Vec<usize>, Vec<T>) {
    let mut first = vec![0; number + 1];
    for (_, target) in moves.clone() {
        first[target as usize + 1] += 1;
    }
    for index in 0..number {
        first[index + 1] += first[index];
    }
    let mut sources = vec![T::default(); first[number]];
    let mut next = first.clone();
    for (source, target) in moves {
        sources[next[target as usize]] = source;
        next[target as usize] += 1;
    }
    (first, sources)
}

fn entry(outcome: i8, plies: u32) -> Result<u16, AnalysisError> {
    encode(Some(Verdict { outcome, plies }), WIDTH).ok_or(AnalysisError::TooLong)
}

fn is_win(entry: u16) -> bool {
    decode(entry, WIDTH).is_some_and(|verdict| verdict.outcome > 0)
}
