//! UCT: a tree that grows where the better moves seem to be. See `search/uct.py`.
//!
//! Several threads grow one tree: a try counts as a visit on its way down already, so that another thread takes a loss for granted
//! until it is over and looks elsewhere ("virtual loss").

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};
use std::thread;

use super::control::{Control, Found, Halt, Job, Report, Sampled, Trial};
use super::growth::{Growth, NOWHERE, Row};
use super::rates::Rates;
use super::rollout::Rollout;
use super::sampling::Sampling;
use super::{implicit, rave, solver};
use crate::game::{CHANCE, Game, Move, Outcome, Player, hash_record, mix};

/// Playouts before the first report; the next ones follow at twice as many each.
const FIRST_REPORT: u64 = 1 << 10;
/// Where positions are shared, a line of moves may run in a circle; it is left here.
const MAX_PATH: usize = 4096;
/// Visits are counted in 32 bits, and a playout may count twice.
const MOST_PLAYOUTS: u64 = (u32::MAX / 2) as u64;
/// Playouts that a thread does before it lets others tidy up.
const BATCH: usize = 64;
const STACK: usize = 64 << 20;

/// What the threads of one search have in common besides the tree.
#[derive(Default)]
struct Common {
    begun: AtomicU64,
    done: AtomicU64,
    capped: AtomicU64,
    deepest: AtomicU32,
    /// The number of the root's proof.
    proof: AtomicU32,
    /// Held by those who grow the tree; who tidies it up holds it alone.
    growing: RwLock<()>,
    /// Rates of everybody, by the move at the root, and their number.
    totals: Mutex<Vec<f64>>,
    trouble: Mutex<Option<Halt>>,
}

/// A move on the way down, and whose rate it counts: its player's, or at chance the last player's.
#[derive(Clone, Copy)]
struct Step {
    node: u32,
    edge: u32,
    view: Player,
}

/// What the formula takes of small numbers, worked out once for all searches.
struct Roots {
    /// 1 / n and 1 / sqrt(n).
    parts: Vec<(f64, f64)>,
    /// sqrt(ln(n)).
    logarithms: Vec<f64>,
}

static ROOTS: LazyLock<Roots> = LazyLock::new(|| Roots {
    parts: (0..1 << 11).map(|number| (1.0 / f64::from(number), 1.0 / f64::from(number).sqrt())).collect(),
    logarithms: (0..1 << 16).map(|number| f64::from(number).ln().sqrt()).collect(),
});

impl Roots {
    #[inline]
    fn of(&self, number: u32) -> (f64, f64) {
        self.parts.get(number as usize).copied().unwrap_or_else(|| {
            let exact = f64::from(number);
            (1.0 / exact, 1.0 / exact.sqrt())
        })
    }

    #[inline]
    fn of_logarithm(&self, number: u32) -> f64 {
        self.logarithms.get(number as usize).copied().unwrap_or_else(|| f64::from(number).ln().sqrt())
    }
}

/// Where a walk down met a proven move, and went on with another: its place on the path, before which all is worth what is proven.
#[derive(Clone, Copy)]
struct Detour {
    place: usize,
    step: Step,
    proof: u32,
}

/// One thread's work on the tree.
struct Worker<'a, G: Game, const SHARED: bool> {
    game: &'a G,
    root: &'a G::State,
    growth: &'a Growth,
    common: &'a Common,
    sampling: Sampling,
    playouts: u64,
    /// Moves of the tree to report.
    tree: usize,
    control: Control,
    rollout: Rollout,
    proofs: Vec<Rates>,
    roots: &'static Roots,
    path: Vec<Step>,
    detours: Vec<Detour>,
    /// The positions at chance nodes of the path, which proofs may need.
    throws: Vec<(usize, G::State)>,
    played: rave::Played,
    nodes: Vec<u32>,
    moves: Vec<Move>,
    chances: Vec<(Move, f64)>,
    totals: Vec<f64>,
}

