//! The progress of long work, and its stop flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::search::control::{Halt, Stop};

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// Finding states; their number is not known yet.
    Reaching = 0,
    /// Deciding them.
    Solving = 1,
    /// Writing the file.
    Writing = 2,
    /// Checking each against its successors.
    Verifying = 3,
}

/// Shared by the threads that work and the one that reports.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    phase: AtomicU8,
    done: AtomicU64,
    total: AtomicU64,
    stop: Stop,
}

impl Progress {
    /// Another part of the work begins; `total` is 0 if it is not known.
    pub fn begin(&self, phase: Phase, total: u64) {
        self.0.phase.store(phase as u8, Ordering::Relaxed);
        self.0.done.store(0, Ordering::Relaxed);
        self.0.total.store(total, Ordering::Relaxed);
    }

    /// Sets how much has been done in this part.
    pub fn set(&self, done: u64) {
        self.0.done.store(done, Ordering::Relaxed);
    }

    /// Adds to what has been done in this part.
    pub fn advance(&self, more: u64) {
        self.0.done.fetch_add(more, Ordering::Relaxed);
    }

    /// The number of the part, what has been done in it, and how much there is.
    pub fn progress(&self) -> (u8, u64, u64) {
        (self.0.phase.load(Ordering::Relaxed), self.0.done.load(Ordering::Relaxed), self.0.total.load(Ordering::Relaxed))
    }

    /// The flag that ends the work.
    pub fn stop(&self) -> &Stop {
        &self.0.stop
    }

    /// Whether there is a reason to stop.
    pub fn look_up(&self) -> Result<(), Halt> {
        if self.0.stop.is_set() { Err(Halt::Stopped) } else { Ok(()) }
    }
}
