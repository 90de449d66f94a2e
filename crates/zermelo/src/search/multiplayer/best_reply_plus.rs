//! BRS+: best-reply search that keeps the turn order (Esser, Gras, Winands, Schadd and Lanctot 2013).
//!
//! A move of the others is a whole round: one opponent chooses, the others make their usual move. The usual move of a position is
//! needed again and again, because all rounds begin alike, and each is run once to order it and once to play it. So usual moves
//! are cached.

use std::sync::{Mutex, PoisonError};

use super::view::{STRIDE, Seat, Show, View};
use crate::game::{Answer, Game, Move, NO_MOVE, Outcome, Player, hash_record};
use crate::search::Job;

/// If our turn never comes, a round ends after this many moves of each player.
const ROUNDS: usize = 4;
/// Positions whose usual move is cached.
const SLOTS: usize = 1 << 13;

pub struct BestReplyPlus {
    /// Usual moves with the keys of their positions; the last one asked for stays.
    usual: Mutex<Vec<(u64, Move)>>,
}

impl BestReplyPlus {
    /// Plays a round, and shows each of its moves first.
    fn play_round<G: Game>(&self, seat: &Seat<'_, G>, s: &mut G::State, choice: Move, show: &mut Show<'_, G>) -> Answer<()> {
        let (mut who, chosen) = (choice / STRIDE, choice % STRIDE);
        let mut moves = Vec::new();
        for _ in 0..longest(seat) {
            if is_done(seat, s)? {
                break;
            }
            let now = if seat.game.to_move(s)? == who {
                who = -1;
                chosen
            } else {
                self.usual(seat, s, &mut moves)?
            };
            show(s, now)?;
            seat.game.play(s, now)?;
        }
        Ok(())
    }

    /// The move of an opponent who does not choose: the first of those with the greatest `order`.
    fn usual<G: Game>(&self, seat: &Seat<'_, G>, s: &G::State, room: &mut Vec<Move>) -> Answer<Move> {
        let key = hash_record(&seat.game.write(s));
        let mut cached = self.usual.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = &mut cached[key as usize % SLOTS];
        if slot.0 == key && slot.1 != NO_MOVE {
            return Ok(slot.1);
        }
        room.clear();
        seat.game.moves(s, room)?;
        let mut best = (f64::NEG_INFINITY, room[0]);
        for &choice in room.iter() {
            let order = seat.game.order(s, choice)?;
            if order > best.0 {
                best = (order, choice);
            }
        }
        *slot = (key, best.1);
        Ok(best.1)
    }
}

fn longest<G: Game>(seat: &Seat<'_, G>) -> usize {
    ROUNDS * seat.game.facts().players
}

fn is_done<G: Game>(seat: &Seat<'_, G>, s: &G::State) -> Answer<bool> {
    Ok(seat.game.outcome(s)? != Outcome::Ongoing || seat.is_our_turn(s)?)
}

impl<G: Game> View<G> for BestReplyPlus {
    fn new(_seat: &Seat<'_, G>, _job: &Job) -> Self {
        Self { usual: Mutex::new(vec![(0, NO_MOVE); SLOTS]) }
    }

    /// Our moves, or all rounds in which one opponent chooses.
    fn moves(&self, seat: &Seat<'_, G>, s: &G::State, out: &mut Vec<Move>) -> Answer<()> {
        if seat.is_our_turn(s)? {
            return seat.game.moves(s, out);
        }
        let begin = out.len();
        let mut now = seat.game.copy(s);
        let mut seen: Vec<Player> = Vec::new();
        let mut moves = Vec::new();
        for _ in 0..longest(seat) {
            if is_done(seat, &now)? {
                break;
            }
            let who = seat.game.to_move(&now)?;
            let usual = self.usual(seat, &now, &mut moves)?;
            if !seen.contains(&who) && !seat.is_ours(who) {
                // The round in which everybody makes the usual move is listed once; our team makes its usual move.
                let start = out.len();
                moves.clear();
                seat.game.moves(&now, &mut moves)?;
                out.extend(moves.iter().filter(|&&choice| choice != usual || start == begin));
                seat.number(&now, who, &mut out[start..])?;
                seen.push(who);
            }
            seat.game.play(&mut now, usual)?;
        }
        if out.len() == begin {
            out.push(STRIDE * seat.us); // only our team is to move
        }
        Ok(())
    }

    fn play(&self, seat: &Seat<'_, G>, s: &mut G::State, choice: Move) -> Answer<()> {
        if seat.is_our_turn(s)? { seat.game.play(s, choice) } else { self.play_round(seat, s, choice, &mut |_, _| Ok(())) }
    }

    fn unfold(&self, seat: &Seat<'_, G>, s: &G::State, choice: Move, show: &mut Show<'_, G>) -> Answer<()> {
        if seat.is_our_turn(s)? { show(s, choice) } else { self.play_round(seat, &mut seat.game.copy(s), choice, show) }
    }
}
