//! Alpha-beta and everything that makes it faster or stronger, for two players with opposite interests.
//!
//! Read in this order:
//! 1. [`minimax`] looks at every position: the definition of the right answer.
//! 2. [`search`] is alpha-beta: one body with numbered steps, which calls the hooks of [`technique`].
//! 3. [`minimal`] counts the positions that alpha-beta must look at, even with perfect move ordering.
//!
//! Each technique is one file and one word at the end of this file:
//! - how the root is searched: [`aspiration`], [`mtdf`], [`windows`] (win and loss first);
//! - what is searched less deep or not at all: [`null_move`], [`reductions`], [`futility`];
//! - what is searched deeper: [`quiescence`], [`singular`];
//! - which move comes first: [`inner_deepening`], and [`super::ordering`], which other families use too.
//!
//! [`multi_pv`] finds several best moves, [`variation`] completes the principal variation from the transposition table.

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
mod technique;
mod variation;
mod windows;

use self::search::{AlphaBeta, Place};
use self::technique::{Node, Technique, Valued};
use super::options::technique_options;
use super::{Halt, Row, Tracer, Window};
use crate::game::Game;

pub(super) fn algorithms<G: Game, T: Tracer>() -> [Row<G, T>; 3] {
    [("minimax", |task| task.deepen(minimax::Minimax::new)), ("alphabeta", super::threads::run), ("minimal", minimal::run)]
}

macro_rules! techniques {
    ($($technique:ident),*) => {
        technique_options!($($technique),*);

        /// What the techniques learn during a search.
        #[derive(Default)]
        struct Learned {
            $($technique: <$technique::Options as Technique>::Learned,)*
        }

        /// Each hook, called for one technique after another.
        impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
            fn asks_quiet(&self) -> bool {
                $(self.techniques.$technique.asks_quiet())||*
            }

            fn chosen_root_value(&mut self, root: &G::State, depth: u32, guess: Option<f64>) -> Result<Option<Valued>, Halt> {
                $(if let Some(found) = self.techniques.$technique.root_value(self, root, depth, guess)? {
                    return Ok(Some(found));
                })*
                Ok(None)
            }

            #[inline(always)]
            fn horizon(&mut self, s: &G::State, place: Place, window: Window) -> Result<Option<f64>, Halt> {
                $(if let Some(value) = self.techniques.$technique.horizon(self, s, place, window)? {
                    return Ok(Some(value));
                })*
                Ok(None)
            }

            #[inline(always)]
            fn cut(&mut self, s: &G::State, node: &Node) -> Result<Option<f64>, Halt> {
                $(if let Some(value) = self.techniques.$technique.cut(self, s, node)? {
                    return Ok(Some(value));
                })*
                Ok(None)
            }

            #[inline(always)]
            fn prepare(&mut self, s: &G::State, node: &mut Node) -> Result<(), Halt> {
                $(self.techniques.$technique.prepare(self, s, node)?;)*
                Ok(())
            }

            #[inline(always)]
            fn skip(&self, node: &Node, low: f64) -> Option<f64> {
                $(if let Some(hope) = self.techniques.$technique.skip(&self.learned.$technique, node, low) {
                    return Some(hope);
                })*
                None
            }

            #[inline(always)]
            fn reduction(&self, node: &Node, index: usize) -> u32 {
                0 $(+ self.techniques.$technique.reduction(node, index))*
            }

            #[inline(always)]
            fn searched(&mut self, node: &Node, quiet: bool, value: f64) {
                $(self.techniques.$technique.searched(&mut self.learned.$technique, node, quiet, value);)*
            }
        }
    };
}
techniques!(windows, mtdf, aspiration, quiescence, null_move, inner_deepening, singular, futility, reductions);
