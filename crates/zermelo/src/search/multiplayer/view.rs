//! A view: a game of many players as one of two, us against all the others.

use std::sync::atomic::{AtomicU64, Ordering};

use super::best_reply_plus::Customs;
use crate::game::{Answer, Facts, Fault, Game, Move, Outcome, Player, mix};
use crate::search::options::Options;

/// Where others choose, a move's number is this times the player, plus the move.
pub const STRIDE: Move = 1 << 24;
/// The move of somebody who has none; so those of the game must be below it.
pub const NOTHING: Move = STRIDE - 1;
/// The code of the fault that one is not.
pub const TOO_LARGE: i32 = -20;
/// Best-reply search is for at most so many opponents.
pub const MOST_OPPONENTS: usize = 8;

/// What the others are allowed to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What the game allows.
    Paranoid,
    /// One of them moves, whoever has the best reply.
    BestReply,
    /// All move, but only one is searched.
    BestReplyPlus,
}

/// The rules as one player sees them; side 0 is us, side 1 all the others. A state is the game's own.
pub struct View<'a, G: Game> {
    pub(super) inner: &'a G,
    pub(super) us: Player,
    pub(super) options: Options,
    /// The opponents in the order in which their replies are tried, a byte each.
    pub(super) opponents: AtomicU64,
    pub(super) number: usize,
    /// Who comes after us.
    pub(super) next: Player,
    /// What the others do as a rule.
    pub(super) customs: Customs,
    kind: Kind,
    facts: Facts,
}

impl<'a, G: Game> View<'a, G> {
    /// How a player sees a game.
    pub fn new(inner: &'a G, us: Player, kind: Kind, options: Options) -> Self {
        let facts = inner.facts();
        let bound = facts.bound();
        let mut view = Self {
            inner,
            us,
            options,
            opponents: AtomicU64::new(0),
            number: 0,
            next: us,
            customs: Customs::default(),
            kind,
            facts: Facts { players: 2, low: -bound, high: bound, ..facts.clone() },
        };
        let seats = facts.players as Player;
        let opponents: Vec<u8> =
            (1..seats).map(|step| (us + step) % seats).filter(|&who| !view.is_ours(who)).map(|who| who as u8).collect();
        view.number = opponents.len().min(MOST_OPPONENTS);
        view.next = opponents.first().map_or(us, |&who| Player::from(who));
        let mut packed = [0; MOST_OPPONENTS];
        packed[..view.number].copy_from_slice(&opponents[..view.number]);
        view.opponents = AtomicU64::new(u64::from_le_bytes(packed));
        view
    }

    #[inline]
    pub(super) fn is_our_turn(&self, s: &G::State) -> Answer<bool> {
        Ok(self.inner.to_move(s)? == self.us)
    }

    /// Makes moves of the game, ascending, those of a player.
    #[inline]
    pub(super) fn number(&self, s: &G::State, who: Player, moves: &mut [Move]) -> Answer<()> {
        if let Some(&choice) = moves.last().filter(|&&choice| choice >= NOTHING) {
            return Err(Box::new(Fault { rule: "moves", state: self.inner.write(s), choice, code: TOO_LARGE }));
        }
        for choice in moves {
            *choice += STRIDE * who;
        }
        Ok(())
    }

    #[inline]
    pub(super) fn order_of_opponents(&self) -> [u8; MOST_OPPONENTS] {
        self.opponents.load(Ordering::Relaxed).to_le_bytes()
    }
}

