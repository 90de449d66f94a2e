//! What every search shares: the job, the node counter, the limits, and what has been found so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::Instant;

use super::alphabeta::Techniques;
use super::montecarlo::batches::LeafPlayer;
use super::montecarlo::options::Sampling;
use super::montecarlo::tree::{Grown, UctTree};
use super::multiplayer::OpponentList;
use super::options::{Settings, Value, named};
use super::score::{MAX_PLY, is_proven};
use super::{Options, TranspositionTable, Tree};
use crate::game::{Fault, Game, Move, NO_MOVE};
use crate::tablebases::KnownPositions;

/// A search to be done.
#[derive(Clone, Default)]
pub struct Job {
    pub algorithm: String,
    /// Plies; None to the end of the game.
    pub depth: Option<u32>,
    /// Nodes; None for no limit.
    pub nodes: Option<u64>,
    /// Nodes of the tree to keep.
    pub tree: usize,
    /// Bytes for the algorithm's own table, if it has one.
    pub memory: usize,
    /// The transposition table, with what earlier searches have stored.
    pub table: Option<Arc<TranspositionTable>>,
    /// The list of Threat-ADS, with what earlier searches have left.
    pub threats: Option<Arc<OpponentList>>,
    /// Tablebases, whose positions need no search.
    pub tables: Option<Arc<dyn KnownPositions>>,
    /// The only moves to be tried at the root, in this order; empty for all.
    pub among: Vec<Move>,
    /// The records of the positions before the root, if the game knows repetition.
    pub history: Vec<Vec<u8>>,
    /// The options that several families share.
    pub options: Options,
    /// The techniques of alpha-beta.
    pub techniques: Techniques,
    /// The techniques of Monte-Carlo search.
    pub sampling: Sampling,
    /// Random games; None for no limit.
    pub playouts: Option<u64>,
    /// The tree of earlier Monte-Carlo searches.
    pub kept: Option<Arc<UctTree>>,
    /// The moves that lead from that tree's root to this one's; None if they are not known.
    pub since: Option<Vec<Move>>,
    /// Who plays the random games of batches; None for this machine's cores.
    pub player: Option<Arc<dyn LeafPlayer>>,
    /// The records of the worlds that the player to move may be in, with their weights, if the game hides something.
    pub worlds: Vec<(Vec<u8>, f64)>,
}

impl Job {
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), String> {
        let known = [self.options.set(name, value)?, self.techniques.set(name, value)?, self.sampling.set(name, value)?];
        if known.contains(&true) { Ok(()) } else { Err(format!("unknown option `{name}`")) }
    }
}

named! {
    /// Why a search ended early.
    pub enum Reason {
        Nodes = "nodes",
        Seconds = "seconds",
        Stop = "stop",
        /// Ctrl-C.
        Interrupt = "interrupt",
    }
}

/// A flag that ends a search; the first reason given stays. It is 0, or one more than the number of the reason.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicU8>);

impl Stop {
    /// Ends the search.
    pub fn now(&self, reason: Reason) {
        let _ = self.0.compare_exchange(0, reason as u8 + 1, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Whether the search has to end.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != 0
    }

    pub fn reason(&self) -> Option<Reason> {
        let number = self.0.load(Ordering::Relaxed).checked_sub(1)?;
        Reason::ALL.get(usize::from(number)).copied()
    }
}

/// Why a search cannot go on.
#[derive(Debug)]
pub enum Halt {
    /// A limit was reached, or the caller said stop.
    Stopped,
    /// The game did not end within [`MAX_PLY`] plies.
    TooDeep,
    /// The machine does not have the memory asked for.
    NoMemory,
    /// The memory asked for does not hold a single position.
    TooLittle,
    UnknownAlgorithm(String),
    Rule(Box<Fault>),
}

/// The code of rules that first say of the root that the game goes on, and then that it is over.
const ENDED: i32 = -22;

/// The first move of a line, which every search finds unless the game is over at its root.
pub fn first_move<G: Game>(game: &G, root: &G::State, line: &[Move]) -> Result<Move, Halt> {
    line.first().copied().ok_or_else(|| Halt::Rule(Fault::new("winner", game.write(root), NO_MOVE, ENDED)))
}

impl From<Box<Fault>> for Halt {
    fn from(fault: Box<Fault>) -> Self {
        Self::Rule(fault)
    }
}

/// What a search found; the score is relative to the player to move at the root.
#[derive(Clone, Debug, Default)]
pub struct Found {
    pub choice: Move,
    /// Its score; None if no move was finished.
    pub score: Option<f64>,
    /// Best play for everyone.
    pub line: Vec<Move>,
    /// The next best moves, when several lines are asked for.
    pub others: Vec<Found>,
    /// Its value for every player, if the search knows it.
    pub values: Option<Vec<f64>>,
    /// Every move at the root, in a Monte-Carlo search.
    pub trials: Vec<Trial>,
    /// Whether no greater depth can change it, if the score alone does not tell.
    pub settled: Option<bool>,
}

impl Found {
    /// Whether no greater depth can change it.
    pub fn is_final(&self) -> bool {
        self.settled.unwrap_or_else(|| self.score.is_some_and(is_proven))
    }

