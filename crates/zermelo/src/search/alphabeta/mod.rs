//! Alpha-beta and everything that makes it faster or stronger, for two players with opposite interests.
//!
//! Read in this order:
//! 1. [`minimax`] looks at every position: the definition of the right answer.
//! 2. [`search`] is alpha-beta: one body with numbered steps, which calls the techniques below.
//! 3. [`minimal`] counts the positions that alpha-beta must look at, even with perfect move ordering.
//!
//! Each technique is one file:
//! - how the root is searched: [`aspiration`], [`mtdf`], [`windows`] (win and loss first), [`multi_pv`] (several best moves);
//! - what is searched less deep or not at all: [`null_move`], [`reductions`], [`futility`];
//! - what is searched deeper: [`quiescence`], [`singular`];
//! - which move comes first: [`inner_deepening`], and [`super::ordering`], which other families use too;
//! - [`variation`] completes the principal variation from the transposition table.

mod aspiration;
mod futility;
mod inner_deepening;
mod minimal;
pub mod minimax;
mod mtdf;
mod multi_pv;
mod null_move;
mod quiescence;
mod reductions;
pub mod search;
mod singular;
mod variation;
mod windows;

use super::{Row, Tracer};
use crate::game::Game;

pub(super) fn algorithms<G: Game, T: Tracer>() -> [Row<G, T>; 3] {
    [("minimax", |task| task.deepen(minimax::Minimax::new)), ("alphabeta", super::threads::run), ("minimal", minimal::run)]
}
