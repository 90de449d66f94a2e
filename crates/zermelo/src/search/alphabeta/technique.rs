//! What a technique of alpha-beta can do: the hooks that the search calls.
//!
//! A technique is a file with a type that implements [`Technique`]. `mod.rs` lists it, with the name of the option that switches it
//! on. Each hook is called for every technique that is on, in the order of that list.

use super::search::{AlphaBeta, Place};
use crate::game::{Game, Move};
use crate::search::{Entry, Halt, Tracer, Window};

/// A value with its line.
pub(super) type Valued = (f64, Vec<Move>);
pub(super) type Maybe<V> = Result<Option<V>, Halt>;

/// A position whose moves are about to be searched.
pub(super) struct Node {
    pub(super) place: Place,
    pub(super) window: Window,
    pub(super) key: u64,
    /// Whether all moves are searched, and not all but some.
    pub(super) whole: bool,
    /// What the transposition table has about it.
    pub(super) entry: Option<Entry>,
    /// The move to try first, if one is known.
    pub(super) first: Move,
    /// The move to search one ply deeper, if there is one.
    pub(super) extended: Move,
    /// The game's evaluation, if a technique asks for it; else infinity.
    pub(super) evaluation: f64,
}

/// A technique that is switched on; it may keep what it learns during a search.
#[allow(unused_variables)]
pub(super) trait Technique: Default {
    /// Whether it must know which moves are quiet. If no technique asks, all moves count as quiet.
    const ASKS_QUIET: bool = false;

    /// The root's value and line, if the technique chooses the windows.
    fn root_value<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, root: &G::State, depth: u32) -> Maybe<Valued> {
        Ok(None)
    }
    /// Told of the positions before the root, when a search begins.
    fn begin<G: Game>(&mut self, game: &G, history: &[Vec<u8>]) {}
    /// Whether an unfinished position counts as a draw, because it has occurred before.
    fn is_repeated<G: Game>(&mut self, game: &G, s: &G::State, ply: u32) -> bool {
        false
    }
    /// The value of a position at the depth limit, instead of its evaluation.
    fn horizon<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, place: Place, window: Window) -> Maybe<f64> {
        Ok(None)
    }
    /// A score of at least beta, if that is clear without searching the moves.
    fn cut<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &Node) -> Maybe<f64> {
        Ok(None)
    }
    /// Called before the moves are ordered; may set `first`, `extended` and `evaluation`.
    fn prepare<G: Game, T: Tracer>(search: &mut AlphaBeta<'_, G, T>, s: &G::State, node: &mut Node) -> Result<(), Halt> {
        Ok(())
    }
    /// The most that a quiet move can reach, if that is not above `low`: it is then skipped. Never asked for the first move.
    fn skip(&self, node: &Node, low: f64) -> Option<f64> {
        None
    }
    /// Plies by which a quiet move is first searched less deep; `index` is its place in the order.
    fn reduction(node: &Node, index: usize) -> u32 {
        0
    }
    /// Called after a move was searched.
    fn searched(&mut self, node: &Node, quiet: bool, value: f64) {}
}
