//! The door between Python and Rust: conversions, the GIL, Ctrl-C and errors. No logic.

mod backend;
mod building;
mod interpreted;
mod oracle;
mod search;
mod tables;

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(_core, RuleFault, PyException, "A compiled or native rule failed: (rule, packed state, move, code).");

/// Search and flagship rules in Rust.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::RuleFault;
    #[pymodule_export]
    use super::backend::{PyBackend, PyGrowth, PyTable};
    #[pymodule_export]
    use super::building::PyBuilding;
    #[pymodule_export]
    use super::oracle::{PyOracle, PyStateTable};
    #[pymodule_export]
    use super::search::{PyFound, PySearch};
    #[pymodule_export]
    use super::tables::{PyTableFile, PyTableSet, build_tables, plan_tables, table_entry, table_name, table_names, verify_table};
}
