//! The interface to a game, for rules in any language, through which everything outside the crate uses it.
//!
//! [`backend`] declares the trait [`backend::Backend`], which takes and returns states as records (flat arrays of bytes). It is
//! implemented for every [`crate::game::Game`]. The binding to Python, the tests and the examples use games through it, so a new
//! kind of rules needs to implement `Game` only.

pub mod backend;
