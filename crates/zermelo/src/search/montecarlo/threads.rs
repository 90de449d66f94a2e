//! The threads that grow one Monte-Carlo tree, one or several.
//!
//! A try counts as a visit on its way down already. Other threads take it for a loss until it is over, and search
//! elsewhere ("virtual loss"). All threads pause only while memory is recycled.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError, RwLock};
use std::thread;

use super::batches::Batch;
use super::{UctTree, Worker};
use crate::game::{Game, mix};
use crate::search::memory::Apart;
use crate::search::{Control, Halt, Report, Task};

/// Playouts before the first report; the next ones follow at twice as many each.
const FIRST_REPORT: u64 = 1 << 10;
/// Visits are counted in 32 bits, and a playout may count twice.
const MOST_PLAYOUTS: u64 = (u32::MAX / 2) as u64;
/// Playouts of a thread between two chances to recycle memory.
pub const BATCH: u64 = 128;
const STACK: usize = 64 << 20;

/// What the threads of one search have in common besides the tree.
#[derive(Default)]
pub struct Common {
    pub(crate) begun: Apart<AtomicU64>,
    pub(crate) done: Apart<AtomicU64>,
    pub(crate) capped: AtomicU64,
    pub(crate) deepest: AtomicU32,
    /// The number of the root's proof.
    pub(crate) proof: AtomicU32,
    /// Threads that grow the tree hold it for reading; the one that recycles memory holds it for writing.
    pub(crate) growing: RwLock<()>,
    /// Sums of the rates of all players, by the move at the root, and their number.
    pub(crate) totals: Mutex<Vec<f64>>,
    pub(crate) trouble: Mutex<Option<Halt>>,
}

pub fn run_together<G: Game, T>(task: Task<'_, G, T>, tree: &UctTree, common: &Common) -> Result<(), Halt> {
    let Task { game, root, job, control, emit, .. } = task;
    let seed = job.sampling.general.seed;
    let helpers: Vec<Control> = (1..job.sampling.general.threads).map(|_| control.joining(job)).collect();
    let mut worker = Worker::<G, true>::new(game, root, job, control, tree, common, seed);
    worker.replant(job)?;
    let end = thread::scope(|scope| {
        for (number, control) in helpers.into_iter().enumerate() {
            let luck = mix(seed.wrapping_add(number as u64 + 1));
            let mut helper = Worker::<G, true>::new(game, root, job, control, tree, common, luck);
            let work = move || {
                let end = helper.work(None);
                helper.control.elsewhere.fetch_add(helper.control.nodes, Relaxed);
                if let Err(halt) = end {
                    common.begun.0.store(u64::MAX >> 1, Relaxed); // no thread begins another playout
                    *common.trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(halt);
                }
            };
            if thread::Builder::new().name("zermelo-helper".into()).stack_size(STACK).spawn_scoped(scope, work).is_err() {
                break; // fewer threads are slower, not wrong
            }
        }
        let end = worker.work(Some(emit));
        if end.is_err() {
            common.begun.0.store(u64::MAX >> 1, Relaxed); // no thread begins another playout
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

impl<G: Game, const SHARED: bool> Worker<'_, G, SHARED> {
    /// Grows the tree until all playouts are done, the root is proven, or the search has to end.
    pub(crate) fn work(&mut self, mut emit: Option<&mut dyn FnMut(Report)>) -> Result<(), Halt> {
        let mut due = FIRST_REPORT;
        let most = self.playouts.min(MOST_PLAYOUTS.saturating_sub(u64::from(self.tree.passes(self.tree.root()))));
        loop {
            let growing = SHARED.then(|| self.common.growing.read().unwrap_or_else(PoisonError::into_inner));
            let at_once = self.batch.as_ref().map_or(BATCH, |batch| self.part_size(batch));
            let claimed = claim(&self.common.begun.0, most, at_once);
            self.begin_batch();
            let under_way = self.under_way();
            let mut spent = 0;
            let mut end = Ok(());
            if self.batch.is_some() {
                end = self.work_together(claimed, &mut spent);
            }
            while self.batch.is_none()
                && spent < claimed
                && end.is_ok()
                && self.common.proof.load(Relaxed) == 0
                && !self.tree.is_full()
            {
                end = self.iterate();
                spent += u64::from(end.is_ok());
            }
            let mut done = self.finished(claimed, under_way, spent);
            self.hand_in();
            drop(growing);
            match end {
                Err(Halt::Stopped) => return Ok(()),
                end => end?,
            }
            if claimed + spent == 0 || self.common.proof.load(Relaxed) != 0 {
                return Ok(());
            }
            if self.under_way() > 0 && (done >= due || self.tree.is_full()) {
                let (under_way, mut spent) = (self.under_way(), 0);
                let end = self.flush(&mut spent);
                done = self.finished(0, under_way, spent);
                match end {
                    Err(Halt::Stopped) => return Ok(()),
                    end => end?,
                }
            }
            if let Some(emit) = emit.as_mut().filter(|_| done >= due) {
                due *= 2;
                self.report(emit);
            }
            if self.tree.is_full() {
                let _alone = self.common.growing.write().unwrap_or_else(PoisonError::into_inner);
                if self.tree.is_full() {
                    self.tree.recycle();
                }
            }
        }
    }

    /// Walks whose games are played at the moment.
    fn under_way(&self) -> u64 {
        self.batch.as_ref().map_or(0, Batch::under_way)
    }

    /// Counts what became of walks that were claimed or under way before; how many of all threads are finished.
    fn finished(&self, claimed: u64, under_way: u64, spent: u64) -> u64 {
        let kept = spent + self.under_way();
        self.common.begun.0.fetch_sub((claimed + under_way).wrapping_sub(kept), Relaxed);
        self.common.done.0.fetch_add(spent, Relaxed) + spent
    }
}

/// Playouts that the caller may begin now, of `most` in all.
fn claim(begun: &AtomicU64, most: u64, at_once: u64) -> u64 {
    let before = begun.fetch_add(at_once, Relaxed);
    let claimed = most.saturating_sub(before).min(at_once);
    begun.fetch_sub(at_once - claimed, Relaxed);
    claimed
}