impl<G: Game> Game for View<'_, G> {
    type State = G::State;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, record: &[u8]) -> G::State {
        self.inner.read(record)
    }

    fn write(&self, s: &G::State) -> Vec<u8> {
        self.inner.write(s)
    }

    #[inline]
    fn to_move(&self, s: &G::State) -> Answer<Player> {
        let player = self.inner.to_move(s)?;
        let ours = if self.kind == Kind::Paranoid { self.is_ours(player) } else { player == self.us };
        Ok(Player::from(!ours))
    }

    #[inline]
    fn outcome(&self, s: &G::State) -> Answer<Outcome> {
        Ok(if self.inner.outcome(s)? == Outcome::Ongoing { Outcome::Ongoing } else { Outcome::Scored })
    }

    fn utility(&self, s: &G::State, player: Player) -> Answer<f64> {
        let facts = self.inner.facts();
        let worth = match self.inner.worth(s, self.inner.outcome(s)?, self.us)? {
            worth if worth >= facts.high => self.facts.high,
            worth if worth <= facts.low => self.facts.low,
            worth => worth,
        };
        Ok(if player == 0 { worth } else { -worth })
    }

    fn moves(&self, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        match self.kind {
            Kind::BestReply if self.is_our_turn(s)? => self.own_moves(s, out),
            Kind::BestReply => self.replies(s, out),
            Kind::BestReplyPlus if !self.is_our_turn(s)? => self.rounds(s, out),
            _ => self.inner.moves(s, out),
        }
    }

    fn moves_out_of_turn(&self, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        self.inner.moves_out_of_turn(s, out)
    }

    fn chances(&self, s: &G::State, out: &mut Vec<(Move, f64)>) -> Answer<()> {
        self.inner.chances(s, out)
    }

    #[inline]
    fn copy(&self, s: &G::State) -> G::State {
        self.inner.copy(s)
    }

    fn play(&self, s: &mut G::State, choice: Move) -> Answer<()> {
        match self.kind {
            Kind::BestReply if self.is_our_turn(s)? => self.play_own(s, choice),
            Kind::BestReply => self.play_reply(s, choice),
            Kind::BestReplyPlus if !self.is_our_turn(s)? => self.play_round(s, choice, &mut |_, _| Ok(())),
            _ => self.inner.play(s, choice),
        }
    }

    #[inline]
    fn evaluate(&self, s: &G::State, player: Player) -> Answer<f64> {
        let worth = self.inner.evaluate(s, self.us)?;
        Ok(if player == 0 { worth } else { -worth })
    }

    fn noisy(&self, s: &G::State, choice: Move) -> Answer<bool> {
        let mut noisy = false;
        self.unfold(s, choice, &mut |s, choice| {
            noisy |= self.inner.noisy(s, choice)?;
            Ok(())
        })?;
        Ok(noisy)
    }

    fn order(&self, s: &G::State, choice: Move) -> Answer<f64> {
        let mut most: Option<f64> = None;
        self.unfold(s, choice, &mut |s, choice| {
            let order = self.inner.order(s, choice)?;
            most = Some(most.map_or(order, |most| if order > most { order } else { most }));
            Ok(())
        })?;
        Ok(most.unwrap_or(0.0))
    }

    fn key(&self, s: &G::State) -> Answer<u64> {
        let seats = 64 * self.us + self.inner.to_move(s)?;
        Ok(self.inner.key(s)? ^ mix(seats as u64 + 1))
    }

    fn set_turn(&self, s: &mut G::State, player: Player) {
        self.inner.set_turn(s, player);
    }

    #[inline]
    fn credit(&self, s: &G::State, choice: Move) -> Answer<()> {
        if self.kind == Kind::BestReply { self.threatened(s, choice) } else { Ok(()) }
    }
}

impl<G: Game> View<'_, G> {
    /// Shows the moves of the game that a move of the view stands for, each with the position in which it is made.
    fn unfold(&self, s: &G::State, choice: Move, show: &mut dyn FnMut(&G::State, Move) -> Answer<()>) -> Answer<()> {
        match self.kind {
            Kind::BestReply => self.show_reply(s, choice, show),
            Kind::BestReplyPlus if !self.is_our_turn(s)? => self.play_round(&mut self.copy(s), choice, show),
            _ => show(s, choice),
        }
    }
}