/// Searches by the job's limits and emits reports; the last one is the answer.
///
/// # Errors
/// When a rule fails, or there is not enough memory.
pub fn run<G: Game>(game: &G, root: &G::State, job: &Job, control: Control, emit: &mut dyn FnMut(Report)) -> Result<(), Halt> {
    let growth = match &job.kept {
        Some(kept) => kept.clone(),
        None => Arc::new(Growth::new(job.memory, &job.sampling).ok_or(Halt::NoMemory)?),
    };
    let common = Common::default();
    if job.threads > 1 {
        return run_together(game, root, job, control, &growth, &common, emit);
    }
    let mut worker = Worker::<G, false>::new(game, root, job, control, &growth, &common, job.sampling.seed);
    worker.replant(job)?;
    worker.work(Some(emit))?;
    worker.report(emit);
    Ok(())
}

fn run_together<G: Game>(
    game: &G,
    root: &G::State,
    job: &Job,
    control: Control,
    growth: &Growth,
    common: &Common,
    emit: &mut dyn FnMut(Report),
) -> Result<(), Halt> {
    let seed = job.sampling.seed;
    let helpers: Vec<Control> = (1..job.threads).map(|_| control.joining(job)).collect();
    let mut worker = Worker::<G, true>::new(game, root, job, control, growth, common, seed);
    worker.replant(job)?;
    let end = thread::scope(|scope| {
        for (number, control) in helpers.into_iter().enumerate() {
            let luck = mix(seed.wrapping_add(number as u64 + 1));
            let mut helper = Worker::<G, true>::new(game, root, job, control, growth, common, luck);
            let work = move || {
                let end = helper.work(None);
                helper.control.elsewhere.fetch_add(helper.control.nodes, Relaxed);
                if let Err(halt) = end {
                    common.begun.store(u64::MAX >> 1, Relaxed); // nobody begins another one
                    *common.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(halt);
                }
            };
            if thread::Builder::new().name("zermelo-helper".into()).stack_size(STACK).spawn_scoped(scope, work).is_err() {
                break; // fewer threads are slower, not wrong
            }
        }
        let end = worker.work(Some(emit));
        if end.is_err() {
            common.begun.store(u64::MAX >> 1, Relaxed); // nobody begins another one
        }
        end
    });
    end?;
    if let Some(halt) = common.trouble.lock().unwrap_or_else(PoisonError::into_inner).take() {
        return Err(halt);
    }
    worker.report(emit);
    Ok(())
}

impl<'a, G: Game, const SHARED: bool> Worker<'a, G, SHARED> {
    fn new(
        game: &'a G,
        root: &'a G::State,
        job: &Job,
        control: Control,
        growth: &'a Growth,
        common: &'a Common,
        seed: u64,
    ) -> Self {
        Self {
            game,
            root,
            growth,
            common,
            sampling: job.sampling,
            playouts: job.playouts.unwrap_or(u64::MAX >> 1),
            tree: job.tree,
            control,
            rollout: Rollout::new(game, job.sampling, seed),
            proofs: Vec::new(),
            roots: &ROOTS,
            path: Vec::new(),
            detours: Vec::new(),
            throws: Vec::new(),
            played: rave::Played::default(),
            nodes: Vec::new(),
            moves: Vec::new(),
            chances: Vec::new(),
            totals: Vec::new(),
        }
    }

    /// The node to begin with: what an earlier search knows of this position, or a new one.
    fn replant(&mut self, job: &Job) -> Result<(), Halt> {
        let known = job.since.as_ref().map_or(NOWHERE, |moves| self.follow(moves));
        if known == NOWHERE {
            self.growth.clear_all();
            let node = self.expand(self.root)?.ok_or(Halt::TooLittle)?;
            self.growth.set_root(node);
        } else {
            self.growth.set_root(known);
            if self.sampling.solver {
                self.settle_root();
            }
        }
        Ok(())
    }

    /// The node that moves lead to from the old root, as far as the tree goes.
    fn follow(&self, moves: &[Move]) -> u32 {
        moves.iter().fold(self.growth.root(), |node, &choice| {
            if node == NOWHERE {
                return NOWHERE;
            }
            self.growth
                .edges(node)
                .find(|&edge| self.growth.choice(edge) == choice)
                .map_or(NOWHERE, |edge| self.growth.node(edge))
        })
    }

