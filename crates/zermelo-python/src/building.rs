//! Work on tablebases in its own thread, which Python can watch, stop and wait for.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use zermelo::engine::backend::Backend;
use zermelo::search::control::{Halt, Reason};
use zermelo::tablebases::check::{Contradiction, Inspection};
use zermelo::tablebases::graph::{Plan, Summary};
use zermelo::tablebases::hashed::StateTablebase;
use zermelo::tablebases::{AnalysisError, Progress, TablebaseError};

use crate::backend::{halt_error, own_error};
use crate::known_positions::pair;
use crate::search::{guarded, panic_error, spawn};

enum Done {
    Built(Summary),
    Checked(u64, Option<Contradiction>),
}

type Ended = Result<Result<Done, AnalysisError>, String>;

/// Work under way. One thread waits for it and may stop it.
#[pyclass(name = "Building", module = "zermelo._core", frozen)]
pub struct PyBuilding {
    game: String,
    memory: usize,
    watch: Arc<Progress>,
    ended: Mutex<(Receiver<Ended>, Option<Ended>)>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl PyBuilding {
    /// Starts retrograde analysis.
    pub fn build(core: Arc<dyn Backend>, interpreted: bool, plan: Plan) -> PyResult<Self> {
        let (game, memory) = (plan.game.clone(), plan.memory);
        Self::start(game, memory, interpreted, move |watch| core.build_table(&plan, watch).map(Done::Built))
    }

    /// Starts checking a tablebase.
    pub fn check(core: Arc<dyn Backend>, interpreted: bool, how: Inspection, table: Arc<StateTablebase>) -> PyResult<Self> {
        let (game, memory) = (table.table.label.game.clone(), how.memory);
        Self::start(game, memory, interpreted, move |watch| {
            core.check_table(&how, &table, watch).map(|(states, wrong)| Done::Checked(states, wrong))
        })
    }

    fn start(
        game: String,
        memory: usize,
        interpreted: bool,
        work: impl FnOnce(&Progress) -> Result<Done, AnalysisError> + Send + 'static,
    ) -> PyResult<Self> {
        let watch = Arc::<Progress>::default();
        let (sender, receiver) = channel();
        let seen = watch.clone();
        let thread = spawn(move || drop(sender.send(guarded(interpreted, || work(&seen)))))?;
        Ok(Self { game, memory, watch, ended: Mutex::new((receiver, None)), thread: Mutex::new(Some(thread)) })
    }
}

#[pymethods]
impl PyBuilding {
    /// Waits at most this long; whether the work has ended.
    fn wait(&self, py: Python<'_>, seconds: f64) -> bool {
        py.detach(|| {
            let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
            if ended.1.is_none() {
                let patience = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
                ended.1 = match ended.0.recv_timeout(patience) {
                    Ok(end) => Some(end),
                    Err(RecvTimeoutError::Disconnected) => Some(Err("the thread ended without a result".into())),
                    Err(RecvTimeoutError::Timeout) => None,
                };
            }
            ended.1.is_some()
        })
    }

    /// The number of the part that is under way, what has been done in it, and how much there is; 0 if it is not known.
    fn progress(&self) -> (u32, u64, u64) {
        self.watch.look()
    }

    /// Ends the work; what has been reached so far is kept.
    fn stop(&self) {
        self.watch.stop.now(Reason::Stop);
    }

    /// The result, once the work has ended.
    fn result<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner).1.take();
        match ended {
            None => Err(PyRuntimeError::new_err("the work on the tablebase has not ended")),
            Some(Err(message)) => Err(panic_error(&message)),
            Some(Ok(Err(trouble))) => Err(self.error(py, &trouble)),
            Some(Ok(Ok(done))) => tell(py, &done),
        }
    }
}

impl PyBuilding {
    fn error(&self, py: Python<'_>, trouble: &AnalysisError) -> PyErr {
        let Self { game, memory, .. } = self;
        let message = match trouble {
            AnalysisError::Halt(Halt::Stopped) => return table_error(py, &TablebaseError::Stopped),
            AnalysisError::Halt(halt) => return halt_error(py, halt),
            AnalysisError::File(error) => return table_error(py, error),
            AnalysisError::Full { states } => format!(
                "the tablebase of {game} does not fit into {:.1} MB of memory: {states} states had been reached; \
                 give it more memory, or use a smaller game",
                *memory as f64 / f64::from(1 << 20)
            ),
            AnalysisError::Utility(utility) => format!(
                "tablebases know only wins, draws and losses, but {game} can end with a utility of {utility}; search it with alphabeta()"
            ),
            AnalysisError::Chance => {
                format!("tablebases need a game without chance, but {game} has chance nodes; search it with expectiminimax()")
            }
            AnalysisError::TooLong => format!("a win in {game} takes more plies than a tablebase can store"),
        };
        own_error(py, "TableError", &message)
    }
}

impl Drop for PyBuilding {
    fn drop(&mut self) {
        self.watch.stop.now(Reason::Stop);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            Python::attach(|py| py.detach(|| drop(thread.join())));
        }
    }
}

/// The exception for a tablebase that cannot be used.
pub fn table_error(py: Python<'_>, error: &TablebaseError) -> PyErr {
    own_error(py, "TableError", &error.to_string())
}

fn tell<'py>(py: Python<'py>, done: &Done) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    match done {
        Done::Built(summary) => {
            told.set_item("states", summary.states)?;
            told.set_item("resumed", summary.resumed)?;
        }
        Done::Checked(states, wrong) => {
            told.set_item("states", states)?;
            let wrong = wrong.as_ref().map(|it| (PyBytes::new(py, &it.record), it.stored.map(pair), it.right.map(pair)));
            told.set_item("wrong", wrong)?;
        }
    }
    Ok(told)
}
