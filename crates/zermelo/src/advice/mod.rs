//! Advice: knowledge in advice tables, separate from the engine that applies it. The twin of `python/zermelo/advice`.
//!
//! [`table`] holds tables as trees of numbers, [`vocabulary`] are the facts and kinds that they name, [`expert`] evaluates
//! them, [`inference`] turns a table and a position into a plan. [`verify`] plays a table against every defence: [`graph`] finds
//! all positions that can occur, [`exact`] solves them, [`exits`] finds where a plan may lead, [`fixpoint`] which positions are
//! secured, and [`failures`] how the others fail.

mod exact;
mod exits;
mod expert;
pub mod failures;
mod fixpoint;
pub mod graph;
pub mod inference;
pub mod table;
pub mod verify;
pub mod vocabulary;

pub(crate) use exits::{End, Follower, Ranking, Way};
pub(crate) use inference::{Halt, Inference};
pub(crate) use table::Library;
pub(crate) use vocabulary::Buffer;
