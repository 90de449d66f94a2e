//! Search, the twin: the same ideas in files of the same names as in `python/zermelo/search`.

pub mod ads;
pub mod alphabeta;
pub mod aspiration;
pub mod best_reply;
pub mod best_reply_plus;
pub mod conclusion;
pub mod control;
pub mod deepening;
pub mod dfpn;
pub mod expectation;
pub mod expectimaxn;
pub mod expectiminimax;
pub mod futility;
pub mod growth;
pub mod habits;
pub mod implicit;
pub mod inner_deepening;
pub mod known;
pub mod maxn;
pub mod minimal;
pub mod minimax;
pub mod montecarlo;
pub mod mtdf;
pub mod null_move;
pub mod options;
pub mod ordering;
pub mod paranoid;
pub mod payoff;
pub mod perft;
pub mod playout;
pub mod prooftable;
pub mod quiescence;
pub mod rates;
pub mod rave;
pub mod reductions;
pub mod rollout;
pub mod sampling;
pub mod score;
pub mod selection;
pub mod several;
pub mod singular;
pub mod solver;
pub mod stars;
pub mod table;
pub mod trace;
pub mod uct;
pub mod variation;
pub mod view;
pub mod windows;

use crate::game::Game;
use crate::threads;
use control::{Control, Found, Halt, Job};
use trace::{Trace, Tracer};
use view::View;

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
        control::Algorithm::Minimax => deepening::drive(game, root, job, &mut minimax::Minimax::new(game, control, tracer), emit),
        control::Algorithm::MaxN => deepening::drive(game, root, job, &mut maxn::MaxN::new(game, job, control, tracer), emit),
        control::Algorithm::Minimal => deepening::drive(game, root, job, &mut minimal::Minimal::new(game, job, control)?, emit),
        control::Algorithm::AlphaBeta if job.threads > 1 => threads::run(game, root, job, control, tracer, emit),
        control::Algorithm::AlphaBeta => {
            deepening::drive(game, root, job, &mut alphabeta::AlphaBeta::new(game, control, tracer, job), emit)
        }
        control::Algorithm::View(kind) => {
            let view = View::new(game, game.to_move(root)?, kind, job.options);
            deepening::drive(&view, root, job, &mut alphabeta::AlphaBeta::new(&view, control, tracer, job), emit)
        }
        control::Algorithm::Uct => uct::run(game, root, job, control, emit),
        control::Algorithm::MonteCarlo => montecarlo::run(game, root, job, control, emit),
        control::Algorithm::Proof => {
            let table = prooftable::ProofTable::new(job.memory).ok_or(Halt::NoMemory)?;
            dfpn::ProofNumber::new(game, control, table).drive(root, emit)
        }
        control::Algorithm::Expectiminimax if game.facts().two_sided() => {
            deepening::drive(game, root, job, &mut expectiminimax::Expectiminimax::new(game, control, tracer, job), emit)
        }
        control::Algorithm::Expectiminimax => {
            deepening::drive(game, root, job, &mut expectimaxn::ExpectimaxN::new(game, job, control, tracer), emit)
        }
    }
}
