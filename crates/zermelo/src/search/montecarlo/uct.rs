//! UCT: a tree that grows where the better moves seem to be (Kocsis and Szepesvári 2006).

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::batches::{Batch, LeafPlayer};
use super::options::General;
use super::pending::Pending;
use super::rollout::Rollout;
use super::selection::{ROOTS, Roots};
use super::staying::Stay;
use super::threads::Common;
use super::tree::{Block, MAX_PATH, NOWHERE, Row};
use super::{Rates, UctTree, threads};
use crate::game::{CHANCE, Fault, Game, Move, Outcome, Player, hash_record};
use crate::search::{Control, Halt, Job, Task};

/// The code of the fault when `chances` do not depend on the state alone.
const CHANGED: i32 = -21;

/// A move on the way down, and whose rate it counts: its player's, or at chance the last player's.
#[derive(Clone, Copy)]
pub struct Step {
    pub(crate) node: u32,
    pub(crate) edge: u32,
    pub(crate) view: Player,
}

/// A place where the path met a proven move and continued with another one. The part of the path before it counts the proven
/// value.
#[derive(Clone, Copy)]
pub struct Detour {
    place: usize,
    pub(crate) step: Step,
    proof: u32,
}

/// One thread's work on the tree.
pub struct Worker<'a, G: Game, const SHARED: bool> {
    pub(crate) game: &'a G,
    pub(crate) root: &'a G::State,
    pub(crate) tree: &'a UctTree,
    pub(crate) common: &'a Common,
    pub(crate) options: General,
    pub(crate) playouts: u64,
    /// Moves of the tree to report.
    pub(crate) reported: usize,
    pub(crate) control: Control,
    pub(crate) rollout: Rollout,
    pub(crate) proofs: Vec<Rates>,
    pub(crate) roots: &'static Roots,
    pub(crate) path: Vec<Step>,
    pub(crate) detours: Vec<Detour>,
    /// The positions at chance nodes of the path, which proofs may need.
    pub(crate) throws: Vec<(usize, G::State)>,
    /// The moves of players on the path.
    made: Vec<(Player, Move)>,
    pub(crate) moves: Vec<Move>,
    pub(crate) chances: Vec<(Move, f64)>,
    pub(crate) totals: Vec<f64>,
    pub(crate) pending: Pending,
    /// Visits from which counts are kept back.
    pub(crate) busy_from: u32,
    block: Block,
    pub(crate) stay: Option<Stay<G::State>>,
    /// Leaves that wait for their random games; None if these are played at once.
    pub(crate) batch: Option<Batch>,
    /// Who plays their games; None for this machine's cores.
    pub(crate) player: Option<Arc<dyn LeafPlayer>>,
}

/// Searches by the limits of the job and emits reports; the last one is the answer.
pub fn run<G: Game, T>(task: Task<'_, G, T>) -> Result<(), Halt> {
    let job = task.job;
    let tree = match &job.kept {
        Some(kept) => kept.clone(),
        None => Arc::new(UctTree::new(job.memory, &job.sampling).ok_or(Halt::NoMemory)?),
    };
    let common = Common::default();
    if job.sampling.general.threads > 1 && job.sampling.general.batch == 0 {
        return threads::run_together(task, &tree, &common);
    }
    let Task { game, root, control, emit, .. } = task;
    let mut worker = Worker::<G, false>::new(game, root, job, control, &tree, &common, job.sampling.general.seed);
    worker.replant(job)?;
    worker.work(Some(emit))?;
    worker.report(emit);
    Ok(())
}

impl<'a, G: Game, const SHARED: bool> Worker<'a, G, SHARED> {
    pub(crate) fn new(
        game: &'a G,
        root: &'a G::State,
        job: &Job,
        control: Control,
        tree: &'a UctTree,
        common: &'a Common,
        seed: u64,
    ) -> Self {
        Self {
            game,
            root,
            tree,
            common,
            options: job.sampling.general,
            playouts: job.playouts.unwrap_or(u64::MAX >> 1),
            reported: job.tree,
            control,
            rollout: Rollout::new(game, &job.sampling, seed),
            proofs: Vec::new(),
            roots: &ROOTS,
            path: Vec::new(),
            detours: Vec::new(),
            throws: Vec::new(),
            made: Vec::new(),
            moves: Vec::new(),
            chances: Vec::new(),
            totals: Vec::new(),
            pending: Pending::default(),
            busy_from: u32::MAX,
            block: Block::default(),
            stay: None,
            batch: Batch::new(game, job),
            player: job.player.clone(),
        }
    }

    /// Sets the root: the node that an earlier search has for this position, or a new one.
    pub(crate) fn replant(&mut self, job: &Job) -> Result<(), Halt> {
        let mut known = job.since.as_ref().map_or(NOWHERE, |moves| self.follow(moves));
        if known != NOWHERE && self.rollout.forced {
            self.moves.clear();
            self.game.moves(self.root, &mut self.moves)?;
            known = self.tree.complete(known, &self.moves).unwrap_or(NOWHERE);
        }
        if known == NOWHERE {
            self.tree.clear_all();
            let node = self.expand(self.root, false)?.ok_or(Halt::TooLittle)?;
            self.tree.set_root(node);
        } else {
            self.tree.set_root(known);
            if self.options.solver {
                self.settle_root();
            }
        }
        Ok(())
    }