    /// Grows the tree until it is enough, everything is proven, or the search has to end.
    fn work(&mut self, mut emit: Option<&mut dyn FnMut(Report)>) -> Result<(), Halt> {
        let mut due = FIRST_REPORT;
        let most = self.playouts.min(MOST_PLAYOUTS.saturating_sub(u64::from(self.growth.passes(self.growth.root()))));
        loop {
            let growing = SHARED.then(|| self.common.growing.read().unwrap_or_else(PoisonError::into_inner));
            for _ in 0..BATCH {
                if self.common.proof.load(Relaxed) != 0 || self.growth.is_full() {
                    break;
                }
                if count_on::<SHARED>(&self.common.begun) > most {
                    self.hand_in();
                    return Ok(());
                }
                match self.iterate() {
                    Err(Halt::Stopped) => {
                        self.hand_in();
                        return Ok(());
                    }
                    end => end?,
                }
                let done = count_on::<SHARED>(&self.common.done);
                if let Some(emit) = emit.as_mut().filter(|_| done >= due) {
                    due *= 2;
                    self.hand_in();
                    self.report(emit);
                }
            }
            drop(growing);
            if self.common.proof.load(Relaxed) != 0 {
                self.hand_in();
                return Ok(());
            }
            if self.growth.is_full() {
                let _alone = self.common.growing.write().unwrap_or_else(PoisonError::into_inner);
                if self.growth.is_full() {
                    self.growth.recycle();
                }
            }
        }
    }

    /// One walk down, one random game, and the way back.
    fn iterate(&mut self) -> Result<(), Halt> {
        self.path.clear();
        self.detours.clear();
        self.throws.clear();
        self.rollout.played.clear();
        match self.descend() {
            Ok(rates) => {
                self.credit(rates);
                self.back_up(&rates)
            }
            Err(halt) => {
                for step in self.path.iter().chain(self.detours.iter().map(|detour| &detour.step)) {
                    self.growth.take_back(step.node, step.edge);
                }
                Err(halt)
            }
        }
    }

    /// Walks down to a move that is new, finished or proven; what it is worth to everybody.
    fn descend(&mut self) -> Result<Rates, Halt> {
        let growth = self.growth;
        let (mut node, mut s) = (growth.root(), self.game.copy(self.root));
        let mut view = growth.player(node);
        loop {
            let row = growth.row(node);
            growth.expect(row.habit());
            let passes = row.pass::<SHARED>();
            let player = row.player();
            let mut place = if player == CHANCE {
                self.drawn(&s, row)?
            } else {
                view = player;
                self.choose::<false>(row, node, player, passes)
            };
            let proof = growth.proof(node + 1 + place as u32);
            if proof != 0 && self.sampling.solver {
                if let Some(other) = self.unproven(row, node, player, passes) {
                    row.visit::<SHARED>(place);
                    row.pass::<SHARED>();
                    let step = Step { node, edge: node + 1 + place as u32, view };
                    self.detours.push(Detour { place: self.path.len(), step, proof });
                    place = other;
                }
            }
            let (visits, choice, mut child, number) = row.visit::<SHARED>(place);
            growth.expect(child);
            let edge = node + 1 + place as u32;
            self.path.push(Step { node, edge, view });
            self.control.enter(0)?;
            if number != 0 {
                let utilities = self.proof(number);
                return Ok(self.rollout.scale.rates(utilities));
            }
            self.game.play(&mut s, choice).map_err(|fault| self.blame(fault))?;
            if child == NOWHERE {
                let outcome = self.game.outcome(&s)?;
                if outcome != Outcome::Ongoing {
                    let utilities = self.rollout.scale.utilities(self.game, &s, outcome)?;
                    growth.set_proof(edge, growth.number_of(&utilities));
                    let rates = self.rollout.scale.rates(utilities);
                    if self.sampling.implicit > 0.0 {
                        growth.extra(edge).set_guess(rates[view as usize]);
                    }
                    return Ok(rates);
                }
                if visits == 1 && self.sampling.implicit > 0.0 {
                    growth.extra(edge).set_guess(self.rollout.scale.guess(self.game, &s)?[view as usize]);
                }
                if visits == 1 || self.path.len() >= MAX_PATH || !growth.reserve::<SHARED>(edge) {
                    return self.rollout.play(self.game, &mut s, &mut self.control);
                }
                let Some(new) = self.expand(&s).inspect_err(|_| growth.set_node(edge, NOWHERE))? else {
                    growth.set_node(edge, NOWHERE);
                    return self.rollout.play(self.game, &mut s, &mut self.control);
                };
                growth.set_node(edge, new);
                child = new;
            }
            if self.sampling.transpositions && self.path.iter().any(|step| step.node == child) {
                return self.rollout.play(self.game, &mut s, &mut self.control); // a circle
            }
            node = child;
        }
    }

