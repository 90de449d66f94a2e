//! Checks a tablebase: each value must follow from those of its successors.
//!
//! That is a proof, not a sample. A win in n plies rests on a move to a loss in n - 1, a loss on all moves being wins, down to
//! ends that the rules themselves declare. A draw has no move to a loss of the opponent, but a move to a draw, so no player
//! can force a way out of the set of draws.

use super::hashed::StateTablebase;
use super::value::{decode, encode, nothing};
use super::{AnalysisError, Exits, Progress, Reach, TablebaseError, Verdict, WIDTH, progress};
use crate::game::Game;

/// A state whose value does not follow from its successors.
#[derive(Clone, Debug)]
pub struct Contradiction {
    pub record: Vec<u8>,
    /// The stored value; None if the tablebase does not have the state.
    pub stored: Option<Verdict>,
    /// The value that follows from its successors; None if one of them is missing.
    pub right: Option<Verdict>,
}

/// How many states were checked, and the first that is wrong, if one is.
pub type Checked = Result<(u64, Option<Contradiction>), AnalysisError>;

/// How to check a tablebase.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// The states to begin with.
    pub starts: Vec<Vec<u8>>,
    /// Bytes that may be used.
    pub memory: usize,
    pub threads: usize,
}

impl Inspection {
    /// Checks every state that can be reached.
    pub fn check<G: Game>(&self, game: &G, table: &StateTablebase, watch: &Progress) -> Checked {
        watch.begin(progress::REACHING, table.states);
        let mut reach = Reach::new(game.facts().size, &self.starts);
        while !reach.is_complete() {
            watch.look_up()?;
            reach.advance(game, self.threads, self.memory)?;
            watch.set(reach.looked_at() as u64);
        }
        watch.begin(progress::VERIFYING, reach.len() as u64);
        let mut entries = Vec::with_capacity(reach.len());
        for number in 0..reach.len() {
            let stored = table.find(reach.states.record(number))?;
            entries.push(encode(stored, WIDTH).unwrap_or(nothing(WIDTH)));
            if number % 1024 == 0 {
                watch.look_up()?;
                watch.set(number as u64);
            }
        }
        let wrong = contradiction(&reach, &entries);
        if wrong.is_none() && table.states != reach.len() as u64 {
            let (name, found) = (table.table.label.name.clone(), table.states);
            let right = format!("{} states", reach.len());
            return Err(TablebaseError::Wrong(name, found, format!("{found} states"), right).into());
        }
        Ok((reach.len() as u64, wrong))
    }
}

fn contradiction(reach: &Reach, entries: &[u16]) -> Option<Contradiction> {
    reach.rows().find_map(|(number, targets)| {
        let stored = decode(entries[number], WIDTH);
        let right = match reach.standing(number) {
            Some(outcome) => Some(Verdict { outcome, plies: 0 }),
            None => follows(reach, entries, number, targets),
        };
        let record = || reach.states.record(number).to_vec();
        (stored.is_none() || stored != right).then(|| Contradiction { record: record(), stored, right })
    })
}

/// The value of a position that follows from those of its successors.
fn follows(reach: &Reach, entries: &[u16], number: usize, targets: &[u32]) -> Option<Verdict> {
    let mut moves = Exits::default();
    for &target in targets {
        let stays = reach.mover(target as usize) == reach.mover(number);
        let Verdict { outcome, plies } = decode(entries[target as usize], WIDTH)?;
        moves.add(Verdict { outcome: if stays { -outcome } else { outcome }, plies });
    }
    Some(moves.verdict())
}
