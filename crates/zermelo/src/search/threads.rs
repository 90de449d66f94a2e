//! Several threads search one root together, through one table without locks ("lazy SMP").
//!
//! Every thread runs the whole search; the others find what it stores. So that threads do not all do the same
//! work at the same time, a thread defers a move that another thread is searching to the end (after Kerrigan's
//! simplified ABDADA); by then the table may have the answer. Only the order of moves differs from one thread, and
//! with it the number of nodes; the value does not.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use super::alphabeta::search::AlphaBeta;
use super::control::Reason;
use super::deepening::drive;
use super::{Halt, Stop, Task, Tracer};
use crate::game::{Game, Move, mix};

/// As much as the main thread of a search has.
const STACK: usize = 512 << 20;
const PLACES: usize = 1 << 12;
/// From this depth on, threads avoid moves that others are searching.
const LEAST_DEPTH: u32 = 3;

/// The moves that the threads of one search are searching now; empty for a single thread.
#[derive(Clone, Debug, Default)]
pub struct Company(Option<Arc<[AtomicU64]>>);

impl Company {
    fn new() -> Self {
        Self(Some((0..PLACES).map(|_| AtomicU64::new(0)).collect()))
    }

    /// Whether another thread is searching this move of this position.
    #[inline(always)]
    pub fn is_at(&self, key: u64, choice: Move, depth: u32) -> bool {
        self.place(key, choice, depth).is_some_and(|(place, hash)| place.load(Ordering::Relaxed) == hash)
    }

    /// Says that this thread begins to search a move. Another move may overwrite it.
    #[inline(always)]
    pub fn begin(&self, key: u64, choice: Move, depth: u32) {
        if let Some((place, hash)) = self.place(key, choice, depth) {
            place.store(hash, Ordering::Relaxed);
        }
    }

    /// Says that a move has been searched.
    #[inline(always)]
    pub fn end(&self, key: u64, choice: Move, depth: u32) {
        if let Some((place, hash)) = self.place(key, choice, depth) {
            let _ = place.compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Positions that the table does not keep have the key 0 and no place.
    #[inline(always)]
    fn place(&self, key: u64, choice: Move, depth: u32) -> Option<(&AtomicU64, u64)> {
        let places = self.0.as_deref().filter(|_| depth >= LEAST_DEPTH && key != 0)?;
        let hash = hash(key, choice);
        Some((&places[hash as usize % PLACES], hash))
    }
}

#[inline]
fn hash(key: u64, choice: Move) -> u64 {
    mix(key ^ (choice as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
}

/// Runs alpha-beta with `job.options.threads` threads; the calling thread's reports are the search's.
pub fn run<G: Game, T: Tracer>(task: Task<'_, G, T>) -> Result<(), Halt> {
    let Task { game, root, job, .. } = task;
    if job.options.threads < 2 {
        return task.deepen(AlphaBeta::new);
    }
    let company = Company::new();
    let enough = Stop::default();
    thread::scope(|scope| {
        for _ in 1..job.options.threads {
            let mut helper = AlphaBeta::new(game, job, task.control.helping(job, enough.clone()), ()).together(&company);
            let work = move || drop(drive(game, root, job, &mut helper, &mut drop));
            if thread::Builder::new().name("zermelo-helper".into()).stack_size(STACK).spawn_scoped(scope, work).is_err() {
                break; // fewer threads are slower, not wrong
            }
        }
        let end = task.deepen(|game, job, control, tracer| AlphaBeta::new(game, job, control, tracer).together(&company));
        enough.now(Reason::Stop);
        end
    })
}