    /// What chance brings.
    fn drawn(&mut self, s: &G::State, row: Row<'_>) -> Result<usize, Halt> {
        if self.sampling.solver {
            self.throws.push((self.path.len(), self.game.copy(s)));
        }
        let outcome = self.rollout.throw(self.game, s)?;
        row.place(outcome).ok_or(Halt::Stopped)
    }

    /// The node of a position, which may be known from another line of moves; none when there is no room.
    fn expand(&mut self, s: &G::State) -> Result<Option<u32>, Halt> {
        let key = self.sampling.transpositions.then(|| hash_record(&self.game.write(s)));
        let known = key.and_then(|key| self.growth.positions()?.get(&key).copied());
        if known.is_some() {
            return Ok(known);
        }
        let player = self.game.to_move(s)?;
        self.moves.clear();
        if player == CHANCE {
            self.chances.clear();
            self.game.chances(s, &mut self.chances)?;
            self.moves.extend(self.chances.iter().map(|&(outcome, _)| outcome));
        } else {
            self.game.moves(s, &mut self.moves)?;
        }
        let start = self.rollout.random.below(self.moves.len());
        let node = self.growth.grow::<SHARED>(player, self.moves.iter().copied(), start);
        if let (Some(key), Some(node), Some(mut positions)) = (key, node, self.growth.positions()) {
            positions.insert(key, node);
        }
        Ok(node)
    }

    // Which move

    /// The move to go on with where the best one is proven; at chance, the outcome that was tried least.
    #[cold]
    fn unproven(&mut self, row: Row<'_>, node: u32, player: Player, passes: u32) -> Option<usize> {
        let open = |&(_, (_, _, number)): &(usize, (f64, u32, u32))| number == 0;
        let (first, _) = row.tries().enumerate().find(open)?;
        if player != CHANCE {
            let place = self.choose::<true>(row, node, player, passes);
            return Some(if self.growth.proof(node + 1 + place as u32) == 0 { place } else { first });
        }
        row.tries().enumerate().filter(open).min_by_key(|&(_, (_, visits, _))| visits).map(|(place, _)| place)
    }

    /// A move that has not been tried, or the one with the greatest value.
    #[inline]
    fn choose<const UNPROVEN: bool>(&mut self, row: Row<'_>, node: u32, player: Player, passes: u32) -> usize {
        let plain = self.sampling.rave == 0.0;
        if let Some(untried) = row.untried(passes).filter(|_| plain) {
            return untried;
        }
        let reach = self.sampling.exploration * self.rollout.scale.spread() * self.roots.of_logarithm(passes);
        if plain && self.sampling.implicit == 0.0 && self.sampling.history == 0.0 {
            return self.choose_plainly::<UNPROVEN>(row, player, reach);
        }
        let source = if plain { node } else { self.reference(node) };
        let mut others = self.growth.edges(source).peekable();
        let (mut best, mut most) = (node + 1, f64::NEG_INFINITY);
        for edge in self.growth.edges(node).filter(|&edge| !UNPROVEN || self.growth.proof(edge) == 0) {
            let choice = self.growth.choice(edge);
            while others.next_if(|&other| self.growth.choice(other) < choice).is_some() {}
            let other = others.peek().copied().filter(|&other| self.growth.choice(other) == choice);
            let value = self.value(edge, other, player, reach);
            if value > most {
                (best, most) = (edge, value);
            }
        }
        (best - node - 1) as usize
    }

