//! Random games of many leaves together: on a GPU, or on all cores.
//!
//! A walk that ends at a leaf does not play its game: it waits. Its visits already count, with the mean of each move, so that the next walks look
//! elsewhere and no move seems worse than it is. When the batch is full, so many random games are played from each leaf, and each leaf gets their mean. Games have numbers
//! ([`random_games`](super::random_games)), so it does not matter where they are played.
//!
//! A batch is collected in parts. While the games of some parts are played, the next part is collected; so a walk does not know the games of at
//! most a batch of others.

use std::collections::VecDeque;
use std::mem::take;
use std::sync::atomic::Ordering::Relaxed;

use super::random_games::{HEAD, Plan, Policy, ROW};
use super::scale::MOST_PLAYERS;
use super::uct::Detour;
use super::wide::{Opened, sum_of};
use super::{Rates, Step, Worker};
use crate::game::Game;
use crate::search::{Halt, Job, Stop};

/// A batch takes one walk for so many visits of the root, and at least so few.
const SHARE: u32 = 4;
const FEWEST: u32 = 256;
/// Parts of a batch; one is collected while the games of the others are played.
const PARTS: u32 = 4;

/// Plays the random games of batches somewhere else.
pub trait LeafPlayer: Send + Sync {
    /// Begins to play while the search goes on: a number for these games, or None if that is not possible.
    fn begin(&self, plan: &Plan) -> Option<usize>;

    /// The table of games that were begun; None if the search has to end before it is known.
    fn table(&self, number: usize, plan: &Plan, stop: &Stop) -> Option<Vec<i64>>;

    /// Drops the games of this number: the search does not need their table.
    fn forget(&self, number: usize);

    /// Plays while the search waits: the table; None if the search has to end before it is known.
    fn play(&self, plan: &Plan, stop: &Stop) -> Option<Vec<i64>>;
}

/// What is known of one leaf until its games are played.
struct Leaf {
    path: Vec<Step>,
    detours: Vec<Detour>,
    opened: Option<Opened>,
    /// What each move of the path was credited with in advance.
    advances: Vec<f64>,
}

impl Leaf {
    /// How many playouts it counts as.
    fn weight(&self) -> u32 {
        self.opened.as_ref().map_or(1, Opened::weight)
    }

    /// The moves that the walk tried.
    fn tried(&self) -> impl Iterator<Item = &Step> {
        self.path.iter().chain(self.detours.iter().map(|detour| &detour.step))
    }
}

/// Leaves that wait for their random games.
pub struct Batch {
    /// The records where the games of the last walk begin, if they are to be played, and their number.
    pub(crate) starts: Vec<u8>,
    pub(crate) count: u64,
    /// The leaf of the last walk, if its moves are tried.
    pub(crate) opened: Option<Opened>,
    /// Those of the part that is collected, whose games begin where the plan says.
    leaves: Vec<Leaf>,
    plan: Plan,
    parts: u32,
    /// The other parts, the oldest first.
    sent: VecDeque<Part>,
}

/// Leaves whose games are played while others are collected.
struct Part {
    leaves: Vec<Leaf>,
    plan: Plan,
    /// The number of its games if the player has begun them; otherwise they are played when their results are needed.
    begun: Option<usize>,
}

impl Batch {
    /// Nothing waits yet; None if games are played at once.
    pub(crate) fn new<G: Game>(game: &G, job: &Job) -> Option<Self> {
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
        let parts = PARTS.min(options.batch);
        let (starts, leaves, sent) = (Vec::new(), Vec::new(), VecDeque::new());
        (options.batch > 0).then_some(Self { starts, count: 0, opened: None, leaves, plan, parts, sent })
    }

