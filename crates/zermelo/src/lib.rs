//! Zermelo's search core: the twin of the Python specification, and the flagship games' rules.
//!
//! A search sees a game only through the trait [`game::Game`] and never knows whether the rules behind it are native
//! Rust, compiled Python or interpreted Python. Every algorithm enters the same positions in the same order as the file
//! of the same name in `python/zermelo/search`.

pub mod backend;
pub mod compiled;
pub mod game;
pub mod games;
pub mod growing;
pub mod ledger;
pub mod memory;
pub mod proofs;
pub mod random;
mod recycling;
pub mod search;
pub mod slots;
pub mod tables;
pub mod threads;