    /// The lecture's formula, and nothing else.
    #[inline]
    fn choose_plainly<const UNPROVEN: bool>(&mut self, row: Row<'_>, player: Player, reach: f64) -> usize {
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (index, (total, visits, number)) in row.tries().enumerate() {
            let value = if UNPROVEN && number != 0 {
                continue;
            } else if number != 0 && self.sampling.solver {
                let utility = self.proof(number)[player as usize];
                self.rollout.scale.rate(utility)
            } else if visits == 0 {
                f64::INFINITY
            } else {
                let (part, root) = self.roots.of(visits);
                total * part + reach * root
            };
            if value > most {
                (best, most) = (index, value);
            }
        }
        best
    }

    /// The node whose guesses count.
    fn reference(&mut self, node: u32) -> u32 {
        self.nodes.clear();
        self.nodes.extend(self.path.iter().map(|step| step.node));
        rave::reference(self.growth, &self.nodes, node, self.sampling.grave)
    }

    /// `UCTValue`, with whatever is switched on.
    fn value(&mut self, edge: u32, other: Option<u32>, player: Player, reach: f64) -> f64 {
        let Sampling { solver, rave, implicit, history, .. } = self.sampling;
        let number = self.growth.proof(edge);
        if number != 0 && solver {
            let utility = self.proof(number)[player as usize];
            return self.rollout.scale.rate(utility);
        }
        let visits = self.growth.visits(edge);
        let (guessed, guess) = other.filter(|_| rave > 0.0).map_or((0, 0.0), |other| self.growth.extra(other).amaf());
        if visits == 0 && guessed == 0 {
            return f64::INFINITY;
        }
        let mean = if visits > 0 { self.growth.total(edge) * (1.0 / f64::from(visits)) } else { 0.0 };
        let mut value = mean;
        if implicit > 0.0 && visits > 0 {
            value = (1.0 - implicit) * value + implicit * self.growth.extra(edge).guess();
        }
        if guessed > 0 {
            let share = rave::weight(visits, rave);
            value = (1.0 - share) * value + share * (guess / f64::from(guessed));
        }
        let tries = f64::from(visits);
        if history > 0.0 {
            let known = self.rollout.habits.mean(player, self.growth.choice(edge));
            value += history * known / (tries * (1.0 - mean) + 1.0);
        }
        value + reach * (1.0 / if rave > 0.0 { tries + 1.0 } else { tries }.sqrt())
    }

    // The way back

    /// Every move on the path counts what came of it: before a detour, what is proven there.
    fn credit(&mut self, mut rates: Rates) {
        self.rollout.scale.saw(&rates);
        let mut end = self.path.len();
        for index in (0..self.detours.len()).rev() {
            let Detour { place, step, proof } = self.detours[index];
            self.credit_steps(place, end, &rates);
            let utilities = self.proof(proof);
            rates = self.rollout.scale.rates(utilities);
            end = place;
            self.growth.credit::<SHARED>(step.edge, rates[step.view as usize]);
        }
        self.credit_steps(0, end, &rates);
        let first = if end > 0 { self.path[0] } else { self.detours[0].step };
        self.count(first, &rates);
    }

    fn credit_steps(&self, begin: usize, end: usize, rates: &Rates) {
        for step in &self.path[begin..end] {
            self.growth.credit::<SHARED>(step.edge, rates[step.view as usize]);
        }
    }

    /// What the path teaches besides.
    fn back_up(&mut self, rates: &Rates) -> Result<(), Halt> {
        let (growth, sampling) = (self.growth, self.sampling);
        let last = self.path[self.path.len() - 1];
        if sampling.solver && growth.proof(last.edge) != 0 {
            self.settle()?;
        }
        if sampling.implicit > 0.0 {
            let pairs: Vec<(u32, u32)> = self.path.iter().map(|step| (step.node, step.edge)).collect();
            implicit::back_up(growth, &pairs);
        }
        if sampling.rave > 0.0 {
            let pairs = self.path.iter().map(|step| (step.node, step.edge));
            rave::learn::<SHARED>(growth, pairs, &self.rollout.played, rates, &mut self.played);
        }
        if sampling.learns() {
            for step in &self.path {
                let player = growth.player(step.node);
                if player != CHANCE {
                    self.rollout.habits.learn(player, growth.choice(step.edge), rates[player as usize]);
                }
            }
            self.rollout.learn(rates);
        }
        Ok(())
    }

