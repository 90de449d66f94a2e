//! Rules in Rust, for the flagship games. Each is the twin of a Python file of the same name.

pub mod chess;
pub mod connect;
pub mod othello;

use std::collections::HashMap;
use std::sync::Arc;

use crate::compile::GivenEvaluation;
use crate::engine::backend::Backend;
use crate::game::Facts;

/// The native rules of that name, if they take these parameters, perhaps with another evaluation. One row for each game.
pub fn native(
    name: &str,
    parameters: &HashMap<String, i64>,
    facts: Facts,
    given: Option<GivenEvaluation>,
) -> Option<Arc<dyn Backend>> {
    match name {
        "chess" => Some(Arc::new(chess::Chess::new(parameters, facts, given)?)),
        "connect" => Some(Arc::new(connect::Connect::new(parameters, facts, given)?)),
        "othello" => Some(Arc::new(othello::Othello::new(parameters, facts, given)?)),
        _ => None,
    }
}
