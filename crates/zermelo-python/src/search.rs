//! Searches run in their own threads, with the GIL released unless the rules are Python. Ctrl-C stops them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use zermelo::engine::backend::Backend;
use zermelo::search::control::{Halt, Job, Reason, Report, Stop};
use zermelo::search::montecarlo::scale::Rates;
use zermelo::search::montecarlo::tree::Grown;
use zermelo::search::trace::Visit;

use crate::backend::halt_error;

/// Enough for the deepest search with the largest states; the system allocates it page by page.
const STACK: usize = 512 << 20;
/// How often a waiting thread looks for Ctrl-C.
const TICK: Duration = Duration::from_millis(4);

/// What a search reports; moves are numbers, the score is relative to the player to move.
#[pyclass(name = "Found", module = "zermelo._core", frozen, get_all)]
pub struct PyFound {
    depth: Option<u32>,
    r#move: i32,
    score: Option<f64>,
    line: Vec<i32>,
    others: Vec<(i32, Option<f64>, Vec<i32>)>,
    values: Option<Vec<f64>>,
    nodes: u64,
    seconds: f64,
    exact: bool,
    stopped: Option<String>,
    #[allow(clippy::type_complexity)]
    visits: Option<Vec<(i32, i32, i32, f64, f64, f64, u8, Vec<f64>)>>,
    total: u64,
    playouts: Option<u64>,
    capped: u64,
    trials: Vec<(i32, u32, Option<f64>, Option<f64>)>,
    grown: Vec<(i32, i32, u32, f64, Option<Rates>)>,
}

fn grown(each: Grown) -> (i32, i32, u32, f64, Option<Rates>) {
    (each.parent, each.choice, each.visits, each.total, each.proof)
}

impl From<Report> for PyFound {
    fn from(report: Report) -> Self {
        let total = report.tree.as_ref().map_or(0, |tree| tree.total);
        let row = |v: Visit| (v.parent, v.choice, v.player, v.alpha, v.beta, v.value, v.why as u8, v.values);
        let visits = report.tree.map(|tree| tree.visits.into_iter().map(row).collect());
        Self {
            depth: report.depth,
            r#move: report.found.choice,
            score: report.found.score,
            line: report.found.line,
            values: report.found.values,
            others: report.found.others.into_iter().map(|other| (other.choice, other.score, other.line)).collect(),
            nodes: report.nodes,
            seconds: report.seconds,
            exact: report.exact,
            stopped: report.stopped.map(|reason| reason.name().to_owned()),
            visits,
            total,
            playouts: report.sampled.as_ref().map(|sampled| sampled.playouts),
            capped: report.sampled.as_ref().map_or(0, |sampled| sampled.capped),
            grown: report.sampled.map_or_else(Vec::new, |sampled| sampled.grown.into_iter().map(grown).collect()),
            trials: report.found.trials.into_iter().map(|t| (t.choice, t.visits, t.value, t.proof)).collect(),
        }
    }
}

enum Event {
    Report(Report),
    /// The last one; an error is the message of a panic.
    End(Result<Result<(), Halt>, String>),
}

/// A search under way. One thread may wait for reports while another stops it.
#[pyclass(name = "Search", module = "zermelo._core", frozen)]
pub struct PySearch {
    events: Mutex<Receiver<Event>>,
    stop: Stop,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl PySearch {
    /// Starts a thread that runs the job.
    pub fn start(core: Arc<dyn Backend>, interpreted: bool, job: Job, record: Vec<u8>, seconds: Option<f64>) -> PyResult<Self> {
        let stop = Stop::default();
        let (sender, events) = channel();
        let flag = stop.clone();
        let work = move || {
            let alarm = seconds.map(|seconds| Alarm::set(seconds, &flag));
            let emit = sender.clone();
            let run = || core.search(&job, &record, flag, &mut |report| drop(emit.send(Event::Report(report))));
            let end = guarded(interpreted, run);
            drop(alarm);
            drop(sender.send(Event::End(end)));
        };
        Ok(Self { events: Mutex::new(events), stop, thread: Mutex::new(Some(spawn(work)?)) })
    }
}

#[pymethods]
impl PySearch {
    /// The next report; None when there are no more.
    fn next(&self, py: Python<'_>) -> PyResult<Option<PyFound>> {
        if self.ended() {
            return Ok(None);
        }
        let end = match wait(py, &self.events, &self.stop)? {
            Event::Report(report) => return Ok(Some(report.into())),
            Event::End(Ok(Ok(()))) => Ok(None),
            Event::End(Ok(Err(halt))) => Err(halt_error(py, &halt)),
            Event::End(Err(message)) => Err(panic_error(&message)),
        };
        self.join(py);
        end
    }

