//! Endgame tables: opening, probing, building and verifying them, with the GIL released where it takes long.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use zermelo::tables::cache::Cache;
use zermelo::tables::error::{Answer, TableError};
use zermelo::tables::file::{BLOCK, Label, Table};
use zermelo::tables::{value, writer};

/// One table, opened.
#[pyclass(name = "TableFile", module = "zermelo._core", frozen)]
pub struct PyTableFile {
    table: Arc<Table>,
    cache: Cache,
}

#[pymethods]
impl PyTableFile {
    #[new]
    #[pyo3(signature = (path, memory = 1 << 22))]
    fn new(py: Python<'_>, path: PathBuf, memory: usize) -> PyResult<Self> {
        let table = Arc::new(answer(py, Table::open(&path))?);
        Ok(Self { table, cache: Cache::new(memory) })
    }

    /// Writes a table: `entries` are its values, `width` bytes each, one after another.
    #[staticmethod]
    fn write(
        py: Python<'_>,
        path: PathBuf,
        game: String,
        name: String,
        facts: String,
        width: usize,
        entries: &[u8],
    ) -> PyResult<()> {
        if !(1..=2).contains(&width) || entries.len() % width != 0 {
            return Err(PyValueError::new_err(format!("{} bytes are no entries of {width} bytes each", entries.len())));
        }
        let label = Label { game, name, facts, width, entries: (entries.len() / width) as u64, block: BLOCK };
        let mut fill = |first: u64, place: &mut [u8]| {
            let start = first as usize * width;
            place.copy_from_slice(&entries[start..start + place.len()]);
            Ok(())
        };
        let written = py.detach(|| writer::write(&path, &label, writer::THOROUGHLY, &mut fill));
        answer(py, written)
    }

    /// The game.
    #[getter]
    fn game(&self) -> &str {
        &self.table.label().game
    }

    /// The table's name.
    #[getter]
    fn name(&self) -> &str {
        &self.table.label().name
    }

    /// What is known of the whole, as JSON.
    #[getter]
    fn facts(&self) -> &str {
        &self.table.label().facts
    }

    /// How many entries there are.
    #[getter]
    fn entries(&self) -> u64 {
        self.table.label().entries
    }

    /// Bytes of an entry.
    #[getter]
    fn width(&self) -> usize {
        self.table.label().width
    }

    /// Bytes of the file.
    #[getter]
    fn size(&self) -> u64 {
        self.table.size()
    }

    /// An entry as it is stored.
    fn entry(&self, py: Python<'_>, index: u64) -> PyResult<u16> {
        answer(py, self.table.entry(index, &self.cache))
    }

    /// (outcome for the side to move, plies to the end); None where there is no position.
    fn probe(&self, py: Python<'_>, index: u64) -> PyResult<Option<(i8, u32)>> {
        let verdict = answer(py, self.table.probe(index, &self.cache))?;
        Ok(verdict.map(|verdict| (verdict.outcome, verdict.plies)))
    }

    /// Unpacks every block; raises if one is damaged.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let mut out = Vec::new();
        answer(py, py.detach(|| (0..self.table.label().blocks()).try_for_each(|block| self.table.unpack(block, &mut out))))
    }
}

/// The entry of `width` bytes for an outcome and a number of plies; for no position when the outcome is None.
#[pyfunction]
pub fn table_entry(outcome: Option<i8>, plies: u32, width: usize) -> PyResult<u16> {
    let verdict = outcome.map(|outcome| zermelo::tables::Verdict { outcome: outcome.signum(), plies });
    value::encode(verdict, width)
        .ok_or_else(|| PyValueError::new_err(format!("{plies} plies do not fit an entry of {width} bytes")))
}

/// Turns what went wrong into an exception.
fn answer<T>(py: Python<'_>, answer: Answer<T>) -> PyResult<T> {
    answer.map_err(|error| table_error(py, &error))
}

fn table_error(py: Python<'_>, error: &TableError) -> PyErr {
    let make = || Ok(PyErr::from_value(py.import("zermelo.errors")?.getattr("TableError")?.call1((error.to_string(),))?));
    make().unwrap_or_else(|error| error)
}