    /// The node that moves lead to from the old root, as far as the tree goes.
    fn follow(&self, moves: &[Move]) -> u32 {
        moves.iter().fold(self.tree.root(), |node, &choice| {
            if node == NOWHERE {
                return NOWHERE;
            }
            self.tree.edges(node).find(|&edge| self.tree.choice(edge) == choice).map_or(NOWHERE, |edge| self.tree.node(edge))
        })
    }

    /// One walk down, one random game, and the way back.
    pub(crate) fn iterate(&mut self) -> Result<(), Halt> {
        match self.walk()? {
            Some(rates) => {
                self.rollout.scale.saw(&rates);
                self.credit(rates, 1);
                self.back_up(&rates, true)
            }
            None => Ok(()),
        }
    }

    /// One walk down, with its rates; None if it ended at a leaf that waits for its random games.
    pub(crate) fn walk(&mut self) -> Result<Option<Rates>, Halt> {
        self.detours.clear();
        self.throws.clear();
        self.rollout.played.clear();
        let end = self.descend();
        if end.is_err() {
            self.take_back(&self.path, &self.detours);
        }
        end
    }

    /// Takes back the visits of a walk that was not finished.
    pub(crate) fn take_back(&self, path: &[Step], detours: &[Detour]) {
        for step in path.iter().chain(detours.iter().map(|detour| &detour.step)) {
            self.tree.take_back(step.node, step.edge, 1);
        }
    }

    /// The rates of a random game from a leaf; None if it waits for others.
    fn play_out(&mut self, mut s: G::State) -> Result<Option<Rates>, Halt> {
        if self.batch.is_some() {
            self.wait_at(&s);
            return Ok(None);
        }
        self.rollout.play(self.game, &mut s, &mut self.control).map(Some)
    }

    /// Walks down to a move that is new, finished or proven; its rates for all players, None if they are not known yet.
    fn descend(&mut self) -> Result<Option<Rates>, Halt> {
        let tree = self.tree;
        let (mut node, mut s, mut view) = self.set_out();
        loop {
            self.stay_at(node, &s, view);
            let row = tree.row(node);
            tree.expect(row.last_child());
            let passes = self.pass(row, node);
            let player = row.player();
            let mut place = if player == CHANCE {
                self.drawn(&s, row)?
            } else {
                view = player;
                self.choose::<false>(row, node, player, passes)
            };
            let proof = tree.proof(node + 1 + place as u32);
            if proof != 0
                && self.options.solver
                && let Some(other) = self.unproven(row, node, player, passes)
            {
                self.visit(row, node, place);
                self.pass(row, node);
                let step = Step { node, edge: node + 1 + place as u32, view };
                self.detours.push(Detour { place: self.path.len(), step, proof });
                place = other;
            }
            let (visits, choice, mut child, number) = self.visit(row, node, place);
            tree.expect(child);
            let edge = node + 1 + place as u32;
            self.path.push(Step { node, edge, view });
            self.control.enter(0)?;
            if number != 0 {
                let utilities = self.proof(number);
                return Ok(Some(self.rollout.scale.rates(utilities)));
            }
            self.game.play(&mut s, choice).map_err(|fault| self.blame(fault))?;
            if child == NOWHERE {
                let outcome = self.game.outcome(&s)?;
                if outcome != Outcome::Ongoing {
                    let utilities = self.rollout.scale.utilities(self.game, &s, outcome)?;
                    tree.set_proof(edge, tree.proofs.number_of(&utilities, &self.proofs));
                    let rates = self.rollout.scale.rates(utilities);
                    for technique in &mut self.rollout.techniques {
                        technique.expand(tree, edge, &mut || Ok(rates[view as usize]))?;
                    }
                    return Ok(Some(rates));
                }
                if visits == 1 {
                    let scale = &mut self.rollout.scale;
                    for technique in &mut self.rollout.techniques {
                        technique.expand(tree, edge, &mut || Ok(scale.guess(self.game, &s)?[view as usize]))?;
                    }
                }
                if visits == 1 && self.options.wide && self.batch.is_some() && self.path.len() < MAX_PATH {
                    return self.open(&s, edge);
                }
                if visits == 1 || self.path.len() >= MAX_PATH || !tree.reserve::<SHARED>(edge) {
                    return self.play_out(s);
                }
                let Some(new) = self.expand(&s, self.rollout.forced).inspect_err(|_| tree.set_node(edge, NOWHERE))? else {
                    tree.set_node(edge, NOWHERE);
                    return self.play_out(s);
                };
                tree.set_node(edge, new);
                child = new;
            }
            if self.options.transpositions && self.path.iter().any(|step| step.node == child) {
                return self.play_out(s); // a circle
            }
            node = child;
        }
    }

