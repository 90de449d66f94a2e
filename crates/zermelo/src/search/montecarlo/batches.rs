//! Random games of many leaves together: on a GPU, or on all cores.
//!
//! A walk that ends at a leaf does not play its game: it waits. Its visits already count, with the mean of each move, so that the next walks look
//! elsewhere and no move seems worse than it is. When the batch is full, so many random games are played from each leaf, and each leaf gets their mean. Games have numbers
//! ([`random_games`](super::random_games)), so it does not matter where they are played.

use std::sync::atomic::Ordering::Relaxed;

use super::random_games::{HEAD, Plan, Policy, ROW};
use super::scale::MOST_PLAYERS;
use super::uct::Detour;
use super::{Rates, Step, Worker};
use crate::game::Game;
use crate::search::{Halt, Job, Stop};

/// Plays the random games of a batch somewhere else.
pub trait LeafPlayer: Send + Sync {
    /// The table of games from each of these records; None if the search has to end before it is known.
    fn play(&self, plan: &Plan, stop: &Stop) -> Option<Vec<i64>>;
}

/// What is known of one leaf until its games are played.
struct Leaf {
    path: Vec<Step>,
    detours: Vec<Detour>,
    /// What each move of the path was credited with in advance.
    advances: Vec<f64>,
}

/// Leaves that wait for their random games.
pub struct Batch<S> {
    /// Where the last walk ended, if its games are to be played.
    pub(crate) leaf: Option<S>,
    leaves: Vec<Leaf>,
    plan: Plan,
}

impl<S> Batch<S> {
    /// Nothing waits yet; None if games are played at once.
    pub(crate) fn new<G: Game<State = S>>(game: &G, job: &Job) -> Option<Self> {
        let options = job.sampling.general;
        let forced = options.forced && game.facts().two_sided() && game.facts().has_forced;
        let plan = Plan {
            starts: Vec::new(),
            per: u64::from(options.leaf_games.max(1)),
            firsts: None,
            begin: 0,
            count: 0,
            seed: options.seed,
            cap: u64::from(options.cap),
            bins: 0,
            policy: if game.has_playout() {
                Policy::Playout
            } else if forced {
                Policy::Forced
            } else {
                Policy::Moves
            },
            details: false,
            threads: options.threads,
        };
        (options.batch > 0).then(|| Self { leaf: None, leaves: Vec::new(), plan })
    }
}

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// One batch of at most so many walks; `spent` counts those that are finished.
    pub(crate) fn work_together(&mut self, most: u64, spent: &mut u64) -> Result<(), Halt> {
        let mut end = Ok(());
        for _ in 0..most {
            if self.common.proof.load(Relaxed) != 0 || self.tree.is_full() {
                break;
            }
            match self.walk() {
                Ok(Some(rates)) => {
                    self.credit(rates);
                    self.back_up(&rates, true)?;
                    *spent += 1;
                }
                Ok(None) => self.wait(),
                Err(halt) => {
                    end = Err(halt);
                    break;
                }
            }
        }
        let Some(mut batch) = self.batch.take() else { return end };
        if end.is_ok() && self.common.proof.load(Relaxed) == 0 && !batch.leaves.is_empty() {
            end = self.play_batch(&mut batch, spent);
        }
        for leaf in batch.leaves.drain(..) {
            self.settle_advances(&leaf);
            self.take_back(&leaf.path, &leaf.detours);
        }
        batch.plan.starts.clear();
        self.batch = Some(batch);
        end
    }

    /// Puts the leaf of the last walk into the batch.
    fn wait(&mut self) {
        let advances = self.path.iter().map(|step| self.advance(step.edge)).collect();
        let leaf = Leaf { path: self.path.clone(), detours: self.detours.clone(), advances };
        if let Some(batch) = &mut self.batch
            && let Some(s) = batch.leaf.take()
        {
            batch.plan.starts.extend(self.game.write(&s));
            batch.leaves.push(leaf);
        }
    }

    /// Credits a move with its mean until the games of a walk are played; a new move with nothing, as after a lost game.
    fn advance(&self, edge: u32) -> f64 {
        let visits = self.tree.visits(edge);
        if visits < 2 {
            return 0.0;
        }
        let advance = self.tree.total(edge) / f64::from(visits - 1);
        self.tree.credit::<SHARED>(edge, advance);
        advance
    }

    /// Takes back what the moves of a path were credited with in advance.
    fn settle_advances(&self, leaf: &Leaf) {
        for (step, advance) in leaf.path.iter().zip(&leaf.advances) {
            self.tree.credit::<SHARED>(step.edge, -advance);
        }
    }

    /// Plays the games of all leaves and adds their means to the tree.
    fn play_batch(&mut self, batch: &mut Batch<G::State>, spent: &mut u64) -> Result<(), Halt> {
        self.control.look_up()?;
        let plan = &mut batch.plan;
        plan.count = batch.leaves.len() as u64 * plan.per;
        let table = match &self.player {
            Some(player) => player.play(plan, &self.control.stop).ok_or(Halt::Stopped)?,
            None => plan.play(self.game, &self.control.stop)?.table,
        };
        plan.begin = plan.begin.wrapping_add(plan.count);
        let players = self.rollout.scale.facts.players;
        let even = 0.0_f64.clamp(self.rollout.scale.facts.low, self.rollout.scale.facts.high);
        let rows = table[HEAD + players..].chunks_exact(ROW + 3 * players);
        self.throws.clear();
        for (row, leaf) in rows.zip(batch.leaves.drain(..)) {
            let (plies, given_up) = (row[2], row[3]);
            self.control.nodes += plies as u64;
            self.rollout.capped += given_up as u64;
            let mut means = [0.0; MOST_PLAYERS];
            for (mean, &value) in means.iter_mut().zip(&row[ROW + 2 * players..]) {
                *mean = (f64::from_bits(value as u64) + given_up as f64 * even) / batch.plan.per as f64;
            }
            self.settle_advances(&leaf);
            self.path = leaf.path;
            self.detours = leaf.detours;
            let rates: Rates = self.rollout.scale.rates(means);
            self.credit(rates);
            self.back_up(&rates, false)?;
            *spent += 1;
        }
        Ok(())
    }
}
