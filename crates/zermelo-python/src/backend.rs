//! `Backend`: a game's rules, ready to be searched.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict};
use zermelo::compile::{Evaluation, GivenEvaluation};
use zermelo::engine::backend::Backend;
use zermelo::game::{Answer, Fault, Move, Player};
use zermelo::games;
use zermelo::search::options::Value;
use zermelo::search::{Halt, Job, Stop};
use zermelo::tablebases::check::Inspection;
use zermelo::tablebases::graph::Plan;

use crate::RuleFault;
use crate::building::PyBuilding;
use crate::hidden::{Built, PySequenceForm};
use crate::interpreted::Interpreted;
use crate::kept::{PyOpponentList, PyTranspositionTable, PyUctTree};
use crate::known_positions::{PyKnownPositions, PyStateTable};
use crate::leaves::{GivenPlan, PyLeafPlayer, PyStopping};
use crate::places::PyPlaces;
use crate::reading::{compiled, read_evaluation, read_facts, read_functions};
use crate::search::{PySearch, supervise};

/// A game's rules, ready to be searched.
#[pyclass(name = "Backend", module = "zermelo._core", frozen)]
pub struct PyBackend {
    pub(crate) core: Arc<dyn Backend>,
    /// Whether the rules run in Python, which needs the GIL.
    pub(crate) interpreted: bool,
}

#[pymethods]
impl PyBackend {
    /// Rules in Rust, if there are any that take these parameters. `rules` are those as they are written, for an evaluation that is not
    /// the one in Rust; `pointers` has its C function, if it could be compiled.
    #[staticmethod]
    #[pyo3(signature = (name, parameters, facts, pointers=None, rules=None))]
    fn native(
        name: &str,
        parameters: &Bound<'_, PyDict>,
        facts: &Bound<'_, PyDict>,
        pointers: Option<&Bound<'_, PyDict>>,
        rules: Option<Bound<'_, PyAny>>,
    ) -> PyResult<Option<Self>> {
        let parameters: HashMap<String, i64> = parameters.extract()?;
        let facts = read_facts(facts)?;
        let given = match rules {
            None => None,
            Some(rules) => {
                let evaluation = match pointers {
                    Some(pointers) => read_evaluation(pointers)?,
                    None => Evaluation::Written,
                };
                Some(GivenEvaluation { evaluation, written: Arc::new(Interpreted::new(rules, facts.clone())?) })
            }
        };
        let core = games::native(name, &parameters, facts, given);
        Ok(core.map(|core| Self { core, interpreted: false }))
    }

    /// Rules compiled to C functions, and the same rules as they are written, for questions that compiled code cannot answer.
    #[staticmethod]
    fn compiled(pointers: &Bound<'_, PyDict>, facts: &Bound<'_, PyDict>, rules: Bound<'_, PyAny>) -> PyResult<Self> {
        let facts = read_facts(facts)?;
        let functions = read_functions(pointers)?;
        let written = Arc::new(Interpreted::new(rules, facts.clone())?);
        Ok(Self { core: compiled(facts, functions, written)?, interpreted: false })
    }

    /// Rules that stay in Python.
    #[staticmethod]
    fn interpreted(rules: Bound<'_, PyAny>, facts: &Bound<'_, PyDict>) -> PyResult<Self> {
        Ok(Self { core: Arc::new(Interpreted::new(rules, read_facts(facts)?)?), interpreted: true })
    }