    pub fn is_won(&self) -> bool {
        self.is_final() && self.score.is_some_and(|score| score > 0.0)
    }
}

/// What Monte-Carlo search knows of a move at the root.
#[derive(Clone, Copy, Debug)]
pub struct Trial {
    pub choice: Move,
    pub visits: u32,
    /// Mean utility for the player to move.
    pub value: Option<f64>,
    /// Utility with best play, if it is proven.
    pub proof: Option<f64>,
}

/// The effort of a Monte-Carlo search.
#[derive(Clone, Debug)]
pub struct Sampled {
    pub playouts: u64,
    /// Random games that were given up because they did not end.
    pub capped: u64,
    /// The most visited moves of the tree, if they are wanted.
    pub grown: Vec<Grown>,
}

/// A report of a search; the last one is the answer.
#[derive(Debug)]
pub struct Report {
    /// Plies searched; None to the end.
    pub depth: Option<u32>,
    pub found: Found,
    pub nodes: u64,
    pub seconds: f64,
    /// Whether no line was cut at the depth limit.
    pub exact: bool,
    pub stopped: Option<Reason>,
    pub tree: Option<Tree>,
    /// The random games, in a Monte-Carlo search.
    pub sampled: Option<Sampled>,
}

/// Counts nodes and says when to stop.
pub struct Control {
    pub nodes: u64,
    /// Whether some line was cut at the depth limit.
    pub horizon: bool,
    /// The best root move so far in this iteration.
    pub best: Option<Found>,
    /// Root moves that are done in this iteration.
    pub tried: Vec<Move>,
    /// Nodes that other threads have entered for the same search.
    pub elsewhere: Arc<AtomicU64>,
    pub started: Instant,
    pub stop: Stop,
    /// Tablebases, whose positions need no search.
    pub tables: Option<Arc<dyn KnownPositions>>,
    /// The only moves to be tried at the root; empty for all.
    pub among: Vec<Move>,
    max_nodes: u64,
    publishes: bool,
}

/// A helping thread publishes its node count every so many nodes.
const PUBLISH: u64 = 1 << 10;

impl Control {
    /// Counters of a search that begins now.
    pub fn new(job: &Job, stop: Stop) -> Self {
        Self {
            nodes: 0,
            horizon: false,
            best: None,
            tried: Vec::new(),
            elsewhere: Arc::default(),
            started: Instant::now(),
            stop,
            tables: job.tables.clone(),
            among: job.among.clone(),
            max_nodes: job.nodes.map_or(u64::MAX, |nodes| nodes.div_ceil(job.options.threads.max(1) as u64)),
            publishes: false,
        }
    }

    /// Counters for a helping thread, which has its own stop flag and publishes its node count.
    pub fn helping(&self, job: &Job, stop: Stop) -> Self {
        Self { elsewhere: self.elsewhere.clone(), publishes: true, ..Self::new(job, stop) }
    }

    /// Counters for a helping thread that adds its node count by itself.
    pub fn joining(&self, job: &Job) -> Self {
        Self { elsewhere: self.elsewhere.clone(), ..Self::new(job, self.stop.clone()) }
    }

    /// A new iteration begins.
    pub fn begin(&mut self) {
        self.best = None;
        self.tried.clear();
    }

    /// A root move is done; `line` begins with the best one.
    pub fn note(&mut self, choice: Move, value: f64, line: &[Move]) {
        self.tried.push(choice);
        if line.first() == Some(&choice) {
            self.best = Some(Found { choice, score: Some(value), line: line.to_vec(), ..Found::default() });
        }
    }

    /// Whether this iteration has shown that a move is better than the one that the last iteration found.
    pub fn improves_on(&self, found: &Found) -> bool {
        self.best.as_ref().is_some_and(|best| {
            let better = best.score.is_some() && best.choice != found.choice;
            better && (self.tried.contains(&found.choice) || best.is_won())
        })
    }

    /// A report of what was found so far.
    pub fn report(&self, depth: Option<u32>, found: Found, exact: bool) -> Report {
        let nodes = self.nodes + self.elsewhere.load(Ordering::Relaxed);
        let seconds = self.started.elapsed().as_secs_f64();
        Report { depth, found, nodes, seconds, exact, stopped: self.stop.reason(), tree: None, sampled: None }
    }

    /// Whether there is a reason to stop.
    pub fn look_up(&self) -> Result<(), Halt> {
        if self.stop.is_set() { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Counts one position.
    #[inline]
    pub fn enter(&mut self, ply: u32) -> Result<(), Halt> {
        if self.nodes == self.max_nodes {
            self.stop.now(Reason::Nodes);
        }
        if self.stop.is_set() {
            return Err(Halt::Stopped);
        }
        if ply > MAX_PLY {
            return Err(Halt::TooDeep);
        }
        self.nodes += 1;
        if self.publishes && self.nodes.is_multiple_of(PUBLISH) {
            self.elsewhere.fetch_add(PUBLISH, Ordering::Relaxed);
        }
        Ok(())
    }
}
