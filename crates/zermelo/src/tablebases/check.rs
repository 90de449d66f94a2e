//! Checks a tablebase: each value must follow from those of its successors.
//!
//! That is a proof, not a sample. A win in n plies rests on a move to a loss in n - 1, a loss on all moves being wins, down to
//! ends that the rules themselves declare. A draw has no move to a loss of the opponent, but a move to a draw, so no player
//! can force a way out of the set of draws.

use super::Verdict;
use super::backward::WIDTH;
use super::error::AnalysisError;
use super::error::TablebaseError;
use super::hashed::StateTablebase;
use super::progress::{Phase, Progress};
use super::reach::{Reach, Standing};
use super::value::{decode, encode, nothing};
use crate::game::Game;

/// A state whose value does not follow from its successors.
#[derive(Clone, Debug)]
pub struct Contradiction {
    /// Its record.
    pub record: Vec<u8>,
    /// The stored value; None if the tablebase does not have the state.
    pub stored: Option<Verdict>,
    /// The value that follows from its successors; None if one of them is missing.
    pub right: Option<Verdict>,
}

/// How to check a tablebase.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The states to begin with.
    pub starts: Vec<Vec<u8>>,
    /// Bytes that may be used.
    pub memory: usize,
    /// How many threads.
    pub threads: usize,
}

impl Inspection {
    /// How many states were checked, and the first that is wrong, if one is.
    pub fn check<G: Game>(
        &self,
        game: &G,
        table: &StateTablebase,
        watch: &Progress,
    ) -> Result<(u64, Option<Contradiction>), AnalysisError> {
        watch.begin(Phase::Reaching, table.states());
        let mut salt = 0;
        let reach = loop {
            match self.reach(game, salt, watch) {
                Err(AnalysisError::Collision) => salt += 1,
                reached => break reached?,
            }
        };
        watch.begin(Phase::Verifying, reach.len() as u64);
        let mut entries = Vec::with_capacity(reach.len());
        for number in 0..reach.len() {
            let stored = table.find(reach.record(number))?;
            entries.push(encode(stored, WIDTH).unwrap_or(nothing(WIDTH)));
            if number % 1024 == 0 {
                watch.look_up()?;
                watch.set(number as u64);
            }
        }
        let wrong = contradiction(&reach, &entries);
        if wrong.is_none() && table.states() != reach.len() as u64 {
            let (name, found) = (table.label().name.clone(), table.states());
            let right = format!("{} states", reach.len());
            return Err(TablebaseError::Wrong(name, found, format!("{found} states"), right).into());
        }
        Ok((reach.len() as u64, wrong))
    }

    fn reach<G: Game>(&self, game: &G, salt: u64, watch: &Progress) -> Result<Reach, AnalysisError> {
        let mut reach = Reach::new(game.facts().size, &self.starts, salt)?;
        while !reach.is_complete() {
            watch.look_up()?;
            reach.advance(game, self.threads)?;
            watch.set(reach.looked_at() as u64);
            if reach.bytes() > self.memory {
                return Err(AnalysisError::Full { states: reach.len() as u64 });
            }
        }
        Ok(reach)
    }
}

fn contradiction(reach: &Reach, entries: &[u16]) -> Option<Contradiction> {
    let mut first = 0;
    for (number, &degree) in reach.degrees().iter().enumerate() {
        let targets = &reach.targets()[first..first + degree as usize];
        first += targets.len();
        let stored = decode(entries[number], WIDTH);
        let right = match reach.standing(number) {
            Standing::Over(outcome) => Some(Verdict { outcome, plies: 0 }),
            Standing::Open => best(targets.iter().map(|&target| {
                let stays = reach.mover(target as usize) == reach.mover(number);
                let Verdict { outcome, plies } = decode(entries[target as usize], WIDTH)?;
                Some(Verdict { outcome: if stays { outcome } else { -outcome }, plies })
            })),
        };
        if stored.is_none() || stored != right {
            return Some(Contradiction { record: reach.record(number).to_vec(), stored, right });
        }
    }
    None
}

/// The value of a position whose moves lead to these values, all from the view of the player to move.
fn best(mut moves: impl Iterator<Item = Option<Verdict>>) -> Option<Verdict> {
    let worth = |Verdict { outcome, plies }: Verdict| (outcome, i64::from(plies) * -i64::from(outcome));
    let first = moves.next()??;
    let best = moves.try_fold(first, |best, next| {
        let next = next?;
        Some(if worth(next) > worth(best) { next } else { best })
    })?;
    Some(Verdict { plies: best.plies + u32::from(best.outcome != 0), ..best })
}