    fn drawn(&mut self, s: &G::State, row: Row<'_>) -> Result<usize, Halt> {
        if self.options.solver {
            self.throws.push((self.path.len(), self.game.copy(s)));
        }
        let outcome = self.rollout.throw(self.game, s)?;
        row.place(outcome).ok_or_else(|| self.changed(s, outcome))
    }

    /// The fault of `chances` that yield another outcome than they did before in the same position.
    #[cold]
    pub(crate) fn changed(&self, s: &G::State, outcome: Move) -> Halt {
        Halt::Rule(Fault::new("chances", self.game.write(s), outcome, CHANGED))
    }

    /// The node of a position, which another line of moves may have reached before; None if memory is full.
    pub(crate) fn expand(&mut self, s: &G::State, forced: bool) -> Result<Option<u32>, Halt> {
        let key = self.options.transpositions.then(|| hash_record(&self.game.write(s)));
        let known = key.and_then(|key| self.tree.positions()?.get(&key).copied());
        if known.is_some() {
            return Ok(known);
        }
        let player = self.game.to_move(s)?;
        self.moves.clear();
        if player == CHANCE {
            self.chances.clear();
            self.game.chances(s, &mut self.chances)?;
            self.moves.extend(self.chances.iter().map(|&(outcome, _)| outcome));
        } else if forced {
            self.game.forced(s, &mut self.moves)?;
        } else {
            self.game.moves(s, &mut self.moves)?;
        }
        let start = self.rollout.random.below(self.moves.len());
        let node = self.tree.grow::<SHARED>(&mut self.block, player, self.moves.iter().copied(), start);
        if let (Some(key), Some(node), Some(mut positions)) = (key, node, self.tree.positions()) {
            positions.insert(key, node);
        }
        Ok(node)
    }

    // The way back

    /// Adds the result to every move on the path; before a detour, the proven value there. It may be that of several playouts.
    pub(crate) fn credit(&mut self, mut rates: Rates, playouts: u32) {
        let mut end = self.path.len();
        for index in (0..self.detours.len()).rev() {
            let Detour { place, step, proof } = self.detours[index];
            self.credit_steps(place, end, &rates);
            let utilities = self.proof(proof);
            rates = self.rollout.scale.rates(utilities);
            rates.iter_mut().for_each(|rate| *rate *= f64::from(playouts));
            end = place;
            self.credit_step(step, &rates);
        }
        self.credit_steps(0, end, &rates);
        let first = if end > 0 { self.path[0] } else { self.detours[0].step };
        self.count(first, &rates, playouts);
    }

    fn credit_steps(&mut self, begin: usize, end: usize, rates: &Rates) {
        for index in begin..end {
            self.credit_step(self.path[index], rates);
        }
    }

    /// Proves what follows from the end of the walk, if it may be proven, and lets techniques learn.
    pub(crate) fn back_up(&mut self, rates: &Rates, proves: bool) -> Result<(), Halt> {
        let last = self.path[self.path.len() - 1];
        if proves && self.options.solver && self.tree.proof(last.edge) != 0 {
            self.settle()?;
        }
        if self.rollout.techniques.is_empty() {
            return Ok(());
        }
        let tree = self.tree;
        let moves = self.path.iter().map(|step| (tree.player(step.node), tree.choice(step.edge)));
        self.made.clear();
        self.made.extend(moves.filter(|&(player, _)| player != CHANCE));
        for technique in &mut self.rollout.techniques {
            technique.back_up(tree, &self.path, &self.rollout.played, rates, SHARED);
            technique.learn(&self.made, rates);
            technique.learn(&self.rollout.played, rates);
        }
        Ok(())
    }

    /// Adds the rates of all players to the move at the root.
    fn count(&mut self, first: Step, rates: &Rates, playouts: u32) {
        let width = self.rollout.scale.facts.players + 1;
        let at = (first.edge - first.node - 1) as usize * width;
        if self.totals.len() < at + width {
            self.totals.resize(at + width, 0.0);
        }
        for (total, rate) in self.totals[at..at + width - 1].iter_mut().zip(rates) {
            *total += rate;
        }
        self.totals[at + width - 1] += f64::from(playouts);
        let depth = self.path.len() as u32;
        if depth > self.common.deepest.load(Relaxed) {
            self.common.deepest.fetch_max(depth, Relaxed);
        }
    }

    #[inline]
    pub(crate) fn proof(&mut self, number: u32) -> Rates {
        if number as usize > self.proofs.len() {
            self.tree.proofs.tell(&mut self.proofs);
        }
        self.proofs[number as usize - 1]
    }

    /// A fault of `play` in the tree, blamed on the position before the move.
    #[cold]
    fn blame(&self, fault: Box<Fault>) -> Halt {
        let mut s = self.game.copy(self.root);
        for step in &self.path[..self.path.len() - 1] {
            if let Err(fault) = self.game.play(&mut s, self.tree.choice(step.edge)) {
                return Halt::Rule(fault);
            }
        }
        Halt::Rule(self.game.blame(fault, &s))
    }
}