    /// What the move at the root came to for everybody.
    fn count(&mut self, first: Step, rates: &Rates) {
        let width = self.rollout.scale.players() + 1;
        let at = (first.edge - first.node - 1) as usize * width;
        if self.totals.len() < at + width {
            self.totals.resize(at + width, 0.0);
        }
        for (total, rate) in self.totals[at..at + width - 1].iter_mut().zip(rates) {
            *total += rate;
        }
        self.totals[at + width - 1] += 1.0;
        let depth = self.path.len() as u32;
        if depth > self.common.deepest.load(Relaxed) {
            self.common.deepest.fetch_max(depth, Relaxed);
        }
    }

    /// What the proof at the end of the path proves further up.
    fn settle(&mut self) -> Result<(), Halt> {
        for index in (0..self.path.len()).rev() {
            let node = self.path[index].node;
            self.growth.tell_proofs(&mut self.proofs);
            let number = if self.growth.is_chance(node) {
                let Some((_, s)) = self.throws.iter().find(|(place, _)| *place == index) else {
                    return Ok(());
                };
                self.chances.clear();
                self.game.chances(s, &mut self.chances)?;
                solver::expect(self.growth, node, &self.proofs, &self.chances)
            } else {
                solver::prove(self.growth, node, &self.proofs, &self.rollout.scale)
            };
            if number == 0 {
                return Ok(());
            }
            if index == 0 {
                self.common.proof.store(number, Relaxed);
            } else {
                self.growth.set_proof(self.path[index - 1].edge, number);
            }
        }
        Ok(())
    }

    /// An earlier search may have proven what it left.
    fn settle_root(&mut self) {
        self.growth.tell_proofs(&mut self.proofs);
        let number = solver::prove(self.growth, self.growth.root(), &self.proofs, &self.rollout.scale);
        self.common.proof.store(number, Relaxed);
    }

    #[inline]
    fn proof(&mut self, number: u32) -> Rates {
        if number as usize > self.proofs.len() {
            self.growth.tell_proofs(&mut self.proofs);
        }
        self.proofs[number as usize - 1]
    }

    /// A fault of `play` in the tree, blamed on the position before the move.
    #[cold]
    fn blame(&self, fault: Box<crate::game::Fault>) -> Halt {
        let mut s = self.game.copy(self.root);
        for step in &self.path[..self.path.len() - 1] {
            if let Err(fault) = self.game.play(&mut s, self.growth.choice(step.edge)) {
                return Halt::Rule(fault);
            }
        }
        Halt::Rule(self.game.blame(fault, &s))
    }

    // What is found

    /// Hands what this thread has counted to all.
    fn hand_in(&mut self) {
        let mut totals = self.common.totals.lock().unwrap_or_else(PoisonError::into_inner);
        if !SHARED {
            totals.clone_from(&self.totals);
        } else {
            let width = totals.len().max(self.totals.len());
            totals.resize(width, 0.0);
            for (total, mine) in totals.iter_mut().zip(&mut self.totals) {
                *total += std::mem::take(mine);
            }
        }
        self.common.capped.fetch_add(std::mem::take(&mut self.rollout.capped), Relaxed);
    }

    fn report(&mut self, emit: &mut dyn FnMut(Report)) {
        let proven = self.common.proof.load(Relaxed) != 0;
        let found = self.found();
        let stopped = self.control.stop.reason().filter(|_| !proven);
        let grown = if self.tree > 0 { self.growth.most_visited(self.tree, &self.proofs) } else { Vec::new() };
        let (playouts, capped) = (self.common.done.load(Relaxed), self.common.capped.load(Relaxed));
        let sampled = Sampled { playouts, capped, grown };
        emit(Report {
            depth: Some(self.common.deepest.load(Relaxed)),
            found,
            nodes: self.control.nodes + self.control.elsewhere.load(Relaxed),
            seconds: self.control.started.elapsed().as_secs_f64(),
            exact: proven,
            stopped,
            tree: None,
            sampled: Some(sampled),
        });
    }

