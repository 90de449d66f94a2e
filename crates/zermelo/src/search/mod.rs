//! Search: every algorithm and what the algorithms share. Each file is the twin of the file of the same path under
//! `python/zermelo/search`; only [`memory`], [`threads`] and the memory of UCT's tree exist in Rust alone.
//!
//! Families of algorithms, each a folder that opens with its own overview: [`alphabeta`] (two players), [`multiplayer`],
//! [`chance`] (dice and cards), [`proof`] (who wins) and [`montecarlo`] (random games).
//!
//! What they share, in the order to read it:
//! 1. [`control`]: the job, the limits, the node counter and what has been found so far.
//! 2. [`score`] says how wins, losses and guesses compare; [`payoff`] does so for many players.
//! 3. [`deepening`]: depth 1, 2, 3 and so on, until a limit is reached.
//! 4. [`options`] are the techniques; [`ordering`] and [`ads`] order moves, [`transposition_table`] remembers positions,
//!    [`known`] asks tablebases.
//! 5. [`trace`] records the tree of a search, [`perft`] counts move sequences, [`random`] is the random number generator.
//! 6. [`threads`] searches with several threads, [`memory`] allocates large tables.

pub mod ads;
pub mod alphabeta;
pub mod chance;
pub mod control;
pub mod deepening;
pub mod known;
pub mod memory;
pub mod montecarlo;
pub mod multiplayer;
pub mod options;
pub mod ordering;
pub mod payoff;
pub mod perft;
pub mod proof;
pub mod random;
pub mod score;
pub mod threads;
pub mod trace;
pub mod transposition_table;

use crate::game::Game;
use control::{Control, Found, Halt, Job};
use trace::{Trace, Tracer};

/// An algorithm that can search a root to a depth.
pub trait Searcher<G: Game> {
    /// The best move; the best so far is in `control().best` when it halts.
    ///
    /// # Errors
    /// When a limit is reached or a rule fails.
    fn decide(&mut self, root: &G::State, depth: u32) -> Result<Found, Halt>;
    /// The shared counters.
    fn control(&mut self) -> &mut Control;
    /// The record of nodes, if one is kept.
    fn tree(&self) -> Option<trace::Tree>;
}

/// Runs a job on a game: one row an algorithm.
///
/// # Errors
/// When a rule fails, or a game does not end.
pub fn run<G: Game>(
    game: &G,
    root: &G::State,
    job: &Job,
    control: Control,
    emit: &mut dyn FnMut(control::Report),
) -> Result<(), Halt> {
    if let Some(table) = &job.table {
        table.age();
    }
    if job.tree > 0 {
        with_tracer(game, root, job, control, Trace::new(job.tree), emit)
    } else {
        with_tracer(game, root, job, control, (), emit)
    }
}

fn with_tracer<G: Game, T: Tracer>(
    game: &G,
    root: &G::State,
    job: &Job,
    control: Control,
    tracer: T,
    emit: &mut dyn FnMut(control::Report),
) -> Result<(), Halt> {
    match job.algorithm {
        control::Algorithm::Minimax => {
            deepening::drive(game, root, job, &mut alphabeta::minimax::Minimax::new(game, control, tracer), emit)
        }
        control::Algorithm::MaxN => {
            deepening::drive(game, root, job, &mut multiplayer::maxn::MaxN::new(game, job, control, tracer), emit)
        }
        control::Algorithm::Minimal => {
            deepening::drive(game, root, job, &mut alphabeta::minimal::Minimal::new(game, job, control)?, emit)
        }
        control::Algorithm::AlphaBeta if job.threads > 1 => threads::run(game, root, job, control, tracer, emit),
        control::Algorithm::AlphaBeta => {
            deepening::drive(game, root, job, &mut alphabeta::search::AlphaBeta::new(game, control, tracer, job), emit)
        }
        control::Algorithm::View(kind) => {
            let view = multiplayer::view::View::new(game, game.to_move(root)?, kind, job.options);
            deepening::drive(&view, root, job, &mut alphabeta::search::AlphaBeta::new(&view, control, tracer, job), emit)
        }
        control::Algorithm::Uct => montecarlo::uct::run(game, root, job, control, emit),
        control::Algorithm::MonteCarlo => montecarlo::flat::run(game, root, job, control, emit),
        control::Algorithm::Proof => {
            let table = proof::proof_table::ProofTable::new(job.memory).ok_or(Halt::NoMemory)?;
            proof::dfpn::ProofNumber::new(game, control, table).drive(root, emit)
        }
        control::Algorithm::Expectiminimax if game.facts().two_sided() => {
            deepening::drive(game, root, job, &mut chance::expectiminimax::Expectiminimax::new(game, control, tracer, job), emit)
        }
        control::Algorithm::Expectiminimax => {
            deepening::drive(game, root, job, &mut chance::expectimaxn::ExpectimaxN::new(game, job, control, tracer), emit)
        }
    }
}
