//! Tablebases: opening, probing, building and verifying them, with the GIL released for long work.

// Arguments that Python converts arrive by value.
#![allow(clippy::needless_pass_by_value)]

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zermelo::tablebases::builder::Effort;
use zermelo::tablebases::folder::Step;
use zermelo::tablebases::set::AnyTablebaseSet;
use zermelo::tablebases::{Answer, Cache, Label, Tablebase, endings};

use crate::building::table_error;
use crate::known_positions::{PyKnownPositions, pair};
use crate::search::supervise;

/// Bytes of unpacked blocks that an open tablebase keeps.
const MEMORY: usize = 4 << 20;

/// One open tablebase.
#[pyclass(name = "TableFile", module = "zermelo._core", frozen)]
pub struct PyTableFile {
    table: Tablebase,
    cache: Cache,
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
impl PyTableFile {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let table = answer(py, Tablebase::open(&path))?;
        let Label { game, name, facts, .. } = table.label.clone();
        Ok(Self { game, name, facts, size: table.size(), table, cache: Cache::new(MEMORY) })
    }

    /// An entry as it is stored.
    fn entry(&self, py: Python<'_>, index: u64) -> PyResult<u16> {
        answer(py, self.table.entry(index, &self.cache))
    }

    /// Unpacks every block; raises if one is damaged.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        let mut out = Vec::new();
        answer(py, py.detach(|| (0..self.table.label.blocks()).try_for_each(|block| self.table.unpack(block, &mut out))))
    }
}

/// The tablebases of a game's endings in a folder.
#[pyclass(name = "TableSet", module = "zermelo._core", frozen)]
pub struct PyTableSet(Arc<dyn AnyTablebaseSet>);

#[pymethods]
impl PyTableSet {
    #[new]
    #[pyo3(signature = (folder, game, *, memory = 67_108_864, quiet = 0, upwards = false))]
    fn new(py: Python<'_>, folder: PathBuf, game: &str, memory: usize, quiet: u32, upwards: bool) -> PyResult<Self> {
        answer(py, endings::open(game, &folder, memory, quiet, upwards)).map(Self)
    }

    fn names(&self) -> Vec<String> {
        self.0.names()
    }

    /// The name of the tablebase for a position, even if it is not built; None if there is no such ending.
    fn name(&self, state: &[u8]) -> Option<String> {
        self.0.name(state)
    }

    /// (outcome for the side to move, plies to the end), without draws by lack of progress.
    fn ask(&self, py: Python<'_>, state: &[u8]) -> PyResult<Option<(i8, u32)>> {
        Ok(answer(py, self.0.ask(state))?.map(pair))
    }

    /// The state with the longest win of a tablebase; None if it has no wins.
    fn longest<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(answer(py, self.0.longest(name))?.map(|record| PyBytes::new(py, &record)))
    }

    /// For searches.
    fn known_positions(&self) -> PyKnownPositions {
        PyKnownPositions(self.0.clone())
    }
}

/// The names of a game's endings with this many pieces.
#[pyfunction]
pub fn table_names(py: Python<'_>, game: &str, pieces: usize) -> PyResult<Vec<String>> {
    answer(py, endings::names(game, pieces))
}

/// The standard name of an ending.
#[pyfunction]
pub fn table_name(py: Python<'_>, game: &str, name: &str) -> PyResult<String> {
    answer(py, endings::usual(game, name))
}

/// The names of the tablebases that have to be built, their positions, and the memory that this takes, in bytes.
#[pyfunction]
pub fn plan_tables(py: Python<'_>, folder: PathBuf, game: &str, names: Vec<String>) -> PyResult<(Vec<String>, u64, u64)> {
    let plan = answer(py, py.detach(|| endings::plan(game, &folder, &names)))?;
    Ok((plan.names, plan.positions, plan.memory))
}

/// Builds tablebases and those that they need; a checkpoint is saved every `seconds` seconds. `progress` is called with the name
/// of the tablebase, its number, the number of tablebases, the level, what is done, and the total.
#[pyfunction]
#[pyo3(signature = (folder, game, names, *, threads, seconds = 60.0, progress = None))]
pub fn build_tables(
    py: Python<'_>,
    folder: PathBuf,
    game: String,
    names: Vec<String>,
    threads: usize,
    seconds: f64,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    let effort = Effort { threads, every: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX) };
    run(py, progress, move |tell| {
        let mut watch = |step: &Step| {
            tell(&|py, progress| progress.call1(py, (&step.name, step.number, step.tables, step.level, step.done, step.total)))
        };
        endings::build(&game, &folder, &names, effort, &mut watch)
    })
}

/// Checks every value of a tablebase against its successors. `progress` is called with what is done and the total.
#[pyfunction]
#[pyo3(signature = (folder, game, name, *, threads, progress = None))]
pub fn verify_table(
    py: Python<'_>,
    folder: PathBuf,
    game: String,
    name: String,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<()> {
    run(py, progress, move |tell| {
        endings::verify(&game, &folder, &name, threads, &mut |done, total| {
            tell(&|py, progress| progress.call1(py, (done, total)))
        })
    })
}

/// A call of the Python function `progress`.
type Call<'a> = &'a dyn Fn(Python<'_>, &Py<PyAny>) -> PyResult<Py<PyAny>>;

/// Runs work in its own thread and waits for it; Ctrl-C stops it. The work calls `progress`, which returns
/// false after Ctrl-C, or if the Python function has raised.
fn run(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn FnMut(Call<'_>) -> bool) -> Answer<()> + Send + 'static,
) -> PyResult<()> {
    let (ended, raised) = supervise(py, false, move |stop| {
        let mut raised = None;
        let mut tell = |call: Call<'_>| {
            if let Some(progress) = &progress {
                raised = Python::attach(|py| call(py, progress).err());
            }
            raised.is_none() && !stop.is_set()
        };
        Ok((work(&mut tell), raised))
    })?;
    raised.map_or_else(|| answer(py, ended), Err)
}

/// Turns an error into an exception.
fn answer<T>(py: Python<'_>, answer: Answer<T>) -> PyResult<T> {
    answer.map_err(|error| table_error(py, &error))
}
