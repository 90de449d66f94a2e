//! Move ordering: the move of table or last line first, then the game's own order, killers, history.

use super::Options;
use super::ads::{Rule, ask};
use super::options::Orderings;
use crate::game::{Answer, Game, Move, Player};

/// Counters per player; moves with larger numbers share counters.
pub const HISTORY_SIZE: usize = 1 << 14;
/// Moves that History-ADS remembers.
const MOST_RECENT: usize = 64;
const NONE: [Move; 2] = [-1, -1];

/// Remembers which moves did well, and sorts by it.
pub struct Ordering {
    by: Orderings,
    rule: Rule,
    killers: Vec<[Move; 2]>,
    history: Vec<u64>,
    /// Moves that cut, by the rule of History-ADS.
    recent: Vec<Move>,
    promises: Vec<(Promise, Move)>,
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Promise {
    first: bool,
    order: f64,
    killer: u8,
    history: u64,
    recent: i32,
}

impl Ordering {
    /// Nothing remembered yet.
    pub fn new(options: &Options, players: usize) -> Self {
        let history = if options.ordering.history { vec![0; players * HISTORY_SIZE] } else { Vec::new() };
        Self { by: options.ordering, rule: options.ads, killers: Vec::new(), history, recent: Vec::new(), promises: Vec::new() }
    }

    /// Whether there is anything to sort by.
    #[inline]
    pub fn sorts(&self) -> bool {
        let Orderings { pv, order, killers, history, ads } = self.by;
        pv || order || killers || history || ads
    }

    /// Sorts moves, most promising first; equals stay in their order.
    pub fn sort<G: Game>(
        &mut self,
        game: &G,
        s: &G::State,
        moves: &mut [Move],
        player: Player,
        ply: u32,
        first: Move,
    ) -> Answer<()> {
        if moves.len() < 2 || !self.sorts() {
            return Ok(());
        }
        let killers = self.killers.get(ply as usize).copied().unwrap_or(NONE);
        self.promises.clear();
        for &choice in moves.iter() {
            let promise = Promise {
                first: self.by.pv && choice == first,
                order: if self.by.order { game.order(s, choice)? } else { 0.0 },
                killer: match choice {
                    _ if !self.by.killers => 0,
                    choice if choice == killers[0] => 2,
                    choice if choice == killers[1] => 1,
                    _ => 0,
                },
                history: if self.by.history { self.history[slot(player, choice)] } else { 0 },
                recent: self.rank(choice),
            };
            let at = self.promises.iter().rposition(|(other, _)| *other >= promise).map_or(0, |index| index + 1);
            self.promises.insert(at, (promise, choice));
        }
        for (place, (_, choice)) in moves.iter_mut().zip(&self.promises) {
            *place = *choice;
        }
        Ok(())
    }

    /// A move made a cutoff.
    #[inline]
    pub fn cut(&mut self, choice: Move, player: Player, ply: u32, depth: u32) {
        if self.by.killers {
            let ply = ply as usize;
            if self.killers.len() <= ply {
                self.killers.resize(ply + 1, NONE);
            }
            let killers = &mut self.killers[ply];
            if killers[0] != choice {
                *killers = [choice, killers[0]];
            }
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

    /// Minus the place of a move in the list of History-ADS.
    #[inline]
    fn rank(&self, choice: Move) -> i32 {
        let place = self.recent.iter().position(|&other| other == choice);
        -(place.unwrap_or(MOST_RECENT) as i32)
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
