//! A view: a game of many players as a game of two sides, us against all others.
//!
//! [`Viewed`] is the game that alpha-beta searches. What the others may do differs from view to view: that is the trait [`View`],
//! which each view implements in a file of its own. [`Seat`] is what all views know.

use crate::game::{Answer, Facts, Fault, Game, Move, Outcome, Player, mix};
use crate::search::alphabeta::search::AlphaBeta;
use crate::search::{Halt, Job, Task, Tracer};

/// Where others choose, the number of a move is this times the player, plus the move.
pub const STRIDE: Move = 1 << 24;
/// The move of a player who has none. All moves of the game must be below it.
pub const NOTHING: Move = STRIDE - 1;
/// The code of the fault when a move is not below [`NOTHING`].
pub const TOO_LARGE: i32 = -20;

/// Takes a position and a move that is made in it.
pub type Show<'a, G> = dyn FnMut(&<G as Game>::State, Move) -> Answer<()> + 'a;

/// A game, and the player whose view it is.
pub struct Seat<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) us: Player,
}

impl<G: Game> Seat<'_, G> {
    /// Whether a player is on our side: we, and our team.
    #[inline]
    pub fn is_ours(&self, player: Player) -> bool {
        let teams = &self.game.facts().teams;
        player == self.us || (!teams.is_empty() && teams[player as usize] == teams[self.us as usize])
    }

    #[inline]
    pub fn is_our_turn(&self, s: &G::State) -> Answer<bool> {
        Ok(self.game.to_move(s)? == self.us)
    }

    /// Numbers moves of the game, ascending, as moves of a player.
    #[inline]
    pub fn number(&self, s: &G::State, who: Player, moves: &mut [Move]) -> Answer<()> {
        if let Some(&choice) = moves.last().filter(|&&choice| choice >= NOTHING) {
            return Err(Fault::new("moves", self.game.write(s), choice, TOO_LARGE));
        }
        for choice in moves {
            *choice += STRIDE * who;
        }
        Ok(())
    }
}

/// What distinguishes one view from another. The defaults are the game's own rules.
pub trait View<G: Game>: Send + Sync {
    fn new(seat: &Seat<'_, G>, job: &Job) -> Self
    where
        Self: Sized;

    /// Whether our side moves when this player is to move.
    #[inline]
    fn moves_for_us(&self, seat: &Seat<'_, G>, player: Player) -> bool {
        player == seat.us
    }

    /// Appends the moves of the side to move.
    fn moves(&self, seat: &Seat<'_, G>, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        seat.game.moves(s, out)
    }

    #[inline]
    fn play(&self, seat: &Seat<'_, G>, s: &mut G::State, choice: Move) -> Answer<()> {
        seat.game.play(s, choice)
    }

    /// Shows the moves of the game that a move of the view stands for, each with the position in which it is made.
    #[inline]
    fn unfold(&self, _seat: &Seat<'_, G>, s: &G::State, choice: Move, show: &mut Show<'_, G>) -> Answer<()> {
        show(s, choice)
    }

    /// Whose `at_most` counts for us and for the others; nobody's if the view changes what the game says.
    #[inline]
    fn limited(&self, _seat: &Seat<'_, G>) -> [Option<Player>; 2] {
        [None, None]
    }

    /// A move was best, or good enough.
    #[inline]
    fn credit(&self, _seat: &Seat<'_, G>, _s: &G::State, _choice: Move) -> Answer<()> {
        Ok(())
    }
}

/// Alpha-beta on a view.
pub fn run<G: Game, T: Tracer, V: View<G> + 'static>(task: Task<'_, G, T>) -> Result<(), Halt> {
    let seat = Seat { game: task.game, us: task.game.to_move(task.root)? };
    let view: Box<dyn View<G>> = Box::new(V::new(&seat, task.job));
    let limited = view.limited(&seat);
    let bound = task.game.facts().bound();
    let facts = Facts { players: 2, low: -bound, high: bound, ..task.game.facts().clone() };
    task.on(&Viewed { seat, view, limited, facts }).deepen(AlphaBeta::new)
}

