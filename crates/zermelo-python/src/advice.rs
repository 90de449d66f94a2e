//! Advice: converts advice tables and their words from Python, and plans and verdicts to Python.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use zermelo::advice::failures::Kind;
use zermelo::advice::graph::Workers;
use zermelo::advice::inference::{Consultation, Halt, NO_PARENT};
use zermelo::advice::table::{Advice, AdviceTable, Consequence, Facts, Library, Moves, Rule, Step};
use zermelo::advice::verify::{Job, Row, Verified};
use zermelo::advice::vocabulary::{AskComparison, AskFact, AskKind, BuiltIn, Word, WordSource};
use zermelo::game::{Move, Raised};
use zermelo::tablebases::progress::Progress;

use crate::WordFault;
use crate::backend::{PyBackend, halt_error, limit_error};
use crate::search::{Alarm, supervise};

/// Words that stayed in Python.
struct Asked(Py<PyAny>);

impl Asked {
    fn ask(&self, question: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<i32>) -> Result<i32, Raised> {
        Python::attach(|py| question(self.0.bind(py)).map_err(|error| Arc::new(error) as Raised))
    }
}

impl WordSource for Asked {
    fn fact(&self, word: usize, record: &[u8], root: &[u8]) -> Result<i32, Raised> {
        self.ask(|source| source.call_method1("fact", (word, record, root))?.extract())
    }

    fn kind(&self, word: usize, record: &[u8], choice: Move) -> Result<i32, Raised> {
        self.ask(|source| source.call_method1("kind", (word, record, choice))?.extract())
    }
}

#[pyclass(name = "Watch", module = "zermelo._core", frozen)]
pub struct PyWatch(Arc<Progress>);

#[pymethods]
impl PyWatch {
    #[new]
    fn new() -> Self {
        Self(Arc::default())
    }

    /// (stage, done, total).
    fn look(&self) -> (u32, u64, u64) {
        self.0.look()
    }
}

/// What an advice table says about a position; names are numbers.
#[pyclass(name = "Advised", module = "zermelo._core", frozen, get_all)]
pub struct PyAdvised {
    attempts: Vec<(usize, usize, usize, u64)>,
    tree: Vec<(i32, i32, bool)>,
    nodes: u64,
    stopped: Option<String>,
}

impl From<Consultation> for PyAdvised {
    fn from(found: Consultation) -> Self {
        let parent = |parent: u32| if parent == NO_PARENT { -1 } else { parent as i32 };
        Self {
            attempts: found.attempts.iter().map(|each| (each.table, each.rule, each.advice, each.nodes)).collect(),
            tree: found.tree.iter().zip(&found.ours).map(|(twig, &ours)| (parent(twig.parent), twig.choice, ours)).collect(),
            nodes: found.nodes,
            stopped: found.stopped.map(|reason| reason.name().to_owned()),
        }
    }
}

/// The result of playing an advice table against every defence.
#[pyclass(name = "Verified", module = "zermelo._core", frozen, get_all)]
pub struct PyVerified {
    /// Packed states of the positions, one after another.
    records: Py<PyBytes>,
    /// Eight 32-bit numbers for each: value, worst, hardest, first, kindest, failure, table, advice.
    rows: Py<PyBytes>,
    /// (judged to be won, value) for positions with them to move.
    replies: Vec<(bool, i32)>,
    /// (kind, packed state, moves) for each kind of failure.
    examples: Vec<(&'static str, Py<PyBytes>, Vec<Move>)>,
    /// (kind, table, advice, number) for each piece of advice that causes failures.
    blamed: Vec<(&'static str, i32, i32, usize)>,
    explored: usize,
    asked: usize,
    nodes: u64,
}

impl PyVerified {
    fn new(py: Python<'_>, found: Verified) -> Self {
        let numbers = |row: &Row| {
            let Row { value, worst, hardest, first, kindest, failure, table, advice } = *row;
            [value, worst, hardest, first, kindest, failure, table, advice]
        };
        let bytes: Vec<u8> = found.rows.iter().flat_map(numbers).flat_map(i32::to_ne_bytes).collect();
        let pack = |bytes: &[u8]| PyBytes::new(py, bytes).unbind();
        let examples = found.examples.into_iter();
        let blamed = found.blamed.into_iter();
        Self {
            records: pack(&found.records),
            rows: pack(&bytes),
            replies: found.replies,
            examples: examples.map(|(kind, example)| (kind.name(), pack(&example.record), example.line)).collect(),
            blamed: blamed.map(|(kind, table, advice, number)| (kind.name(), table, advice, number)).collect(),
            explored: found.explored,
            asked: found.asked,
            nodes: found.nodes,
        }
    }
}

#[pymethods]
impl PyVerified {
    /// Names of the kinds of failure, by number.
    #[staticmethod]
    fn kinds() -> Vec<&'static str> {
        Kind::ALL.iter().map(|kind| kind.name()).collect()
    }
}

type Piece = (Vec<Step>, Vec<Step>, Vec<Step>, Vec<Step>);
type Sheet = (Vec<(Vec<Step>, Vec<usize>, Option<usize>)>, Vec<Piece>, bool);

/// Advice tables that refer to each other, with their words.
#[pyclass(name = "Advice", module = "zermelo._core", frozen)]
pub struct PyAdvice {
    library: Arc<Library>,
}

#[pymethods]
impl PyAdvice {
    /// `tables`, the first of which is asked; `words` as (shape, address); `source` answers for words without an address.
    #[new]
    fn new(tables: Vec<Sheet>, words: Vec<(String, usize)>, source: Option<Py<PyAny>>) -> PyResult<Self> {
        let tables: Vec<AdviceTable> = tables.into_iter().map(read_table).collect::<PyResult<_>>()?;
        let words: Vec<Word> = words.into_iter().map(|(shape, address)| read_word(&shape, address)).collect::<PyResult<_>>()?;
        let source = source.map(|source| Box::new(Asked(source)) as Box<dyn WordSource>);
        Ok(Self { library: Arc::new(Library { tables, words, source }) })
    }

