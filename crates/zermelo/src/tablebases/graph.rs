//! Retrograde analysis of any game whose states can be reached. See `tablebases/retrograde.py`, whose two halves are `reach` and
//! `backward`. This file joins them: it limits the memory, saves checkpoints and writes the tablebase.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::backward::solve;
use super::checkpoint::Schedule;
use super::value::decode;
use super::{AnalysisError, Progress, Reach, Verdict, WIDTH, checkpoint, hashed, progress};
use crate::game::{Game, hash_salted};

/// How many states of a checkpoint are checked again, in case the rules have changed.
const SAMPLE: usize = 64;

/// What to analyse, and how.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The name of the game, written into the tablebase.
    pub game: String,
    pub name: String,
    /// The names of the players, as JSON strings.
    pub players: Vec<String>,
    /// The states to begin with.
    pub starts: Vec<Vec<u8>>,
    /// Bytes that may be used.
    pub memory: usize,
    pub threads: usize,
    pub path: PathBuf,
    /// Time between two checkpoints.
    pub every: Duration,
}

/// The result of an analysis.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub states: u64,
    /// Of these, how many are ends of the game.
    pub over: u64,
    /// For each player to move.
    pub sides: [Side; 2],
    /// The record of a state with the longest win; empty if there are no wins.
    pub example: Vec<u8>,
    /// How many states had been reached by an earlier run.
    pub resumed: u64,
}

/// The results of positions with one player to move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Side {
    /// Wins, draws and losses.
    pub counts: [u64; 3],
    pub longest_win: u32,
    pub longest_loss: u32,
}

impl Plan {
    fn unfinished(&self) -> PathBuf {
        checkpoint::place(&self.path)
    }

    /// Distinguishes the checkpoint of this plan from those of others.
    fn purpose(&self) -> String {
        let starts = self.starts.iter().fold(0, |sum, start| hash_salted(start, sum));
        format!("{} {} {starts:016x}", self.game, self.name)
    }

    /// Analyses the game and writes the tablebase.
    pub fn build<G: Game>(&self, game: &G, watch: &Progress) -> Result<Summary, AnalysisError> {
        let (mut reach, resumed) = self.begin(game, watch);
        self.reach(game, &mut reach, watch)?;
        reach.states.close();
        let ended = self.finish(&reach, watch);
        if ended.is_err() && watch.look_up().is_err() {
            checkpoint::save_reach(&self.unfinished(), &self.purpose(), &reach)?;
        }
        Ok(Summary { resumed, ..ended? })
    }

    /// Decides all states and writes the tablebase.
    fn finish(&self, reach: &Reach, watch: &Progress) -> Result<Summary, AnalysisError> {
        watch.begin(progress::SOLVING, reach.len() as u64);
        let entries = solve(reach, self.threads, watch)?;
        let summary = summarize(reach, &entries);
        watch.begin(progress::WRITING, reach.len() as u64);
        hashed::write(self, reach, &entries, &summary, watch)?;
        checkpoint::remove(&self.unfinished());
        Ok(summary)
    }

    /// The saved reach if it is still right, else a new one; and how many states it had.
    fn begin<G: Game>(&self, game: &G, watch: &Progress) -> (Reach, u64) {
        watch.begin(progress::REACHING, 0);
        let size = game.facts().size;
        let kept = checkpoint::load_reach(&self.unfinished(), &self.purpose(), size);
        match kept.filter(|kept| kept.still_holds(game, SAMPLE)) {
            Some(reach) => {
                let known = reach.len() as u64;
                (reach, known)
            }
            None => (Reach::new(size, &self.starts), 0),
        }
    }

    /// Explores states until there are no new ones, and saves checkpoints.
    fn reach<G: Game>(&self, game: &G, reach: &mut Reach, watch: &Progress) -> Result<(), AnalysisError> {
        let (started, mut schedule) = (Instant::now(), Schedule::new(self.every));
        while !reach.is_complete() {
            if watch.look_up().is_err() {
                checkpoint::save_reach(&self.unfinished(), &self.purpose(), reach)?;
                watch.look_up()?;
            }
            reach.advance(game, self.threads, self.memory)?;
            watch.set(reach.looked_at() as u64);
            if schedule.is_due() {
                schedule.save(|| checkpoint::save_reach(&self.unfinished(), &self.purpose(), reach))?;
            }
        }
        if started.elapsed() < self.every {
            return Ok(()); // what was found quickly need not be saved
        }
        Ok(checkpoint::save_reach(&self.unfinished(), &self.purpose(), reach)?)
    }
}

fn summarize(reach: &Reach, entries: &[u16]) -> Summary {
    let mut summary = Summary { states: reach.len() as u64, ..Summary::default() };
    let mut longest = None;
    for (number, &entry) in entries.iter().enumerate() {
        let Some(Verdict { outcome, plies }) = decode(entry, WIDTH) else { continue };
        let side = &mut summary.sides[reach.mover(number)];
        side.counts[(1 - outcome) as usize] += 1;
        if outcome < 0 {
            side.longest_loss = side.longest_loss.max(plies);
        } else if outcome > 0 {
            side.longest_win = side.longest_win.max(plies);
            if longest.is_none_or(|longest| plies > longest) {
                longest = Some(plies);
                summary.example = reach.states.record(number).to_vec();
            }
        }
        summary.over += u64::from(reach.standing(number).is_some());
    }
    summary
}
