//! Counts of a tablebase: how many positions are won, drawn and lost, and in how many plies.
//!
//! Symmetric positions that share a number are counted one by one.

use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

use super::retrograde::in_pieces;
use super::{Ending, Verdict};

/// Counts for one side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub draw: u64,
    /// Decided positions by the plies to the end; odd ones are wins.
    pub plies: Vec<u64>,
}

impl Counts {
    /// Counts one more verdict.
    pub fn add(&mut self, verdict: Verdict, weight: u64) {
        if verdict.outcome == 0 {
            self.draw += weight;
            return;
        }
        let at = verdict.plies as usize;
        if self.plies.len() <= at {
            self.plies.resize(at + 1, 0);
        }
        self.plies[at] += weight;
    }

    pub fn win(&self) -> u64 {
        self.plies.iter().skip(1).step_by(2).sum()
    }

    pub fn loss(&self) -> u64 {
        self.plies.iter().step_by(2).sum()
    }

    /// Plies of the longest win, if the remainder is 1, or loss, if it is 0; 0 if there is none.
    fn longest(&self, remainder: usize) -> usize {
        (0..self.plies.len()).rev().find(|&plies| plies % 2 == remainder && self.plies[plies] > 0).unwrap_or(0)
    }

    fn merge(&mut self, other: &Self) {
        self.draw += other.draw;
        self.plies.resize(self.plies.len().max(other.plies.len()), 0);
        for (mine, more) in self.plies.iter_mut().zip(&other.plies) {
            *mine += more;
        }
    }
}

/// Counts what `verdict` says of every position, for each side to move.
pub fn count<E: Ending>(ending: &E, threads: usize, verdict: &(dyn Fn(u64) -> Option<Verdict> + Sync)) -> Vec<Counts> {
    let total = Mutex::new(vec![Counts::default(); ending.sides().len()]);
    let whole = in_pieces(0..ending.size(), threads, &mut |_| true, &|piece| {
        let mut sides = vec![Counts::default(); ending.sides().len()];
        for index in piece {
            if let Some(verdict) = verdict(index) {
                sides[ending.side(index)].add(verdict, ending.weight(index));
            }
        }
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        total.iter_mut().zip(&sides).for_each(|(all, some)| all.merge(some));
    });
    debug_assert!(whole.is_ok(), "counting cannot be stopped");
    total.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The counts as JSON: for each side to move wins, draws, losses, the longest of either in plies, and how many end in each
/// number of plies; and the longest win of all.
pub fn facts(names: &[String], sides: &[Counts]) -> String {
    let mut text = String::from("{\"sides\": [");
    for (at, (name, side)) in names.iter().zip(sides).enumerate() {
        let separator = if at > 0 { ", " } else { "" };
        let (win, draw, loss) = (side.win(), side.draw, side.loss());
        let (won, lost) = (side.longest(1), side.longest(0));
        let _ = write!(
            text,
            "{separator}{{\"to_move\": \"{name}\", \"win\": {win}, \"draw\": {draw}, \"loss\": {loss}, \
             \"longest_win\": {won}, \"longest_loss\": {lost}, \"plies\": {:?}}}",
            side.plies
        );
    }
    let longest = sides.iter().map(|side| side.longest(1)).max().unwrap_or(0);
    let _ = write!(text, "], \"longest_win\": {longest}}}");
    text
}