/// The rules as one player sees them. Side 0 is us, side 1 is all others. A state is the game's own.
struct Viewed<'a, G: Game> {
    seat: Seat<'a, G>,
    view: Box<dyn View<G>>,
    limited: [Option<Player>; 2],
    facts: Facts,
}

impl<G: Game> Viewed<'_, G> {
    /// A utility of ours on the scale of the view, where our highest and lowest are a win and a loss.
    #[inline]
    fn stretched(&self, worth: f64) -> f64 {
        match worth {
            worth if worth >= self.seat.game.facts().high => self.facts.high,
            worth if worth <= self.seat.game.facts().low => self.facts.low,
            worth => worth,
        }
    }
}

impl<G: Game> Game for Viewed<'_, G> {
    type State = G::State;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, record: &[u8]) -> G::State {
        self.seat.game.read(record)
    }

    fn write(&self, s: &G::State) -> Vec<u8> {
        self.seat.game.write(s)
    }

    #[inline]
    fn to_move(&self, s: &G::State) -> Answer<Player> {
        Ok(Player::from(!self.view.moves_for_us(&self.seat, self.seat.game.to_move(s)?)))
    }

    #[inline]
    fn outcome(&self, s: &G::State) -> Answer<Outcome> {
        Ok(if self.seat.game.outcome(s)? == Outcome::Ongoing { Outcome::Ongoing } else { Outcome::Scored })
    }

    fn utility(&self, s: &G::State, player: Player) -> Answer<f64> {
        let game = self.seat.game;
        let worth = self.stretched(game.worth(s, game.outcome(s)?, self.seat.us)?);
        Ok(if player == 0 { worth } else { -worth })
    }

    fn moves(&self, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        self.view.moves(&self.seat, s, out)
    }

    fn moves_out_of_turn(&self, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        self.seat.game.moves_out_of_turn(s, out)
    }

    fn chances(&self, s: &G::State, out: &mut Vec<(Move, f64)>) -> Answer<()> {
        self.seat.game.chances(s, out)
    }

    #[inline]
    fn copy(&self, s: &G::State) -> G::State {
        self.seat.game.copy(s)
    }

    #[inline]
    fn play(&self, s: &mut G::State, choice: Move) -> Answer<()> {
        self.view.play(&self.seat, s, choice)
    }

    #[inline]
    fn evaluate(&self, s: &G::State, player: Player) -> Answer<f64> {
        let worth = self.seat.game.evaluate(s, self.seat.us)?;
        Ok(if player == 0 { worth } else { -worth })
    }

    fn noisy(&self, s: &G::State, choice: Move) -> Answer<bool> {
        let mut noisy = false;
        self.view.unfold(&self.seat, s, choice, &mut |s, choice| {
            noisy |= self.seat.game.noisy(s, choice)?;
            Ok(())
        })?;
        Ok(noisy)
    }

    fn order(&self, s: &G::State, choice: Move) -> Answer<f64> {
        let mut most: Option<f64> = None;
        self.view.unfold(&self.seat, s, choice, &mut |s, choice| {
            let order = self.seat.game.order(s, choice)?;
            most = Some(most.map_or(order, |most| if order > most { order } else { most }));
            Ok(())
        })?;
        Ok(most.unwrap_or(0.0))
    }

    fn at_most(&self, s: &G::State, player: Player) -> Answer<f64> {
        let Some(whose) = self.limited[player as usize] else { return Ok(f64::INFINITY) };
        let most = self.seat.game.at_most(s, whose)?;
        Ok(if player == 0 { self.stretched(most) } else { -self.stretched(-most) })
    }

    fn key(&self, s: &G::State) -> Answer<u64> {
        let seats = 64 * self.seat.us + self.seat.game.to_move(s)?;
        Ok(self.seat.game.key(s)? ^ mix(seats as u64 + 1))
    }

    fn set_turn(&self, s: &mut G::State, player: Player) {
        self.seat.game.set_turn(s, player);
    }

    #[inline]
    fn credit(&self, s: &G::State, choice: Move) -> Answer<()> {
        self.view.credit(&self.seat, s, choice)
    }
}
