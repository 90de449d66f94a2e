//! Search for three and more players.
//!
//! There are two ways to search for many players. [`maxn`] keeps one value for each player; each player maximises their own. The
//! others turn the game into one of two sides, we against all others, and run alpha-beta on it:
//! 1. [`view`] is the game as one player sees it. It says what a particular view has to decide.
//! 2. [`paranoid`] keeps the game as it is: all opponents work against us.
//! 3. [`best_reply`] lets only one opponent move between two of our moves (Schadd and Winands 2011).
//! 4. [`best_reply_plus`] lets one opponent choose; the others play their usual move, so the turn order stays.

mod best_reply;
mod best_reply_plus;
mod maxn;
mod paranoid;
mod view;

pub use best_reply::OpponentList;

use super::{Row, Tracer};
use crate::game::Game;

pub(super) fn algorithms<G: Game, T: Tracer>() -> [Row<G, T>; 4] {
    [
        ("maxn", |task| task.deepen(maxn::MaxN::new)),
        ("paranoid", view::run::<G, T, paranoid::Paranoid>),
        ("bestreply", view::run::<G, T, best_reply::BestReply>),
        ("bestreplyplus", view::run::<G, T, best_reply_plus::BestReplyPlus>),
    ]
}