    /// What the first table says about an unfinished position.
    fn consult(
        &self,
        py: Python<'_>,
        backend: &PyBackend,
        state: &[u8],
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<PyAdvised> {
        backend.check(state)?;
        let (core, library, record) = (backend.core.clone(), self.library.clone(), state.to_vec());
        let answer = supervise(py, self.asks_python(backend), move |stop| {
            let alarm = seconds.map(|seconds| Alarm::set(seconds, stop));
            let found = core.consult(&library, &record, nodes, stop.clone());
            drop(alarm);
            Ok(found)
        })?;
        answer.map(PyAdvised::from).map_err(|halt| Self::error(py, &halt))
    }

    /// Plays the first table against every defence.
    #[pyo3(signature = (backend, seeds, *, replies, everything, forgotten, draws, exact, most, threads, watch))]
    #[allow(clippy::too_many_arguments)]
    fn verify(
        &self,
        py: Python<'_>,
        backend: &PyBackend,
        seeds: Vec<u8>,
        replies: Vec<u8>,
        everything: bool,
        forgotten: Vec<(usize, Vec<u8>)>,
        draws: bool,
        exact: bool,
        most: usize,
        threads: usize,
        watch: &PyWatch,
    ) -> PyResult<PyVerified> {
        let (core, library, watch) = (backend.core.clone(), self.library.clone(), watch.0.clone());
        let python = self.asks_python(backend);
        let threads = if python { 1 } else { threads.max(1) }; // Python runs one thread at a time
        let job = Job { seeds, replies, everything, forgotten, draws, exact, most };
        let answer =
            supervise(py, python, move |stop| Ok(core.verify(&library, &job, Workers { threads, stop, watch: &watch })))?;
        answer.map(|found| PyVerified::new(py, found)).map_err(|halt| Self::error(py, &halt))
    }
}

impl PyAdvice {
    /// Whether rules or words run in Python.
    fn asks_python(&self, backend: &PyBackend) -> bool {
        self.library.source.is_some() || backend.interpreted
    }

    fn error(py: Python<'_>, halt: &Halt) -> PyErr {
        match halt {
            Halt::Search(halt) => halt_error(py, halt),
            Halt::Word(fault) => {
                if let Some(raised) = fault.raised.as_ref().and_then(|raised| raised.downcast_ref::<PyErr>()) {
                    return raised.clone_ref(py);
                }
                let (state, root) = (PyBytes::new(py, &fault.state).unbind(), PyBytes::new(py, &fault.root).unbind());
                WordFault::new_err((fault.word, state, root, fault.choice, fault.code))
            }
            Halt::TooDeep(table, advice) => match PyTuple::new(py, [*table, *advice]) {
                Ok(which) => WordFault::new_err(which.unbind()),
                Err(error) => error,
            },
            Halt::TooMany(most) => {
                let hint = "use a smaller game, or verify only games from the start, without solving them";
                limit_error(py, &format!("there are more than {most} positions, too many to verify; {hint}"))
            }
        }
    }
}

fn read_word(shape: &str, address: usize) -> PyResult<Word> {
    if let Some(word) = BuiltIn::named(shape).filter(|_| address == 0) {
        return Ok(Word::BuiltIn(word));
    }
    if address == 0 {
        return Ok(Word::Asked);
    }
    // SAFETY: the addresses come from the compiler, which gave each word the type of its shape.
    unsafe {
        Ok(match shape {
            "fact" => Word::Fact(std::mem::transmute::<usize, AskFact>(address)),
            "comparison" => Word::Comparison(std::mem::transmute::<usize, AskComparison>(address)),
            "kind" => Word::Kind(std::mem::transmute::<usize, AskKind>(address)),
            _ => return Err(PyValueError::new_err(format!("unknown shape `{shape}` of a word"))),
        })
    }
}

fn read_table((rules, advice, fall_through): Sheet) -> PyResult<AdviceTable> {
    let rules = rules.into_iter().map(|(condition, names, other)| {
        let consequence = other.map_or(Consequence::Advice(names), Consequence::Use);
        Ok(Rule { condition: read_facts(&condition)?, consequence })
    });
    let advice = advice.into_iter().map(|(better, holding, us, them)| {
        Ok(Advice {
            better: read_facts(&better)?,
            holding: read_facts(&holding)?,
            us: read_moves(&us)?,
            them: read_moves(&them)?,
        })
    });
    Ok(AdviceTable { rules: rules.collect::<PyResult<_>>()?, advice: advice.collect::<PyResult<_>>()?, fall_through })
}

fn read_facts(steps: &[Step]) -> PyResult<Facts> {
    Facts::read(steps).ok_or_else(|| PyValueError::new_err(format!("{steps:?} is not a postfix form of facts")))
}

fn read_moves(steps: &[Step]) -> PyResult<Moves> {
    Moves::read(steps).ok_or_else(|| PyValueError::new_err(format!("{steps:?} is not a postfix form of moves")))
}
