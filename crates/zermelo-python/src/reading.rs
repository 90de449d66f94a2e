//! What Python hands over about a game: its facts, and the addresses of its compiled rules.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyDict;
use zermelo::compile::{Ask, AskNumber, ByRecord, Compiled, Evaluation, Functions, MOST_FEATURES, SIZES, Written};
use zermelo::engine::backend::Backend;
use zermelo::game::patterns::{Declared, Patterns, Scale};
use zermelo::game::{Facts, Field, Player};

use crate::interpreted::Interpreted;

pub fn read_facts(facts: &Bound<'_, PyDict>) -> PyResult<Facts> {
    let get =
        |name: &str| facts.get_item(name)?.ok_or_else(|| PyValueError::new_err(format!("the facts of the game lack `{name}`")));
    let fields: Vec<(String, usize, usize, usize)> = get("fields")?.extract()?;
    let defined: Vec<String> = get("defined")?.extract()?;
    let defines = |name: &str| defined.iter().any(|rule| rule == name);
    Ok(Facts {
        players: get("players")?.extract()?,
        low: get("low")?.extract()?,
        high: get("high")?.extract()?,
        zero_sum: get("zero_sum")?.extract()?,
        has_winner: get("has_winner")?.extract()?,
        max_moves: get("max_moves")?.extract()?,
        size: get("size")?.extract()?,
        fields: fields.into_iter().map(|(name, offset, size, length)| Field { name, offset, size, length }).collect(),
        has_playout: defines("playout"),
        has_key: defines("key"),
        has_exchange: defines("exchange"),
        has_threatened: defines("threatened"),
        has_forced: defines("forced"),
        has_at_most: defines("at_most"),
        has_plies_left: defines("plies_left"),
        shared: get("shared")?.extract()?,
        bounded: get("bounded")?.extract()?,
        weights: Some(get("weights")?.extract::<Vec<f64>>()?)
            .filter(|weights| weights.len() <= MOST_FEATURES)
            .ok_or_else(|| PyValueError::new_err(format!("an evaluation has at most {MOST_FEATURES} features")))?,
        patterns: read_patterns(&get("patterns")?)?,
        viewpoint: Some(get("viewpoint")?.extract::<Player>()?).filter(|&player| player >= 0),
        teams: get("teams")?.extract()?,
        repetitions: get("repetitions")?.extract()?,
        counters: get("counters")?.extract()?,
        secret: get("secret")?.extract()?,
        has_hide: defines("hide"),
        has_guess: defines("guess"),
    })
}