    /// How many playouts wait for games that were sent.
    pub(crate) fn under_way(&self) -> u64 {
        self.sent.iter().flat_map(|part| &part.leaves).map(|leaf| u64::from(leaf.weight())).sum()
    }
}

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// How many playouts the next part takes. They do not know of each other's games, so a small tree takes few at a time.
    pub(crate) fn part_size(&self, batch: &Batch) -> u64 {
        let visits = self.tree.passes(self.tree.root());
        u64::from(self.options.batch.min((visits / SHARE).max(FEWEST)) / batch.parts)
    }

    /// Collects and sends a part of so many playouts, then finishes the oldest if it is its turn; `spent` counts what is finished.
    pub(crate) fn work_together(&mut self, playouts: u64, spent: &mut u64) -> Result<(), Halt> {
        let mut end = self.collect(playouts, spent);
        let Some(mut batch) = self.batch.take() else { return end };
        let goes_on = end.is_ok() && self.common.proof.load(Relaxed) == 0;
        if goes_on {
            let is_new = !batch.leaves.is_empty();
            self.send(&mut batch);
            if batch.sent.len() == batch.parts as usize || !is_new {
                end = self.finish_part(&mut batch, spent);
            }
        }
        if !goes_on || end.is_err() {
            self.drop_walks(&mut batch);
        }
        self.batch = Some(batch);
        end
    }

    /// Finishes all that was sent, so that no walk is under way.
    pub(crate) fn flush(&mut self, spent: &mut u64) -> Result<(), Halt> {
        let Some(mut batch) = self.batch.take() else { return Ok(()) };
        let mut end = Ok(());
        while end.is_ok() && !batch.sent.is_empty() {
            end = self.finish_part(&mut batch, spent);
        }
        self.drop_walks(&mut batch);
        self.batch = Some(batch);
        end
    }

    /// Walks to leaves, as long as the root is not proven and there is room.
    fn collect(&mut self, playouts: u64, spent: &mut u64) -> Result<(), Halt> {
        let mut done = 0;
        while done < playouts && self.common.proof.load(Relaxed) == 0 && !self.tree.is_full() {
            if let Some(batch) = &mut self.batch {
                batch.starts.clear();
                (batch.count, batch.opened) = (0, None);
            }
            match self.walk()? {
                Some(rates) => {
                    self.rollout.scale.saw(&rates);
                    self.credit(rates, 1);
                    self.back_up(&rates, true)?;
                    *spent += 1;
                    done += 1;
                }
                None => done += self.wait(),
            }
        }
        Ok(())
    }

    /// Puts the last walk into the batch, where it counts from now on; as how many playouts.
    fn wait(&mut self) -> u64 {
        let Some(batch) = &mut self.batch else { return 0 };
        let opened = batch.opened.take();
        batch.plan.starts.extend_from_slice(&batch.starts);
        batch.plan.count += batch.count * batch.plan.per;
        let mut leaf = Leaf { path: self.path.clone(), detours: self.detours.clone(), opened, advances: Vec::new() };
        let weight = leaf.weight();
        if weight > 1 {
            for step in leaf.tried() {
                self.tree.visit_again::<SHARED>(step.node, step.edge, weight - 1);
            }
        }
        leaf.advances.extend(leaf.path.iter().map(|step| self.advance(step.edge, weight)));
        if let Some(batch) = &mut self.batch {
            batch.leaves.push(leaf);
        }
        u64::from(weight)
    }

    /// Has the games of a walk begin in a position, when its part is sent.
    pub(crate) fn wait_at(&mut self, s: &G::State) {
        if let Some(batch) = &mut self.batch {
            let end = batch.starts.len();
            batch.starts.resize(end + self.game.facts().size, 0);
            self.game.write_into(s, &mut batch.starts[end..]);
            batch.count += 1;
        }
    }

    /// Credits a move with its mean until the games of a walk are played; a new move with nothing, as after a lost game.
    fn advance(&self, edge: u32, weight: u32) -> f64 {
        let visits = self.tree.visits(edge);
        if visits <= weight {
            return 0.0;
        }
        let advance = self.tree.total(edge) / f64::from(visits - weight) * f64::from(weight);
        self.tree.credit::<SHARED>(edge, advance);
        advance
    }

    /// Takes back what the moves of a path were credited with in advance.
    fn take_back_advances(&self, leaf: &Leaf) {
        for (step, advance) in leaf.path.iter().zip(&leaf.advances) {
            self.tree.credit::<SHARED>(step.edge, -advance);
        }
    }

    /// Takes back all walks that are not finished.
    fn drop_walks(&self, batch: &mut Batch) {
        for part in batch.sent.drain(..) {
            if let (Some(number), Some(player)) = (part.begun, &self.player) {
                player.forget(number);
            }
            part.leaves.iter().for_each(|leaf| self.take_back_leaf(leaf));
        }
        batch.leaves.drain(..).for_each(|leaf| self.take_back_leaf(&leaf));
        batch.plan.starts.clear();
        batch.plan.count = 0;
    }

    fn take_back_leaf(&self, leaf: &Leaf) {
        self.take_back_advances(leaf);
        for step in leaf.tried() {
            self.tree.take_back(step.node, step.edge, leaf.weight());
        }
        for &child in leaf.opened.iter().flat_map(|opened| &opened.edges) {
            self.tree.take_back_move(child);
        }
    }

    /// Has the games of the leaves played that were collected.
    fn send(&self, batch: &mut Batch) {
        if batch.leaves.is_empty() {
            return;
        }
        let (starts, count) = (take(&mut batch.plan.starts), take(&mut batch.plan.count));
        let plan = Plan { starts, count, ..batch.plan.clone() };
        batch.plan.begin = batch.plan.begin.wrapping_add(count);
        let begun = self.player.as_ref().and_then(|player| player.begin(&plan));
        batch.sent.push_back(Part { leaves: take(&mut batch.leaves), plan, begun });
    }

    /// Adds the means of the games of the oldest part to the tree.
    fn finish_part(&mut self, batch: &mut Batch, spent: &mut u64) -> Result<(), Halt> {
        let Some(part) = batch.sent.front_mut() else { return Ok(()) };
        self.control.look_up()?;
        let table = self.played(part)?;
        self.control.look_up()?;
        let finished = batch.sent.pop_front().map(|part| part.leaves).unwrap_or_default();
        let players = self.rollout.scale.facts.players;
        let mut rows = table.get(HEAD + players..).unwrap_or_default().chunks_exact(ROW + 3 * players);
        self.throws.clear();
        for mut leaf in finished {
            self.take_back_advances(&leaf);
            let weight = leaf.weight();
            (self.path, self.detours) = (take(&mut leaf.path), take(&mut leaf.detours));
            let rates = match leaf.opened {
                None => {
                    let rates = self.mean(rows.next(), batch.plan.per);
                    self.rollout.scale.saw(&rates);
                    rates
                }
                Some(Opened { player, edges, mut ends }) => {
                    for edge in edges {
                        let rates = self.mean(rows.next(), batch.plan.per);
                        self.tree.credit::<SHARED>(edge, rates[player as usize]);
                        ends.push(rates);
                    }
                    ends.iter().for_each(|rates| self.rollout.scale.saw(rates));
                    sum_of(&ends)
                }
            };
            self.credit(rates, weight);
            self.back_up(&rates, false)?;
            *spent += u64::from(weight);
        }
        Ok(())
    }

    /// The rates of the games from one position, from their row of the table.
    fn mean(&mut self, row: Option<&[i64]>, per: u64) -> Rates {
        let players = self.rollout.scale.facts.players;
        let even = 0.0_f64.clamp(self.rollout.scale.facts.low, self.rollout.scale.facts.high);
        let mut means = [0.0; MOST_PLAYERS];
        if let Some(row) = row {
            let (plies, given_up) = (row[2], row[3]);
            self.control.nodes += plies as u64;
            self.rollout.capped += given_up as u64;
            for (mean, &value) in means.iter_mut().zip(&row[ROW + 2 * players..]) {
                *mean = (f64::from_bits(value as u64) + given_up as f64 * even) / per as f64;
            }
        }
        self.rollout.scale.rates(means)
    }

    /// The table of the games of a part, played somewhere else or here.
    fn played(&self, part: &mut Part) -> Result<Vec<i64>, Halt> {
        let table = match (&self.player, part.begun.take()) {
            (Some(player), Some(number)) => player.table(number, &part.plan, &self.control.stop),
            (Some(player), None) => player.play(&part.plan, &self.control.stop),
            (None, _) => Some(part.plan.play(self.game, &self.control.stop)?.table),
        };
        table.ok_or(Halt::Stopped)
    }
}
