//! Move ordering: the move of table or last line first, then the game's own order, killers, replies, history.

use super::Options;
use super::ads::{Rule, ask};
use super::options::Orderings;
use super::replies::Replies;
use crate::game::{Answer, Game, Move, NO_MOVE, Player};

/// Counters per player; moves with larger numbers share counters.
pub const HISTORY_SIZE: usize = 1 << 14;
/// Moves that History-ADS remembers.
const MOST_RECENT: usize = 64;
/// Greater counters of the history compare as equal.
const MOST_HISTORY: u64 = (1 << 32) - 1;
const NONE: [Move; 2] = [-1, -1];

/// Remembers which moves did well, and sorts by it.
pub struct Ordering {
    by: Orderings,
    rule: Rule,
    killers: Vec<[Move; 2]>,
    history: Vec<u64>,
    /// Moves that cut, by the rule of History-ADS.
    recent: Vec<Move>,
    replies: Option<Replies>,
    promises: Vec<(u128, Move)>,
}

/// Where moves are ordered.
#[derive(Clone, Copy)]
pub struct Spot {
    pub player: Player,
    pub ply: u32,
    /// The move to try first, if one is known.
    pub first: Move,
    /// The move before.
    pub previous: Move,
    /// Whether no move loses by exchanges, so that none needs to be asked about.
    pub only_sound: bool,
}

impl Spot {
    /// A place of which no move is known.
    pub fn at(player: Player, ply: u32) -> Self {
        Self { player, ply, first: NO_MOVE, previous: NO_MOVE, only_sound: false }
    }
}

/// What speaks for a move, the most important first.
struct Promise {
    first: bool,
    sound: bool,
    order: f64,
    /// 0, 1 or 2.
    killer: u8,
    answers: bool,
    worth: i32,
    history: u64,
    /// At most [`MOST_RECENT`].
    recent: u8,
}

impl Promise {
    /// All of it as one number, because moves are compared often.
    #[inline]
    fn packed(self) -> u128 {
        let bits = (self.order + 0.0).to_bits(); // there is only one zero
        let ordered = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
        let worth = (self.worth + (1 << 17)) as u128;
        let before = u128::from(self.first) << 1 | u128::from(self.sound);
        let known = (before << 64 | u128::from(ordered)) << 2 | u128::from(self.killer);
        let learned = (known << 1 | u128::from(self.answers)) << 18 | worth;
        (learned << 32 | u128::from(self.history.min(MOST_HISTORY))) << 7 | u128::from(self.recent)
    }
}

impl Ordering {
    /// Nothing remembered yet.
    pub fn new(options: &Options, players: usize) -> Self {
        let history = if options.ordering.history { vec![0; players * HISTORY_SIZE] } else { Vec::new() };
        let replies = options.ordering.replies.then(|| Replies::new(players));
        Self {
            by: options.ordering,
            rule: options.ads,
            killers: Vec::new(),
            history,
            recent: Vec::new(),
            replies,
            promises: Vec::new(),
        }
    }

    /// Whether there is anything to sort by.
    #[inline]
    pub fn sorts(&self) -> bool {
        let Orderings { pv, exchange, order, killers, replies, history, ads } = self.by;
        pv || exchange || order || killers || replies || history || ads
    }

    /// Sorts moves, most promising first; equals stay in their order.
    pub fn sort<G: Game>(&mut self, game: &G, s: &G::State, moves: &mut [Move], spot: Spot) -> Answer<()> {
        let Spot { player, ply, first, previous, only_sound } = spot;
        if moves.len() < 2 || !self.sorts() {
            return Ok(());
        }
        let killers = self.killers.get(ply as usize).copied().unwrap_or(NONE);
        let answer = self.replies.as_ref().map_or(-1, |replies| replies.answer(previous));
        let by_exchange = self.by.exchange && game.facts().has_exchange && !only_sound;
        self.promises.clear();
        for &choice in moves.iter() {
            let promise = Promise {
                first: self.by.pv && choice == first,
                sound: !(by_exchange && game.noisy(s, choice)? && game.loses_exchange(s, choice)?),
                order: if self.by.order { game.order(s, choice)? } else { 0.0 },
                killer: match choice {
                    _ if !self.by.killers => 0,
                    choice if choice == killers[0] => 2,
                    choice if choice == killers[1] => 1,
                    _ => 0,
                },
                answers: choice == answer,
                worth: self.replies.as_ref().map_or(0, |replies| replies.worth(player, choice, previous)),
                history: if self.by.history { self.history[slot(player, choice)] } else { 0 },
                recent: self.rank(choice),
            };
            self.promises.push((promise.packed(), choice));
        }
        self.promises.sort_by_key(|&(promise, _)| std::cmp::Reverse(promise));
        for (place, (_, choice)) in moves.iter_mut().zip(&self.promises) {
            *place = *choice;
        }
        Ok(())
    }

    /// A move made a cutoff; `tried` are the quiet moves before it, None if it is not quiet itself.
    #[inline]
    pub fn cut(&mut self, choice: Move, spot: Spot, depth: u32, tried: Option<&[Move]>) {
        let Spot { player, ply, previous, .. } = spot;
        if self.by.killers && tried.is_some() {
            let ply = ply as usize;
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, NONE);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != choice {
                *killers = [choice, killers[0]];
            }
        }
        if let (Some(replies), Some(tried)) = (&mut self.replies, tried) {
            replies.cut(choice, player, previous, depth, tried);
        }
        if self.by.history {
            self.history[slot(player, choice)] += u64::from(depth.min(64)).pow(2);
        }
        if self.by.ads {
            let place = self.recent.iter().position(|&other| other == choice).unwrap_or_else(|| {
                self.recent.push(choice);
                self.recent.len() - 1
            });
            ask(&mut self.recent, place, self.rule);
            self.recent.truncate(MOST_RECENT);
        }
    }

    /// What a move has been worth, as an answer and in general; 0 without `replies`.
    #[inline]
    pub fn worth(&self, player: Player, choice: Move, previous: Move) -> i32 {
        self.replies.as_ref().map_or(0, |replies| replies.worth(player, choice, previous))
    }

    /// How recently a move has cut by the list of History-ADS; 0 if it is not in the list.
    #[inline]
    fn rank(&self, choice: Move) -> u8 {
        let place = self.recent.iter().position(|&other| other == choice);
        (MOST_RECENT - place.unwrap_or(MOST_RECENT)) as u8
    }

    /// A new iteration begins.
    pub fn age(&mut self) {
        for counter in &mut self.history {
            *counter /= 2;
        }
    }
}

fn slot(player: Player, choice: Move) -> usize {
    player as usize * HISTORY_SIZE + choice as usize % HISTORY_SIZE
}