    /// Ends the search; its last report follows.
    fn stop(&self, reason: &str) -> PyResult<()> {
        let known = Reason::named(reason).filter(|&reason| reason != Reason::Nodes);
        let unknown = || format!("unknown stop reason `{reason}`; expected stop, interrupt or seconds");
        self.stop.now(known.ok_or_else(|| PyValueError::new_err(unknown()))?);
        Ok(())
    }
}

impl PySearch {
    fn ended(&self) -> bool {
        self.thread.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn join(&self, py: Python<'_>) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(thread) = thread {
            py.detach(|| drop(thread.join()));
        }
    }
}

impl Drop for PySearch {
    fn drop(&mut self) {
        self.stop.now(Reason::Stop);
        Python::attach(|py| self.join(py));
    }
}

/// Raises the stop flag at the deadline, unless it is dropped before.
pub struct Alarm(#[allow(dead_code)] Sender<()>);

impl Alarm {
    /// Sets the alarm.
    pub fn set(seconds: f64, stop: &Stop) -> Self {
        let (sender, receiver) = channel::<()>();
        let stop = stop.clone();
        let duration = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        thread::spawn(move || {
            if receiver.recv_timeout(duration) == Err(RecvTimeoutError::Timeout) {
                stop.now(Reason::Seconds);
            }
        });
        Self(sender)
    }
}

/// Runs a job in a thread with a large stack and waits for it; Ctrl-C stops it.
pub fn supervise<T: Send + 'static>(
    py: Python<'_>,
    interpreted: bool,
    job: impl FnOnce(&Stop) -> Result<T, Halt> + Send + 'static,
) -> PyResult<T> {
    supervise_until(py, interpreted, &Stop::default(), job)
}

/// The same; another thread may stop the job as well.
pub fn supervise_until<T: Send + 'static>(
    py: Python<'_>,
    interpreted: bool,
    stop: &Stop,
    job: impl FnOnce(&Stop) -> Result<T, Halt> + Send + 'static,
) -> PyResult<T> {
    let (sender, events) = channel();
    let events = Mutex::new(events);
    let flag = stop.clone();
    let thread = spawn(move || drop(sender.send(guarded(interpreted, || job(&flag)))))?;
    let answer = wait(py, &events, stop);
    py.detach(|| drop(thread.join()));
    match answer? {
        _ if stop.reason() == Some(Reason::Interrupt) => Err(PyKeyboardInterrupt::new_err(())),
        Ok(answer) => answer.map_err(|halt| halt_error(py, &halt)),
        Err(message) => Err(panic_error(&message)),
    }
}

pub fn spawn(work: impl FnOnce() + Send + 'static) -> PyResult<JoinHandle<()>> {
    thread::Builder::new()
        .name("zermelo-search".into())
        .stack_size(STACK)
        .spawn(work)
        .map_err(|error| PyMemoryError::new_err(format!("cannot start a thread for the search: {error}")))
}

/// Runs a job, with the GIL held throughout if the rules are Python, and turns a panic into its message.
pub fn guarded<T>(interpreted: bool, run: impl FnOnce() -> T) -> Result<T, String> {
    let ended = catch_unwind(AssertUnwindSafe(|| if interpreted { Python::attach(|_| run()) } else { run() }));
    ended.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
    })
}

/// The next event, with the GIL released. The first Ctrl-C stops the search, a second one is raised.
fn wait<T: Send>(py: Python<'_>, events: &Mutex<Receiver<T>>, stop: &Stop) -> PyResult<T> {
    loop {
        match py.detach(|| events.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(TICK)) {
            Ok(event) => return Ok(event),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(panic_error("the search thread ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(signal) = py.check_signals() {
            if stop.reason() == Some(Reason::Interrupt) || !signal.is_instance_of::<PyKeyboardInterrupt>(py) {
                stop.now(Reason::Stop);
                return Err(signal);
            }
            stop.now(Reason::Interrupt);
        }
    }
}

pub fn panic_error(message: &str) -> PyErr {
    PyRuntimeError::new_err(format!("the search failed, which is a bug in Zermelo: {message}"))
}