    /// The choice, with what is known of every move.
    fn found(&mut self) -> Found {
        let root = self.growth.root();
        let player = self.growth.player(root) as usize;
        self.growth.tell_proofs(&mut self.proofs);
        let edge = self.last_choice(root);
        let trials = self.growth.edges(root).map(|each| Trial {
            choice: self.growth.choice(each),
            visits: self.growth.visits(each),
            value: self.worth(each, player),
            proof: self.utilities(each).map(|utilities| utilities[player]),
        });
        let trials = trials.collect();
        let score = self.worth(edge, player);
        let values = self.values(root, edge, player);
        Found {
            choice: self.growth.choice(edge),
            score,
            line: if score.is_some() { self.line(edge) } else { Vec::new() },
            values,
            trials,
            ..Found::default()
        }
    }

    fn utilities(&self, edge: u32) -> Option<&Rates> {
        match self.growth.proof(edge) {
            0 => None,
            number => self.proofs.get(number as usize - 1),
        }
    }

    /// What a move at the root is worth to the player to move.
    fn worth(&self, edge: u32, player: usize) -> Option<f64> {
        if let Some(utilities) = self.utilities(edge) {
            return Some(utilities[player]);
        }
        (self.growth.visits(edge) > 0).then(|| self.rollout.scale.utility(self.growth.mean(edge)))
    }

    /// What it is worth to everybody.
    fn values(&self, root: u32, edge: u32, player: usize) -> Option<Vec<f64>> {
        let players = self.rollout.scale.players();
        if let Some(utilities) = self.utilities(edge) {
            return Some(utilities[..players].to_vec());
        }
        if self.rollout.scale.two_sided() {
            return None; // it follows from what the move is worth to one
        }
        let totals = self.common.totals.lock().unwrap_or_else(PoisonError::into_inner);
        let at = (edge - root - 1) as usize * (players + 1);
        let row = totals.get(at..=at + players).filter(|row| row[players] > 0.0)?;
        let mut values: Vec<f64> = row[..players].iter().map(|total| self.rollout.scale.utility(total / row[players])).collect();
        values[player] = self.worth(edge, player)?;
        Some(values)
    }

    /// The move to play: the most visited or the best, but none that is known to be worse than another.
    fn last_choice(&self, node: u32) -> u32 {
        let player = self.growth.player(node) as usize;
        let proven = |edge: u32| if self.sampling.solver { self.utilities(edge) } else { None };
        let rate = |edge: u32| match proven(edge) {
            Some(utilities) => self.rollout.scale.rate(utilities[player]),
            None if self.growth.visits(edge) > 0 => self.growth.mean(edge),
            None => -1.0,
        };
        let edges = || self.growth.edges(node);
        let most = edges().filter(|&edge| proven(edge).is_some()).map(&rate).fold(0.0, f64::max);
        let open = |edge: u32| proven(edge).is_none() && (most <= 0.0 || rate(edge) > most);
        let sure = most > 0.0 || !edges().any(open);
        let (mut best, mut merit) = (node + 1, (f64::NEG_INFINITY, 0.0));
        for edge in
            edges().filter(|&edge| open(edge)).chain(edges().filter(|&edge| sure && proven(edge).is_some() && rate(edge) == most))
        {
            let visits = f64::from(self.growth.visits(edge));
            let found = if self.sampling.by_value { (rate(edge), visits) } else { (visits, rate(edge)) };
            if found > merit {
                (best, merit) = (edge, found);
            }
        }
        best
    }

    /// The moves that would be played, until chance decides or a position comes again.
    fn line(&self, edge: u32) -> Vec<Move> {
        let (mut line, mut seen) = (vec![self.growth.choice(edge)], vec![self.growth.root()]);
        let mut node = self.growth.node(edge);
        while node != NOWHERE && !self.growth.is_chance(node) && self.growth.passes(node) > 0 && !seen.contains(&node) {
            seen.push(node);
            let best = self.last_choice(node);
            line.push(self.growth.choice(best));
            node = self.growth.node(best);
        }
        line
    }
}

/// One more; the new number.
#[inline]
fn count_on<const SHARED: bool>(number: &AtomicU64) -> u64 {
    if SHARED {
        return number.fetch_add(1, Relaxed) + 1;
    }
    let more = number.load(Relaxed) + 1;
    number.store(more, Relaxed);
    more
}