    /// Starts a search in its own thread.
    #[pyo3(signature = (algorithm, state, *, depth, nodes, seconds, tree, table, memory, options, playouts=None, kept=None, since=None, tables=None, among=None, threats=None, history=None, worlds=None, player=None, places=None))]
    #[allow(clippy::too_many_arguments)]
    fn search(
        &self,
        algorithm: &str,
        state: &[u8],
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        tree: usize,
        table: Option<&PyTranspositionTable>,
        memory: usize,
        options: &Bound<'_, PyDict>,
        playouts: Option<u64>,
        kept: Option<&PyUctTree>,
        since: Option<Vec<Move>>,
        tables: Option<&PyKnownPositions>,
        among: Option<Vec<Move>>,
        threats: Option<&PyOpponentList>,
        history: Option<Vec<Vec<u8>>>,
        worlds: Option<Vec<(Vec<u8>, f64)>>,
        player: Option<Py<PyAny>>,
        places: Option<&PyPlaces>,
    ) -> PyResult<PySearch> {
        self.check(state)?;
        let history = history.unwrap_or_default();
        history.iter().try_for_each(|record| self.check(record))?;
        let worlds = worlds.unwrap_or_default();
        worlds.iter().try_for_each(|(record, _)| self.check(record))?;
        let table = table.map(|table| table.0.clone());
        // A tree that another search is using is not shared; this search begins a new one.
        let kept = kept.map(|kept| kept.0.clone()).filter(|kept| Arc::strong_count(kept) == 2);
        let since = since.filter(|_| kept.is_some());
        let mut job = Job {
            algorithm: algorithm.to_owned(),
            depth,
            nodes,
            tree,
            memory,
            table,
            threats: threats.map(|threats| threats.0.clone()),
            tables: tables.map(|tables| tables.0.clone()),
            among: among.unwrap_or_default(),
            history,
            playouts,
            kept,
            since,
            worlds,
            player: player.map(|player| PyLeafPlayer::shared(player, places)),
            ..Job::default()
        };
        for (name, value) in read_options(options)? {
            job.set(&name, &value).map_err(PyValueError::new_err)?;
        }
        PySearch::start(self.core.clone(), self.interpreted, job, state.to_vec(), seconds)
    }

    /// Starts retrograde analysis in its own thread; the tablebase will be at `path`.
    #[allow(clippy::too_many_arguments)]
    fn build_table(
        &self,
        game: String,
        name: String,
        players: Vec<String>,
        starts: Vec<Vec<u8>>,
        memory: usize,
        threads: usize,
        path: PathBuf,
        every: f64,
    ) -> PyResult<PyBuilding> {
        starts.iter().try_for_each(|start| self.check(start))?;
        let every = Duration::try_from_secs_f64(every).unwrap_or(Duration::MAX);
        let plan = Plan { game, name, players, starts, memory, threads, path, every };
        PyBuilding::build(self.core.clone(), self.interpreted, plan)
    }

    /// Starts checking a tablebase, each value against those of its successors.
    fn check_table(&self, table: &PyStateTable, starts: Vec<Vec<u8>>, memory: usize, threads: usize) -> PyResult<PyBuilding> {
        starts.iter().try_for_each(|start| self.check(start))?;
        PyBuilding::check(self.core.clone(), self.interpreted, Inspection { starts, memory, threads }, table.table.clone())
    }

    fn perft(&self, py: Python<'_>, state: &[u8], depth: u32) -> PyResult<u64> {
        self.check(state)?;
        let (core, record) = (self.core.clone(), state.to_vec());
        supervise(py, self.interpreted, move |stop| core.perft(&record, depth, stop))
    }

    /// Sums of utilities and of lengths over random games.
    fn playouts(&self, py: Python<'_>, state: &[u8], games: u64, seed: u64) -> PyResult<(Vec<f64>, u64)> {
        self.check(state)?;
        let (core, record) = (self.core.clone(), state.to_vec());
        supervise(py, self.interpreted, move |stop: &Stop| core.playouts(&record, games, seed, stop))
    }

