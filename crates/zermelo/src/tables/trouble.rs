//! Why an analysis cannot go on.

use super::error::TableError;
use crate::game::Fault;
use crate::search::control::Halt;

/// Why an analysis cannot go on.
#[derive(Debug)]
pub enum Trouble {
    /// Somebody said stop, or a rule failed.
    Halt(Halt),
    /// There are more states than there is memory for.
    Full {
        /// How many had been reached.
        states: u64,
    },
    /// An end that is neither win nor draw nor loss.
    Utility(f64),
    /// A state in which chance is to move.
    Chance,
    /// A win that takes longer than can be written down.
    TooLong,
    /// Two states with one hash; another salt tells them apart.
    Collision,
    /// Something is wrong with a file.
    File(TableError),
}

impl From<Halt> for Trouble {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<Box<Fault>> for Trouble {
    fn from(fault: Box<Fault>) -> Self {
        Self::Halt(fault.into())
    }
}

impl From<TableError> for Trouble {
    fn from(error: TableError) -> Self {
        Self::File(error)
    }
}
