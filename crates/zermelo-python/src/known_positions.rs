//! Open tablebases: `StateTable` for Python, `KnownPositions` for searches.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use zermelo::tablebases::hashed::StateTablebase;
use zermelo::tablebases::{Any, KnownPositions, Label, Verdict};

use crate::building::table_error;

/// Positions that need no search.
#[pyclass(name = "KnownPositions", module = "zermelo._core", frozen)]
pub struct PyKnownPositions(pub Arc<dyn KnownPositions>);

#[pymethods]
impl PyKnownPositions {
    /// All of these as one.
    #[staticmethod]
    fn any(positions: Vec<PyRef<'_, Self>>) -> Self {
        Self(Arc::new(Any(positions.into_iter().map(|each| each.0.clone()).collect())))
    }

    /// Outcome for the player to move and plies to the end; None if the state is not known.
    fn probe(&self, state: &[u8]) -> Option<(i8, u32)> {
        self.0.probe(state).map(pair)
    }
}

/// A tablebase whose states are found by their hashes.
#[pyclass(name = "StateTable", module = "zermelo._core", frozen)]
pub struct PyStateTable {
    pub table: Arc<StateTablebase>,
    #[pyo3(get)]
    game: String,
    #[pyo3(get)]
    name: String,
    /// Statistics of the whole tablebase, as JSON.
    #[pyo3(get)]
    facts: String,
    /// Bytes of the file.
    #[pyo3(get)]
    size: u64,
}

#[pymethods]
impl PyStateTable {
    #[new]
    #[allow(clippy::needless_pass_by_value)]
    fn new(py: Python<'_>, path: PathBuf, memory: usize) -> PyResult<Self> {
        let table = StateTablebase::open(&path, memory).map_err(|error| table_error(py, &error))?;
        let Label { game, name, facts, .. } = table.table.label.clone();
        Ok(Self { game, name, facts, size: table.table.size(), table: Arc::new(table) })
    }

    /// Outcome for the player to move and plies to the end; None if the state is not in the tablebase.
    fn probe(&self, py: Python<'_>, state: &[u8]) -> PyResult<Option<(i8, u32)>> {
        let found = self.table.find(state).map_err(|error| table_error(py, &error))?;
        Ok(found.map(pair))
    }

    /// The same for searches.
    fn known_positions(&self) -> PyKnownPositions {
        PyKnownPositions(self.table.clone())
    }
}

/// A verdict as a pair for Python.
pub fn pair(verdict: Verdict) -> (i8, u32) {
    (verdict.outcome, verdict.plies)
}
