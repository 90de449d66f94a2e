//! Errors of tablebases. Every message is one sentence that says what to do.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::game::Fault;
use crate::search::Halt;

/// What went wrong with a tablebase.
#[derive(Debug)]
pub enum TablebaseError {
    /// Another kind of file.
    NotATable(PathBuf),
    /// A tablebase with another file layout, with its version.
    OtherVersion(PathBuf, u32),
    /// A tablebase whose end is missing.
    Truncated(PathBuf),
    /// A tablebase whose head does not match its checksum.
    Damaged(PathBuf),
    /// A block does not match its checksum, with the number of the block.
    DamagedBlock(PathBuf, u64),
    /// A tablebase for something else: what was found, what was expected.
    Another(PathBuf, String, String),
    /// The disk is full, or the file may not grow.
    NoRoom(PathBuf),
    /// The machine does not have this many bytes of memory.
    NoMemory(u64),
    /// The system refused.
    Io(PathBuf, io::Error),
    /// An entry beyond the last: the entry, and how many there are.
    Outside(u64, u64),
    /// An unknown game or tablebase, or an invalid argument.
    Unknown(String),
    /// A tablebase that another one needs is missing.
    Missing(PathBuf),
    /// A value that contradicts its successors: the tablebase, the entry, the stored value and the right one.
    Wrong(String, u64, String, String),
    Stopped,
}

/// The result of using tablebases.
pub type Answer<T> = Result<T, TablebaseError>;

impl TablebaseError {
    /// The error for an error of the system; a full disk has its own.
    pub fn io(path: &Path, error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::FileTooLarge | ErrorKind::QuotaExceeded => Self::NoRoom(path.into()),
            _ => Self::Io(path.into(), error),
        }
    }
}

const AGAIN: &str = "build it again with `zermelo tablebase build`";

impl fmt::Display for TablebaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotATable(path) => write!(f, "`{}` is not a tablebase; {AGAIN}", path.display()),
            Self::OtherVersion(path, found) => {
                let ours = super::file::VERSION;
                write!(f, "`{}` has version {found}, but this Zermelo reads version {ours}; {AGAIN}", path.display())
            }
            Self::Truncated(path) => write!(f, "`{}` is incomplete: its end is missing; {AGAIN}", path.display()),
            Self::Damaged(path) => write!(f, "`{}` is damaged in its head; {AGAIN}", path.display()),
            Self::DamagedBlock(path, block) => {
                write!(f, "`{}` is damaged in block {block}; {AGAIN}", path.display())
            }
            Self::Another(path, found, wanted) => {
                write!(f, "`{}` is the tablebase {found}, not {wanted}; {AGAIN}", path.display())
            }
            Self::NoRoom(path) => {
                write!(f, "there is no room on the disk for `{}`; free some space, or choose another folder", path.display())
            }
            Self::NoMemory(bytes) => {
                write!(f, "this machine does not have {} MB of memory for this; use a smaller game", bytes.div_ceil(1 << 20))
            }
            Self::Io(path, error) if error.kind() == ErrorKind::NotFound => {
                write!(f, "there is no file `{}`; build it with `zermelo tablebase build`", path.display())
            }
            Self::Io(path, error) => write!(f, "`{}` cannot be used: {error}", path.display()),
            Self::Outside(index, size) => write!(f, "there is no entry {index} in a tablebase of {size} entries"),
            Self::Unknown(what) => f.write_str(what),
            Self::Missing(path) => {
                write!(f, "`{}` is needed first; build it with `zermelo tablebase build`", path.display())
            }
            Self::Wrong(name, index, stored, right) => {
                write!(f, "entry {index} of tablebase {name} has {stored}, but its successors give {right}; {AGAIN}")
            }
            Self::Stopped => f.write_str("the work on the tablebase was stopped; run it again to continue"),
        }
    }
}

impl std::error::Error for TablebaseError {}

/// Why an analysis cannot go on.
#[derive(Debug)]
pub enum AnalysisError {
    /// The caller said stop, or a rule failed.
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
    /// A win that takes more plies than an entry can hold.
    TooLong,
    /// Something is wrong with a file.
    File(TablebaseError),
}

impl From<Halt> for AnalysisError {
    fn from(halt: Halt) -> Self {
        Self::Halt(halt)
    }
}

impl From<Box<Fault>> for AnalysisError {
    fn from(fault: Box<Fault>) -> Self {
        Self::Halt(fault.into())
    }
}

impl From<TablebaseError> for AnalysisError {
    fn from(error: TablebaseError) -> Self {
        Self::File(error)
    }
}
