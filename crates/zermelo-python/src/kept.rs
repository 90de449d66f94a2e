//! What one search leaves for the next: tables, lists and trees.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use zermelo::search::montecarlo::options::Sampling;
use zermelo::search::montecarlo::tree::UctTree;
use zermelo::search::multiplayer::OpponentList;
use zermelo::search::options::Settings;
use zermelo::search::{Filling, TranspositionTable};

use crate::backend::{no_memory, read_options};

/// Values and moves of searched positions; may be passed from one search to the next.
#[pyclass(name = "TranspositionTable", module = "zermelo._core", frozen)]
pub struct PyTranspositionTable(pub Arc<TranspositionTable>);

#[pymethods]
impl PyTranspositionTable {
    #[new]
    fn new(py: Python<'_>, size: usize, long: bool) -> PyResult<Self> {
        let filling = if long { Filling::Dense } else { Filling::Sparse };
        Ok(Self(Arc::new(TranspositionTable::new(size, filling).ok_or_else(|| no_memory(py))?)))
    }
}

/// The list of Threat-ADS; may be passed from one search of a player to the next.
#[pyclass(name = "OpponentList", module = "zermelo._core", frozen)]
pub struct PyOpponentList(pub Arc<OpponentList>);

#[pymethods]
impl PyOpponentList {
    #[new]
    fn new() -> Self {
        Self(Arc::default())
    }
}

/// The tree that a Monte-Carlo search grows; may be passed from one search to the next.
#[pyclass(name = "UctTree", module = "zermelo._core", frozen)]
pub struct PyUctTree(pub Arc<UctTree>);

#[pymethods]
impl PyUctTree {
    #[new]
    fn new(py: Python<'_>, size: usize, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut sampling = Sampling::default();
        for (name, value) in read_options(options)? {
            sampling.set(&name, &value).map_err(PyValueError::new_err)?;
        }
        Ok(Self(Arc::new(UctTree::new(size, &sampling).ok_or_else(|| no_memory(py))?)))
    }
}
