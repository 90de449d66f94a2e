//! The progress of long work, and its stop flag.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::search::{Halt, Stop};

/// Finding states; their number is not known yet.
pub const REACHING: u32 = 0;
pub const SOLVING: u32 = 1;
pub const WRITING: u32 = 2;
/// Checking each against its successors.
pub const VERIFYING: u32 = 3;

/// Shared by the threads that work and the one that reports.
#[derive(Debug, Default)]
pub struct Progress {
    stage: AtomicU32,
    done: AtomicU64,
    total: AtomicU64,
    pub stop: Stop,
}

impl Progress {
    /// Another stage of the work begins; `total` is 0 if it is not known.
    pub fn begin(&self, stage: u32, total: u64) {
        self.stage.store(stage, Relaxed);
        self.done.store(0, Relaxed);
        self.total.store(total, Relaxed);
    }

    /// Sets how much has been done in this stage.
    pub fn set(&self, done: u64) {
        self.done.store(done, Relaxed);
    }

    /// Adds to what has been done in this stage.
    pub fn advance(&self, more: u64) {
        self.done.fetch_add(more, Relaxed);
    }

    /// There is this much to do in this stage, as far as is known.
    pub fn expect(&self, total: u64) {
        self.total.store(total, Relaxed);
    }

    /// The number of the stage, what has been done in it, and how much there is.
    pub fn look(&self) -> (u32, u64, u64) {
        (self.stage.load(Relaxed), self.done.load(Relaxed), self.total.load(Relaxed))
    }

    /// Whether there is a reason to stop.
    pub fn look_up(&self) -> Result<(), Halt> {
        if self.stop.is_set() { Err(Halt::Stopped) } else { Ok(()) }
    }
}
