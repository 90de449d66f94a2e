//! Alpha-beta and everything that makes it faster or stronger, for two players with opposite interests.
//!
//! Read in this order:
//! 1. [`minimax`] looks at every position: the definition of the right answer.
//! 2. [`search`] is alpha-beta: one body with numbered steps, which calls the hooks of [`technique`].
//! 3. [`minimal`] counts the positions that alpha-beta must look at, even with perfect move ordering.
//!
//! Each technique is one file and one line at the end of this file:
//! - how the root is searched: [`aspiration`], [`mtdf`], [`windows`] (win and loss first);
//! - what is searched less deep or not at all: [`forced`], [`at_most`], [`null_move`], [`probcut`], [`reductions`], [`futility`],
//!   [`move_count`], [`exchanges`];
//! - what is searched deeper: [`quiescence`], [`extensions`], [`singular`];
//! - what is a draw although the game goes on: [`repetition`];
//! - which move comes first: [`inner_deepening`], and [`super::ordering`], which other families use too.
//!
//! [`multi_pv`] finds several best moves, [`variation`] completes the principal variation from the transposition table.

mod aspiration;
mod at_most;
mod exchanges;
mod extensions;
mod forced;
mod futility;
mod inner_deepening;
mod minimal;
pub mod minimax;
mod move_count;
mod mtdf;
mod multi_pv;
mod null_move;
mod probcut;
mod quiescence;
mod reductions;
mod repetition;
pub mod search;
mod singular;
mod technique;
mod variation;
mod windows;

use self::search::AlphaBeta;
use self::technique::{Candidate, Maybe, Node, Place, Technique, Valued};
use super::options::options;
use super::{Halt, Row, Tracer, Window};
use crate::game::Game;

pub(super) fn algorithms<G: Game, T: Tracer>() -> [Row<G, T>; 3] {
    [("minimax", |task| task.deepen(minimax::Minimax::new)), ("alphabeta", super::threads::run), ("minimal", minimal::run)]
}

macro_rules! techniques {
    ($($(#[$doc:meta])* $option:ident: $technique:ident,)*) => {
        options! {
            /// The techniques of alpha-beta; all off is plain alpha-beta.
            pub struct Techniques { $($(#[$doc])* $option: bool = false,)* }
        }

        /// What the techniques learn during a search.
        #[derive(Default)]
        struct Learned { $($option: $option::$technique,)* }

        /// Each hook, called for one technique after another.
        impl<G: Game, T: Tracer> AlphaBeta<'_, G, T> {
            fn asks_quiet(techniques: Techniques) -> bool {
                $(techniques.$option && $option::$technique::ASKS_QUIET)||*
            }

            fn asks_threat(techniques: Techniques) -> bool {
                $(techniques.$option && $option::$technique::ASKS_THREAT)||*
            }

            #[inline(always)]
            fn deeper(&self, depth: u32, ply: u32) -> u32 {
                0 $(+ if self.techniques.$option { $option::$technique::deeper(self.depth, depth, ply) } else { 0 })*
            }

            fn chosen_root_value(&mut self, root: &G::State, depth: u32) -> Maybe<Valued> {
                $(if self.techniques.$option && let Some(found) = $option::$technique::root_value(self, root, depth)? {
                    return Ok(Some(found));
                })*
                Ok(None)
            }

            fn begin(&mut self, history: &[Vec<u8>]) {
                $(if self.techniques.$option {
                    self.learned.$option.begin(self.game, history);
                })*
            }

            #[inline(always)]
            fn is_repeated(&mut self, s: &G::State, ply: u32) -> bool {
                $((self.techniques.$option && self.learned.$option.is_repeated(self.game, s, ply)))||*
            }

            #[inline(always)]
            fn horizon(&mut self, s: &G::State, place: Place, window: Window) -> Maybe<f64> {
                $(if self.techniques.$option && let Some(value) = $option::$technique::horizon(self, s, place, window)? {
                    return Ok(Some(value));
                })*
                Ok(None)
            }

            #[inline(always)]
            fn cut(&mut self, s: &G::State, node: &Node) -> Maybe<f64> {
                $(if self.techniques.$option && let Some(value) = $option::$technique::cut(self, s, node)? {
                    return Ok(Some(value));
                })*
                Ok(None)
            }

            #[inline(always)]
            fn list_moves(&mut self, s: &G::State, node: &mut Node) -> Result<bool, Halt> {
                Ok($((self.techniques.$option && $option::$technique::moves(self, s, node)?))||*)
            }

            #[inline(always)]
            fn prepare(&mut self, s: &G::State, node: &mut Node) -> Result<(), Halt> {
                $(if self.techniques.$option {
                    $option::$technique::prepare(self, s, node)?;
                })*
                Ok(())
            }

            #[inline(always)]
            fn skip(&self, s: &G::State, node: &Node, candidate: Candidate, low: f64) -> Maybe<f64> {
                $(if self.techniques.$option && let Some(hope) = self.learned.$option.skip(self.game, s, node, candidate, low)? {
                    return Ok(Some(hope));
                })*
                Ok(None)
            }

            #[inline(always)]
            fn reduction(&self, node: &Node, candidate: Candidate) -> u32 {
                0 $(+ if self.techniques.$option { $option::$technique::reduction(&self.ordering, node, candidate) } else { 0 })*
            }

            #[inline(always)]
            fn searched(&mut self, s: &G::State, node: &Node, quiet: bool, value: f64) -> Result<(), Halt> {
                $(if self.techniques.$option {
                    self.learned.$option.searched(self.game, s, node, quiet, value)?;
                })*
                Ok(())
            }
        }
    };
}
techniques! {
    /// Decide win and loss by empty windows, near ends first.
    windows: Windows,
    /// Find the value by empty windows alone.
    mtdf: Mtdf,
    /// Begin with a narrow window around the last value.
    aspiration: Aspiration,
    /// Count a position that occurs again as a draw.
    repetition: Repetition,
    /// Search positions deeper in which a threat must be answered.
    extensions: Extensions,
    /// Search only the moves that do not decide the game at once.
    forced: Forced,
    /// Search on at the depth limit while the position is noisy.
    quiescence: Quiescence,
    /// Stop where a player cannot get enough any more.
    at_most: AtMost,
    /// Leave positions and skip quiet moves whose evaluation is far outside the window.
    futility: Futility,
    /// Stop where even passing is too good.
    null_move: NullMove,
    /// Stop where a shallow search predicts a value far outside the window.
    probcut: Probcut,
    /// Search less deep first where there is no table move.
    inner_deepening: InnerDeepening,
    /// Search a move deeper when the others look much worse.
    singular: Singular,
    /// Skip late quiet moves.
    move_count: MoveCount,
    /// Skip moves that lose by exchanges.
    exchanges: Exchanges,
    /// Search late moves less deep.
    reductions: Reductions,
}