/// The patterns of a game with their weights: 16 bits each, the lower byte first.
fn read_patterns(found: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Patterns>>> {
    if found.is_none() {
        return Ok(None);
    }
    type Parts = ((usize, usize, usize), Vec<Declared>, PyBackedBytes, (f64, f64, f64));
    let (sizes, tables, weights, (unit, low, high)): Parts = found.extract()?;
    let weights: Vec<i16> = weights.chunks_exact(2).map(|pair| i16::from_ne_bytes([pair[0], pair[1]])).collect();
    let patterns = Some(Scale { unit, low, high })
        .filter(|_| sizes.1 <= MOST_FEATURES && low <= high && unit >= 1.0)
        .and_then(|scale| Patterns::new(sizes, tables, &weights, scale))
        .ok_or_else(|| PyValueError::new_err("the patterns of the game do not fit their weights"))?;
    Ok(Some(Arc::new(patterns)))
}

/// The evaluation among the compiled rules: whole, by features, by patterns, or none of them.
pub fn read_evaluation(pointers: &Bound<'_, PyDict>) -> PyResult<Evaluation> {
    let address = |name: &str| -> PyResult<Option<AskNumber>> {
        let found: Option<usize> = pointers.get_item(name)?.map(|value| value.extract()).transpose()?;
        // SAFETY: the addresses come from the compiler, which gave both rules this type.
        Ok(found.filter(|&address| address != 0).map(|address| unsafe { std::mem::transmute::<usize, AskNumber>(address) }))
    };
    Ok(match (address("evaluate")?, address("features")?) {
        (Some(whole), _) => Evaluation::Whole(whole),
        (None, Some(features)) => Evaluation::Features(features),
        (None, None) if pointers.contains("pattern_cells")? => {
            let stage: usize = pointers.get_item("pattern_stage")?.map_or(Ok(0), |value| value.extract())?;
            match (address("pattern_cells")?, stage) {
                (Some(_), 0) | (None, _) => {
                    return Err(PyValueError::new_err("compiled patterns need their cells and their stage"));
                }
                // SAFETY: the address comes from the compiler, which gave the rule this type.
                (Some(cells), stage) => Evaluation::Patterns(cells, unsafe { std::mem::transmute::<usize, Ask>(stage) }),
            }
        }
        (None, None) if pointers.contains("written_evaluate")? => Evaluation::Written,
        (None, None) => Evaluation::Nothing,
    })
}

pub fn read_functions(pointers: &Bound<'_, PyDict>) -> PyResult<Functions> {
    let address = |name: &str| -> PyResult<Option<usize>> {
        let found: Option<usize> = pointers.get_item(name)?.map(|value| value.extract()).transpose()?;
        Ok(found.filter(|&address| address != 0))
    };
    let need = |name: &str| address(name)?.ok_or_else(|| PyValueError::new_err(format!("there is no compiled `{name}`")));
    macro_rules! optional {
        ($name:literal) => {
            // SAFETY: the addresses come from the compiler, which gave each rule the type of its field.
            address($name)?.map(|address| unsafe { std::mem::transmute::<usize, _>(address) })
        };
    }
    Ok(Functions {
        // SAFETY: as above.
        moves: unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(*const u8, *mut i32) -> i32>(need("moves")?) },
        // SAFETY: as above.
        play: unsafe { std::mem::transmute::<usize, unsafe extern "C" fn(*mut u8, i32) -> i32>(need("play")?) },
        winner: optional!("winner"),
        over: optional!("over"),
        utility: optional!("utility"),
        to_move: optional!("to_move"),
        chances: optional!("chances"),
        evaluation: read_evaluation(pointers)?,
        noisy: optional!("noisy"),
        order: optional!("order"),
        exchange: optional!("exchange"),
        threatened: optional!("threatened"),
        forced: optional!("forced"),
        at_most: optional!("at_most"),
        plies_left: optional!("plies_left"),
        playout: optional!("playout"),
        key: optional!("key"),
        hide: optional!("hide"),
        guess: optional!("guess"),
        written: Written {
            noisy: pointers.contains("written_noisy")?,
            order: pointers.contains("written_order")?,
            exchange: pointers.contains("written_exchange")?,
            threatened: pointers.contains("written_threatened")?,
            forced: pointers.contains("written_forced")?,
            at_most: pointers.contains("written_at_most")?,
            plies_left: pointers.contains("written_plies_left")?,
            playout: pointers.contains("written_playout")?,
            key: pointers.contains("written_key")?,
        },
    })
}

pub fn compiled(facts: Facts, functions: Functions, written: Arc<Interpreted>) -> PyResult<Arc<dyn Backend>> {
    let written: Option<Arc<dyn ByRecord>> = Some(written);
    // SAFETY: functions and facts come from one compilation; Python keeps the compiled module loaded.
    unsafe {
        Ok(match facts.size {
            size if size <= SIZES[0] => Arc::new(Compiled::<{ SIZES[0] }>::new(facts, functions, written)),
            size if size <= SIZES[1] => Arc::new(Compiled::<{ SIZES[1] }>::new(facts, functions, written)),
            size if size <= SIZES[2] => Arc::new(Compiled::<{ SIZES[2] }>::new(facts, functions, written)),
            size if size <= SIZES[3] => Arc::new(Compiled::<{ SIZES[3] }>::new(facts, functions, written)),
            size if size <= SIZES[4] => Arc::new(Compiled::<{ SIZES[4] }>::new(facts, functions, written)),
            size => {
                return Err(PyValueError::new_err(format!("a state of {size} bytes is too large to be compiled")));
            }
        })
    }
}
