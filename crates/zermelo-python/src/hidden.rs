//! Games in which players do not see everything: sequence forms and regret minimisation.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use zermelo::search::hidden::regret::{RegretMinimiser, Variant};
use zermelo::search::hidden::sampling::SampledRegrets;
use zermelo::search::hidden::sequence_form::SequenceForm;
use zermelo::search::{Halt, Stop};

use crate::backend::PyBackend;
use crate::leaves::PyStopping;
use crate::search::supervise_until;

/// A small game as the sequences of moves of each player.
#[pyclass(name = "SequenceForm", module = "zermelo._core", frozen)]
pub struct PySequenceForm(pub Arc<SequenceForm>);

/// A sequence form, or None if there is none.
pub type Built = PyResult<Option<PySequenceForm>>;

/// An information set: player, parent, first sequence, moves, key and view.
type Set<'py> = (i32, u32, u32, Vec<i32>, u64, Bound<'py, PyBytes>);

#[pymethods]
impl PySequenceForm {
    /// Decision, chance and terminal nodes of the tree, and the number of sequences.
    fn counts(&self) -> (u64, u64, u64, usize) {
        (self.0.decisions, self.0.chances, self.0.terminals, self.0.size)
    }

    /// At most `most` information sets, from this one on; by default all.
    #[pyo3(signature = (first=0, most=usize::MAX))]
    fn sets<'py>(&self, py: Python<'py>, first: usize, most: usize) -> Vec<Set<'py>> {
        let sets = self.0.sets.iter().skip(first).take(most);
        sets.map(|set| (set.player, set.parent, set.first, set.moves.clone(), set.key, PyBytes::new(py, &set.view))).collect()
    }

    /// The ends: the last sequence of each player, and what each player gets, times the probability of chance.
    fn ends(&self) -> Vec<(Vec<u32>, Vec<f64>)> {
        let players = self.0.players;
        let pairs = self.0.ends.chunks_exact(players).zip(self.0.payoffs.chunks_exact(players));
        pairs.map(|(sequences, payoffs)| (sequences.to_vec(), payoffs.to_vec())).collect()
    }

    /// What the game is worth to each player if all play by the policy.
    #[allow(clippy::needless_pass_by_value)] // it comes from Python
    fn values(&self, py: Python<'_>, policy: Vec<f64>) -> PyResult<Vec<f64>> {
        self.check(&policy)?;
        Ok(py.detach(|| self.0.values(&policy)))
    }

    /// The most that each player can get against the policy of the others.
    #[allow(clippy::needless_pass_by_value)] // it comes from Python
    fn best_responses(&self, py: Python<'_>, policy: Vec<f64>) -> PyResult<Vec<f64>> {
        self.check(&policy)?;
        Ok(py.detach(|| self.0.best_responses(&policy)))
    }
}

impl PySequenceForm {
    /// The game from a position on; None if it has more positions than `most`, or if it was stopped.
    pub fn build(py: Python<'_>, backend: &PyBackend, state: &[u8], most: u64, stopping: Option<&PyStopping>) -> Built {
        let (core, record) = (backend.core.clone(), state.to_vec());
        let job = move |stop: &Stop| match core.sequence_form(&record, most, stop) {
            Err(Halt::Stopped) => Ok(None),
            form => form,
        };
        let flag = stopping.map(|stopping| stopping.0.clone()).unwrap_or_default();
        Ok(supervise_until(py, backend.interpreted, &flag, job)?.map(|form| Self(Arc::new(form))))
    }

    fn check(&self, policy: &[f64]) -> PyResult<()> {
        if policy.len() == self.0.size {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("a policy of this game has {} numbers, not {}", self.0.size, policy.len())))
    }
}

/// One run of counterfactual regret minimisation.
#[pyclass(name = "RegretMinimiser", module = "zermelo._core", frozen)]
pub struct PyRegretMinimiser(Mutex<RegretMinimiser>);

#[pymethods]
impl PyRegretMinimiser {
    #[new]
    fn new(form: &PySequenceForm, variant: &str) -> PyResult<Self> {
        let unknown = || PyValueError::new_err(format!("unknown variant `{variant}`; expected cfr, cfr+ or dcfr"));
        Ok(Self(Mutex::new(RegretMinimiser::new(form.0.clone(), Variant::named(variant).ok_or_else(unknown)?))))
    }

    fn iterate(&self, py: Python<'_>, iterations: u64) {
        py.detach(|| {
            let mut run = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            for _ in 0..iterations {
                run.iterate();
            }
        });
    }

    /// The average strategy: a probability for each sequence.
    fn average(&self) -> Vec<f64> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).average()
    }
}

/// One run of sampled regret minimisation.
#[pyclass(name = "SampledRegrets", module = "zermelo._core", frozen)]
pub struct PySampledRegrets(Arc<Mutex<SampledRegrets>>);

/// An information set with its average strategy: player, key, view, moves and shares.
type Shares<'py> = (i32, u64, Bound<'py, PyBytes>, Vec<i32>, Vec<f64>);

#[pymethods]
impl PySampledRegrets {
    #[new]
    fn new(sampling: &str, seed: u64, memory: u64) -> PyResult<Self> {
        let unknown = || PyValueError::new_err(format!("unknown sampling `{sampling}`; expected external or outcome"));
        Ok(Self(Arc::new(Mutex::new(SampledRegrets::new(sampling, seed, memory).ok_or_else(unknown)?))))
    }

    /// So many iterations on a game, from a state; how many were finished before it was stopped, or the memory was full.
    fn iterate(
        &self,
        py: Python<'_>,
        backend: &PyBackend,
        state: &[u8],
        iterations: u64,
        stopping: &PyStopping,
    ) -> PyResult<u64> {
        backend.check(state)?;
        let (core, record, run) = (backend.core.clone(), state.to_vec(), self.0.clone());
        supervise_until(py, backend.interpreted, &stopping.0, move |stop| {
            core.sample_regrets(&mut run.lock().unwrap_or_else(PoisonError::into_inner), &record, iterations, stop)
        })
    }

    /// Whether the memory for information sets is full.
    #[getter]
    fn full(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).full
    }

    fn average<'py>(&self, py: Python<'py>) -> Vec<Shares<'py>> {
        let run = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = run.rows.iter();
        rows.map(|row| (row.player, row.key, PyBytes::new(py, &row.view), row.moves.clone(), run.average(row))).collect()
    }
}
