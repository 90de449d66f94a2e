//! The door between Python and Rust: conversions, the GIL, Ctrl-C and errors. No logic, except that `places` starts kernels of a GPU.

mod advice;
mod backend;
mod building;
mod hidden;
mod interpreted;
mod kept;
mod known_positions;
mod leaves;
mod places;
mod reading;
mod search;
mod tablebases;

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(_core, RuleFault, PyException, "A compiled or native rule failed: (rule, packed state, move, code).");

create_exception!(
    _core,
    WordFault,
    PyException,
    "A word failed: (word, state, root, move, code); or a tree has no end: (table, advice)."
);

/// Search and flagship rules in Rust.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::advice::{PyAdvice, PyAdvised, PyVerified, PyWatch};
    #[pymodule_export]
    use super::backend::PyBackend;
    #[pymodule_export]
    use super::building::PyBuilding;
    #[pymodule_export]
    use super::hidden::{PyRegretMinimiser, PySampledRegrets, PySequenceForm};
    #[pymodule_export]
    use super::kept::{PyOpponentList, PyTranspositionTable, PyUctTree};
    #[pymodule_export]
    use super::known_positions::{PyKnownPositions, PyStateTable};
    #[pymodule_export]
    use super::leaves::PyStopping;
    #[pymodule_export]
    use super::places::PyPlaces;
    #[pymodule_export]
    use super::search::{PyFound, PySearch};
    #[pymodule_export]
    use super::tablebases::{PyTableFile, PyTableSet, build_tables, plan_tables, table_name, table_names, verify_table};
    #[pymodule_export]
    use super::{RuleFault, WordFault};
}
