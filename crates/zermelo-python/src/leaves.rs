//! Random games by number: plans of them from Python, and those of a search that Python plays, on a GPU.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zermelo::search::Stop;
use zermelo::search::control::Reason;
use zermelo::search::montecarlo::batches::LeafPlayer;
use zermelo::search::montecarlo::random_games::{Plan, Policy};

use crate::places::{Ended, Places, PyPlaces};

/// A `Plan` of the specification.
#[derive(FromPyObject)]
pub struct GivenPlan {
    states: Vec<u8>,
    per: u64,
    firsts: Option<Vec<i64>>,
    begin: u64,
    count: u64,
    seed: i128,
    cap: u64,
    bins: usize,
    policy: String,
    details: bool,
}

impl GivenPlan {
    /// Checks it, for states of so many bytes.
    pub fn read(self, size: usize, threads: usize) -> PyResult<Plan> {
        let policy = Policy::named(&self.policy);
        let policy = policy.ok_or_else(|| PyValueError::new_err("a policy is moves, forced or playout"))?;
        let per = self.per.max(1);
        if (self.states.len() as u64) < self.count.div_ceil(per).saturating_mul(size as u64) {
            return Err(PyValueError::new_err("there are fewer states than the games begin in"));
        }
        let Self { states: starts, firsts, begin, count, cap, bins, details, .. } = self;
        Ok(Plan { starts, per, firsts, begin, count, seed: self.seed as u64, cap, bins, policy, details, threads })
    }
}

/// The flag that ends a search or another job, for code in Python that it waits for, or that may stop it.
#[pyclass(name = "Stopping", module = "zermelo._core", frozen)]
pub struct PyStopping(pub(crate) Stop);

#[pymethods]
impl PyStopping {
    #[new]
    fn new() -> Self {
        Self(Stop::default())
    }

    /// Whether the search has to end.
    fn is_set(&self) -> bool {
        self.0.is_set()
    }

    /// Ends it; any thread may call this.
    fn now(&self) {
        self.0.now(Reason::Stop);
    }
}

/// A function in Python that plays the games of a batch: of the records, games from each, the number of the first, how many, and a
/// [`PyStopping`]. It answers with a table, or None if the search has to end; it keeps its errors to itself. With places on a GPU, games are begun there
/// without it, and it is asked only if something fails.
pub struct PyLeafPlayer {
    player: Py<PyAny>,
    places: Option<Arc<Places>>,
}

impl PyLeafPlayer {
    pub fn shared(player: Py<PyAny>, places: Option<&PyPlaces>) -> Arc<dyn LeafPlayer> {
        Arc::new(Self { player, places: places.map(|places| places.0.clone()) })
    }
}

impl LeafPlayer for PyLeafPlayer {
    fn begin(&self, plan: &Plan) -> Option<usize> {
        self.places.as_ref()?.begin(plan)
    }

    fn table(&self, number: usize, plan: &Plan, stop: &Stop) -> Option<Vec<i64>> {
        match self.places.as_ref()?.table(number, stop) {
            Ended::With(table) => Some(table),
            Ended::Stopped => None,
            Ended::Failed => self.play(plan, stop),
        }
    }

    fn forget(&self, number: usize) {
        if let Some(places) = &self.places {
            places.free(number);
        }
    }

    fn play(&self, plan: &Plan, stop: &Stop) -> Option<Vec<i64>> {
        Python::attach(|py| {
            let arguments = (PyBytes::new(py, &plan.starts), plan.per, plan.begin, plan.count, PyStopping(stop.clone()));
            let table: Option<Vec<u8>> = self.player.call1(py, arguments).and_then(|answer| answer.extract(py)).ok()?;
            let (words, _) = table.as_ref()?.as_chunks::<8>();
            Some(words.iter().map(|word| i64::from_le_bytes(*word)).collect())
        })
    }
}
