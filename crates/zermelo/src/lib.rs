//! Zermelo's search core: the twin of the Python specification, and the rules of the flagship games.
//!
//! A search sees a game only through the trait [`game::Game`]. It never knows whether the rules behind it are native Rust,
//! compiled Python or interpreted Python. Every algorithm enters the same positions in the same order as the file of the same
//! path under `python/zermelo/search`.
//!
//! The folders have the same names as in Python. From the bottom up: [`game`] says what a game is, [`games`] holds native rules,
//! [`search`] holds every algorithm, [`compile`] calls rules that were compiled to C functions, [`tablebases`] and [`advice`]
//! hold knowledge, and [`engine`] is the one interface through which other programs use all of it.

pub mod advice;
pub mod compile;
pub mod engine;
pub mod game;
pub mod games;
pub mod search;
pub mod tablebases;
