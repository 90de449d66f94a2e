//! Search: every algorithm and what the algorithms share. Each file is the twin of the file of the same path under
//! `python/zermelo/search`; only [`memory`], [`threads`] and the memory of UCT's tree exist in Rust alone.
//!
//! Families of algorithms, each a folder that opens with its own overview: [`alphabeta`] (two players), [`multiplayer`],
//! [`chance`] (dice and cards), [`proof`] (who wins), [`montecarlo`] (random games) and [`hidden`] (players do not see everything).
//!
//! What they share, in the order to read it:
//! 1. [`control`]: the job, the limits, the node counter and what has been found so far.
//! 2. [`score`] says how wins, losses and guesses compare; [`payoff`] does so for many players.
//! 3. [`deepening`]: depth 1, 2, 3 and so on, until a limit is reached.
//! 4. [`options`] are the techniques; [`ordering`], [`replies`] and [`ads`] order moves, [`transposition_table`] remembers positions,
//!    [`known`] asks tablebases.
//! 5. [`trace`] records the tree of a search, [`perft`] counts move sequences, [`random`] is the random number generator.
//! 6. [`threads`] searches with several threads, [`memory`] allocates large tables.

mod ads;
mod alphabeta;
mod chance;
pub mod control;
mod deepening;
pub mod hidden;
mod known;
pub(crate) mod memory;
pub mod montecarlo;
pub mod multiplayer;
pub mod options;
mod ordering;
mod payoff;
pub mod perft;
mod proof;
pub mod random;
mod replies;
pub mod score;
mod threads;
pub mod trace;
pub mod transposition_table;

pub(crate) use alphabeta::minimax::Lines;
pub use control::{Control, Found, Halt, Job, Report, Sampled, Stop, Trial};
pub use memory::Filling;
pub(crate) use options::{Cut, Options, Pruning};
pub(crate) use ordering::{Ordering, Spot};
pub(crate) use payoff::Values;
pub(crate) use random::Random;
pub(crate) use score::Window;
pub(crate) use trace::{Trace, Tracer, Tree, Why};
pub use transposition_table::{Bound, Entry, TranspositionTable};

use std::sync::Arc;

use crate::game::Game;

/// An algorithm that can search a root to a depth.
pub trait Searcher<G: Game> {
    /// The best move; the best so far is in `control().best` when it halts.
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt>;
    fn control(&mut self) -> &mut Control;
    fn tree(&self) -> Option<Tree> {
        None
    }
}

/// Everything that an algorithm is given.
pub struct Task<'a, G: Game, T> {
    pub game: &'a G,
    pub root: &'a G::State,
    pub job: &'a Job,
    pub control: Control,
    /// Records the nodes, or does nothing.
    pub tracer: T,
    /// Takes the reports; the last one is the answer.
    pub emit: &'a mut dyn FnMut(Report),
}

/// One algorithm: its name, and the function that runs it. Each family lists its algorithms in its `mod.rs`.
pub type Row<G, T> = (&'static str, fn(Task<'_, G, T>) -> Result<(), Halt>);

impl<'a, G: Game, T: Tracer> Task<'a, G, T> {
    /// Runs a searcher, with iterative deepening or without, as the job says.
    fn deepen<S: Searcher<G>>(self, make: impl FnOnce(&'a G, &Job, Control, T) -> S) -> Result<(), Halt> {
        let mut searcher = make(self.game, self.job, self.control, self.tracer);
        deepening::drive(self.game, self.root, self.job, &mut searcher, self.emit)
    }

    /// The same task on another game with the same states.
    fn on<'b, H: Game<State = G::State>>(self, game: &'b H) -> Task<'b, H, T>
    where
        'a: 'b,
    {
        Task { game, root: self.root, job: self.job, control: self.control, tracer: self.tracer, emit: self.emit }
    }

    fn run(self) -> Result<(), Halt> {
        let families: [&[Row<G, T>]; 6] = [
            &alphabeta::algorithms(),
            &multiplayer::algorithms(),
            &chance::algorithms(),
            &proof::algorithms(),
            &montecarlo::algorithms(),
            &hidden::algorithms(),
        ];
        match families.into_iter().flatten().find(|(name, _)| *name == self.job.algorithm) {
            Some((_, run)) => run(self),
            None => Err(Halt::UnknownAlgorithm(self.job.algorithm.clone())),
        }
    }
}

pub fn run<G: Game>(game: &G, root: &G::State, job: &Job, control: Control, emit: &mut dyn FnMut(Report)) -> Result<(), Halt> {
    if job.options.table && job.table.is_none() {
        let table = TranspositionTable::new(job.memory, Filling::Sparse).ok_or(Halt::NoMemory)?;
        return run(game, root, &Job { table: Some(Arc::new(table)), ..job.clone() }, control, emit);
    }
    if let Some(table) = &job.table {
        table.age();
    }
    if job.tree > 0 {
        Task { game, root, job, control, tracer: Trace::new(job.tree), emit }.run()
    } else {
        Task { game, root, job, control, tracer: (), emit }.run()
    }
}
