//! Random games of many leaves together: on a GPU, or on all cores.
//!
//! A walk that ends at a leaf does not play its game: it waits. Its visits already count, with the mean of each move, so that the next walks look
//! elsewhere and no move seems worse than it is. When the batch is full, so many random games are played from each leaf, and each leaf gets their mean. Games have numbers
//! ([`random_games`](super::random_games)), so it does not matter where they are played. While the games of one batch are played, the next one is
//! collected; so a walk does not know the games of two batches.

use std::mem::{replace, take};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

use super::random_games::{HEAD, Plan, Policy, ROW};
use super::scale::MOST_PLAYERS;
use super::uct::Detour;
use super::{Rates, Step, Worker};
use crate::game::Game;
use crate::search::{Halt, Job, Stop};

/// A batch takes one walk for so many visits of the root, and at least so few.
const SHARE: u32 = 4;
const FEWEST: u32 = 256;

/// Plays the random games of a batch somewhere else.
pub trait LeafPlayer: Send + Sync {
    /// Whether it plays in a thread of its own, while the search goes on.
    fn plays_beside(&self) -> bool;

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
    /// Those whose games are played while the next ones are collected.
    sent: Vec<Leaf>,
    games: Games,
    helper: Option<Helper>,
}

/// Games that were sent.
enum Games {
    None,
    /// They are played when their results are wanted.
    Here(Plan),
    /// By the helper.
    Elsewhere,
}

/// A thread that has games played while the search goes on; it ends with the batch.
struct Helper {
    plans: Sender<Plan>,
    tables: Receiver<Option<Vec<i64>>>,
}

impl Helper {
    /// None if there is no thread to be had.
    fn start(player: Arc<dyn LeafPlayer>, stop: Stop) -> Option<Self> {
        let (plans, wanted) = channel::<Plan>();
        let (given, tables) = channel();
        let work = move || while wanted.recv().is_ok_and(|plan| given.send(player.play(&plan, &stop)).is_ok()) {};
        Builder::new().name("zermelo-leaves".into()).spawn(work).ok()?;
        Some(Self { plans, tables })
    }
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
        let empty = Self { leaf: None, leaves: Vec::new(), plan, sent: Vec::new(), games: Games::None, helper: None };
        (options.batch > 0).then_some(empty)
    }

    /// How many walks wait for games that were sent.
    pub(crate) fn under_way(&self) -> u64 {
        self.sent.len() as u64
    }
}

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// How many walks the next batch takes. They do not know of each other's games, so a small tree takes few at a time.
    pub(crate) fn batch_size(&self) -> u64 {
        let visits = self.tree.passes(self.tree.root());
        u64::from(self.options.batch.min((visits / SHARE).max(FEWEST)))
    }

    /// Collects a batch of so many walks, finishes the one before and sends it; `spent` counts walks that are finished.
    pub(crate) fn work_together(&mut self, walks: u64, spent: &mut u64) -> Result<(), Halt> {
        let mut end = self.collect(walks, spent);
        let Some(mut batch) = self.batch.take() else { return end };
        let goes_on = end.is_ok() && self.common.proof.load(Relaxed) == 0;
        if goes_on {
            end = self.finish_batch(&mut batch, true, spent);
        }
        if !goes_on || end.is_err() {
            self.drop_walks(&mut batch);
        }
        self.batch = Some(batch);
        end
    }

    /// Finishes what was sent, so that no walk is under way.
    pub(crate) fn flush(&mut self, spent: &mut u64) -> Result<(), Halt> {
        let Some(mut batch) = self.batch.take() else { return Ok(()) };
        let end = self.finish_batch(&mut batch, false, spent);
        self.drop_walks(&mut batch);
        self.batch = Some(batch);
        end
    }

    /// Walks to leaves, as long as the root is not proven and there is room.
    fn collect(&mut self, walks: u64, spent: &mut u64) -> Result<(), Halt> {
        for _ in 0..walks {
            if self.common.proof.load(Relaxed) != 0 || self.tree.is_full() {
                break;
            }
            match self.walk()? {
                Some(rates) => {
                    self.credit(rates);
                    self.back_up(&rates, true)?;
                    *spent += 1;
                }
                None => self.wait(),
            }
        }
        Ok(())
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

    /// Takes back all walks that are not finished.
    fn drop_walks(&self, batch: &mut Batch<G::State>) {
        if let (Games::Elsewhere, Some(helper)) = (replace(&mut batch.games, Games::None), &batch.helper) {
            let _ = helper.tables.recv();
        }
        for leaf in batch.sent.drain(..).chain(batch.leaves.drain(..)) {
            self.settle_advances(&leaf);
            self.take_back(&leaf.path, &leaf.detours);
        }
        batch.plan.starts.clear();
    }

    /// Has the games of all leaves played.
    fn send(&self, batch: &mut Batch<G::State>) -> Games {
        let count = batch.leaves.len() as u64 * batch.plan.per;
        if count == 0 {
            return Games::None;
        }
        let mut plan = batch.plan.clone();
        plan.starts = take(&mut batch.plan.starts);
        plan.count = count;
        batch.plan.begin = batch.plan.begin.wrapping_add(count);
        if let Some(player) = self.player.as_ref().filter(|player| player.plays_beside()) {
            batch.helper = batch.helper.take().or_else(|| Helper::start(player.clone(), self.control.stop.clone()));
            if let Some(helper) = &batch.helper
                && helper.plans.send(plan.clone()).is_ok()
            {
                return Games::Elsewhere;
            }
        }
        Games::Here(plan)
    }

    /// Adds the means of the games that were sent to the tree; before that, `sends` the leaves that were collected since.
    fn finish_batch(&mut self, batch: &mut Batch<G::State>, sends: bool, spent: &mut u64) -> Result<(), Halt> {
        let table = match replace(&mut batch.games, Games::None) {
            Games::None => Vec::new(),
            Games::Here(plan) => {
                self.control.look_up()?;
                self.played(&plan)?
            }
            Games::Elsewhere => {
                let table = batch.helper.as_ref().and_then(|helper| helper.tables.recv().ok().flatten());
                self.control.look_up()?;
                table.ok_or(Halt::Stopped)?
            }
        };
        let finished = take(&mut batch.sent);
        if sends {
            batch.games = self.send(batch);
            batch.sent = take(&mut batch.leaves);
        }
        let players = self.rollout.scale.facts.players;
        let even = 0.0_f64.clamp(self.rollout.scale.facts.low, self.rollout.scale.facts.high);
        let rows = table.get(HEAD + players..).unwrap_or_default().chunks_exact(ROW + 3 * players);
        self.throws.clear();
        for (row, leaf) in rows.zip(finished) {
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

    /// The table of games, played somewhere else or here.
    fn played(&self, plan: &Plan) -> Result<Vec<i64>, Halt> {
        match &self.player {
            Some(player) => player.play(plan, &self.control.stop).ok_or(Halt::Stopped),
            None => Ok(plan.play(self.game, &self.control.stop)?.table),
        }
    }
}