    /// Random games by number: a table of whole numbers, and what is known of each game if the plan wants that.
    fn random_games<'py>(
        &self,
        py: Python<'py>,
        plan: GivenPlan,
        threads: usize,
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let plan = plan.read(self.core.size(), if self.interpreted { 1 } else { threads })?;
        let core = self.core.clone();
        let played = supervise(py, self.interpreted, move |stop: &Stop| core.random_games(&plan, stop))?;
        let table: Vec<u8> = played.table.iter().flat_map(|number| number.to_le_bytes()).collect();
        Ok((PyBytes::new(py, &table), PyBytes::new(py, &played.details)))
    }

    /// The game from a position on in sequence form; None if it has more positions than `most`, or if it was stopped.
    #[pyo3(signature = (state, most, stop=None))]
    fn sequence_form(&self, py: Python<'_>, state: &[u8], most: u64, stop: Option<&PyStopping>) -> Built {
        self.check(state)?;
        PySequenceForm::build(py, self, state, most, stop)
    }

    /// What each move is worth to a player on average, one ply ahead, over these worlds with their weights.
    fn expected_values(&self, py: Python<'_>, worlds: Vec<(Vec<u8>, f64)>, player: Player) -> PyResult<Vec<(Move, f64)>> {
        worlds.iter().try_for_each(|(record, _)| self.check(record))?;
        let core = self.core.clone();
        supervise(py, self.interpreted, move |stop: &Stop| core.expected_values(&worlds, player, stop))
    }

    fn to_move(&self, py: Python<'_>, state: &[u8]) -> PyResult<Player> {
        self.ask(py, state, |core| core.to_move(state))
    }

    fn moves(&self, py: Python<'_>, state: &[u8]) -> PyResult<Vec<Move>> {
        let mut moves = Vec::new();
        self.ask(py, state, |core| core.moves(state, &mut moves))?;
        Ok(moves)
    }

    fn chances(&self, py: Python<'_>, state: &[u8]) -> PyResult<Vec<(Move, f64)>> {
        let mut chances = Vec::new();
        self.ask(py, state, |core| core.chances(state, &mut chances))?;
        Ok(chances)
    }

    #[pyo3(signature = (state, r#move))]
    fn play<'py>(&self, py: Python<'py>, state: &[u8], r#move: Move) -> PyResult<Bound<'py, PyBytes>> {
        self.ask(py, state, |core| core.play(state, r#move)).map(|record| PyBytes::new(py, &record))
    }

    fn utilities(&self, py: Python<'_>, state: &[u8]) -> PyResult<Option<Vec<f64>>> {
        self.ask(py, state, |core| core.utilities(state))
    }

    fn evaluate(&self, py: Python<'_>, state: &[u8], player: Player) -> PyResult<f64> {
        self.ask(py, state, |core| core.evaluate(state, player))
    }

    fn hide<'py>(&self, py: Python<'py>, state: &[u8], player: Player) -> PyResult<Bound<'py, PyBytes>> {
        self.ask(py, state, |core| core.hide(state, player)).map(|record| PyBytes::new(py, &record))
    }

    fn guess<'py>(&self, py: Python<'py>, state: &[u8], player: Player, dice: i64) -> PyResult<Option<Bound<'py, PyBytes>>> {
        Ok(self.ask(py, state, |core| core.guess(state, player, dice))?.map(|record| PyBytes::new(py, &record)))
    }

    #[pyo3(signature = (state, r#move))]
    fn noisy(&self, py: Python<'_>, state: &[u8], r#move: Move) -> PyResult<bool> {
        self.ask(py, state, |core| core.noisy(state, r#move))
    }

    #[pyo3(signature = (state, r#move))]
    fn order(&self, py: Python<'_>, state: &[u8], r#move: Move) -> PyResult<f64> {
        self.ask(py, state, |core| core.order(state, r#move))
    }

    #[pyo3(signature = (state, r#move))]
    fn exchange(&self, py: Python<'_>, state: &[u8], r#move: Move) -> PyResult<f64> {
        self.ask(py, state, |core| core.exchange(state, r#move))
    }

    fn threatened(&self, py: Python<'_>, state: &[u8]) -> PyResult<bool> {
        self.ask(py, state, |core| core.threatened(state))
    }

    fn forced(&self, py: Python<'_>, state: &[u8]) -> PyResult<Vec<Move>> {
        let mut moves = Vec::new();
        self.ask(py, state, |core| core.forced(state, &mut moves))?;
        Ok(moves)
    }

    fn at_most(&self, py: Python<'_>, state: &[u8], player: Player) -> PyResult<f64> {
        self.ask(py, state, |core| core.at_most(state, player))
    }

    fn plies_left(&self, py: Python<'_>, state: &[u8]) -> PyResult<u32> {
        self.ask(py, state, |core| core.plies_left(state))
    }

    fn playout(&self, py: Python<'_>, state: &[u8], dice: i64) -> PyResult<Move> {
        self.ask(py, state, |core| core.playout(state, dice))
    }

    fn key(&self, py: Python<'_>, state: &[u8]) -> PyResult<u64> {
        self.ask(py, state, |core| core.key(state))
    }

    /// How many questions a second a rule answers; each is a state with a move or a random number.
    #[allow(clippy::needless_pass_by_value)] // it comes from Python
    fn speed(&self, py: Python<'_>, rule: &str, questions: Vec<(Vec<u8>, i64)>, seconds: f64) -> PyResult<f64> {
        questions.iter().try_for_each(|(state, _)| self.check(state))?;
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        let mut ask = |state: &[u8], argument: i64| -> Answer<()> {
            moves.clear();
            chances.clear();
            let choice = Move::try_from(argument).unwrap_or(0);
            match rule {
                "moves" => self.core.moves(state, &mut moves),
                "chances" => self.core.chances(state, &mut chances),
                "play" => self.core.play(state, choice).map(drop),
                "to_move" => self.core.to_move(state).map(drop),
                "evaluate" | "features" | "pattern_cells" => self.core.evaluate(state, 0).map(drop),
                "noisy" => self.core.noisy(state, choice).map(drop),
                "order" => self.core.order(state, choice).map(drop),
                "exchange" => self.core.exchange(state, choice).map(drop),
                "threatened" => self.core.threatened(state).map(drop),
                "forced" => self.core.forced(state, &mut moves),
                "at_most" => self.core.at_most(state, 0).map(drop),
                "plies_left" => self.core.plies_left(state).map(drop),
                "key" => self.core.key(state).map(drop),
                "playout" => self.core.playout(state, argument).map(drop),
                _ => self.core.utilities(state).map(drop),
            }
        };
        let (began, mut asked) = (Instant::now(), 0_u64);
        let limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
        while !questions.is_empty() && (asked == 0 || began.elapsed() < limit) {
            for (state, argument) in &questions {
                ask(state, *argument).map_err(|fault| fault_error(py, &fault))?;
            }
            asked += questions.len() as u64;
        }
        Ok(asked as f64 / began.elapsed().as_secs_f64())
    }

    /// How many questions compiled code has left to the rules as they are written.
    fn fallbacks(&self) -> u64 {
        self.core.fallbacks()
    }
}

impl PyBackend {
    pub(crate) fn check(&self, state: &[u8]) -> PyResult<()> {
        if state.len() == self.core.size() {
            return Ok(());
        }
        Err(PyValueError::new_err(format!("a state of this game has {} bytes, not {}", self.core.size(), state.len())))
    }

    fn ask<T>(&self, py: Python<'_>, state: &[u8], question: impl FnOnce(&dyn Backend) -> Answer<T>) -> PyResult<T> {
        self.check(state)?;
        question(&*self.core).map_err(|fault| fault_error(py, &fault))
    }
}

/// The exception for a rule's fault: the one that Python raised, if it did.
pub fn fault_error(py: Python<'_>, fault: &Fault) -> PyErr {
    if let Some(raised) = fault.raised.as_ref().and_then(|raised| raised.downcast_ref::<PyErr>()) {
        return raised.clone_ref(py);
    }
    RuleFault::new_err((fault.rule, PyBytes::new(py, &fault.state).unbind(), fault.choice, fault.code))
}

/// The exception for a search that cannot go on.
pub fn halt_error(py: Python<'_>, halt: &Halt) -> PyErr {
    match halt {
        Halt::Rule(fault) => fault_error(py, fault),
        Halt::TooDeep => {
            limit_error(py, "the game did not end within the plies that a search can look ahead; give the search a depth")
        }
        Halt::NoMemory => no_memory(py),
        Halt::TooLittle => limit_error(py, "the memory is too small for one position with its moves; give the search more"),
        Halt::UnknownAlgorithm(name) => PyValueError::new_err(format!("unknown algorithm `{name}`")),
        Halt::Stopped => PyRuntimeError::new_err("the search was stopped"),
    }
}

/// Options by name, with values of Python's own types.
pub(crate) fn read_options(options: &Bound<'_, PyDict>) -> PyResult<Vec<(String, Value)>> {
    let read = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| -> PyResult<(String, Value)> {
        let name: String = name.extract()?;
        let value = if let Ok(value) = value.cast::<PyBool>() {
            Value::Bool(value.is_true())
        } else if let Ok(value) = value.extract() {
            Value::Int(value)
        } else if let Ok(value) = value.extract() {
            Value::Float(value)
        } else {
            Value::Text(
                value.extract().map_err(|_| PyValueError::new_err(format!("option `{name}` must be a bool, number or text")))?,
            )
        };
        Ok((name, value))
    };
    options.iter().map(read).collect()
}

pub(crate) fn no_memory(py: Python<'_>) -> PyErr {
    limit_error(py, "this machine does not have enough memory for the search; give it a smaller memory")
}

/// The exception for a limit that cannot be kept.
pub fn limit_error(py: Python<'_>, message: &str) -> PyErr {
    own_error(py, "LimitError", message)
}

/// One of the errors in `zermelo.errors`.
pub fn own_error(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    let make = || Ok(PyErr::from_value(py.import("zermelo.errors")?.getattr(kind)?.call1((message,))?));
    make().unwrap_or_else(|error| error)
}
