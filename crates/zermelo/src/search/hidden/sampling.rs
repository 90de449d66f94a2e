//! Monte-Carlo regret minimisation (Lanctot, Waugh, Zinkevich and Bowling 2009).

use std::collections::HashMap;

use super::information::{Sight, view};
use crate::game::{CHANCE, Game, Move, Outcome, Player};
use crate::search::montecarlo::playout::draw;
use crate::search::score::MAX_PLY;
use crate::search::{Halt, Random, Stop};

/// How often outcome sampling plays at random for the player who looks back.
const EXPLORATION: f64 = 0.6;
/// About what an information set takes, and each of its moves, here and while a policy is made of it.
const SET_BYTES: u64 = 1000;
const MOVE_BYTES: u64 = 100;

/// What is known of an information set; its numbers are in [`SampledRegrets`].
pub struct Row {
    pub player: Player,
    pub key: u64,
    pub view: Vec<u8>,
    pub moves: Vec<Move>,
    first: usize,
}

/// One run, without the game. It keeps as many information sets as fit into the memory.
pub struct SampledRegrets {
    /// Whether every move of the player who looks back is tried.
    external: bool,
    random: Random,
    /// In bytes.
    memory: u64,
    used: u64,
    /// Whether the memory is full.
    pub full: bool,
    known: HashMap<u64, u32>,
    pub rows: Vec<Row>,
    regret: Vec<f64>,
    total: Vec<f64>,
    /// Strategies on the way down.
    shares: Vec<f64>,
    chances: Vec<(Move, f64)>,
    moves: Vec<Move>,
}

/// How likely the player who looks back, all others and the sampling come to a position.
#[derive(Clone, Copy)]
struct Reach {
    mine: f64,
    others: f64,
    drawn: f64,
}

/// A walk through a game.
struct Walk<'a, G: Game> {
    game: &'a G,
    run: &'a mut SampledRegrets,
    stop: &'a Stop,
    players: usize,
    player: Player,
}

impl SampledRegrets {
    /// Nothing known yet; None if there is no such way of sampling.
    pub fn new(sampling: &str, seed: u64, memory: u64) -> Option<Self> {
        let external = match sampling {
            "external" => true,
            "outcome" => false,
            _ => return None,
        };
        let (known, rows, regret, total) = (HashMap::new(), Vec::new(), Vec::new(), Vec::new());
        let (shares, chances, moves) = (Vec::new(), Vec::new(), Vec::new());
        let (random, used, full) = (Random::new(seed), 0, false);
        Some(Self { external, random, memory, used, full, known, rows, regret, total, shares, chances, moves })
    }

    /// So many iterations from a position; how many were finished before it was stopped, or the memory was full. What the last one has found stays.
    pub fn iterate<G: Game>(&mut self, game: &G, root: &G::State, iterations: u64, stop: &Stop) -> Result<u64, Halt> {
        let players = game.facts().players;
        let sights: Vec<Sight> = (0..players as Player).map(|player| Sight::of(game, root, player)).collect::<Result<_, _>>()?;
        // A walk of one player adds to the average strategies of the others. A game for one player gets a second walk, of no player, for its average.
        let walks = if self.external { players.max(2) } else { players };
        self.shares.clear();
        for done in 0..iterations {
            for player in 0..walks as Player {
                let mut walk = Walk { game, run: &mut *self, stop, players, player };
                let ended = if walk.run.external {
                    walk.external(root, &sights, 0)
                } else {
                    walk.outcome(root, &sights, Reach { mine: 1.0, others: 1.0, drawn: 1.0 }, 0)
                };
                match ended {
                    Err(Halt::Stopped) => return Ok(done),
                    ended => ended?,
                };
            }
        }
        Ok(iterations)
    }

    /// The average strategy of an information set; even where nothing was added up.
    pub fn average(&self, row: &Row) -> Vec<f64> {
        let totals = &self.total[row.first..row.first + row.moves.len()];
        let whole = totals.iter().fold(0.0, |sum, total| sum + total);
        totals.iter().map(|total| if whole > 0.0 { total / whole } else { 1.0 / totals.len() as f64 }).collect()
    }

    /// Puts the strategy of a row on the stack: moves in proportion to their positive regrets.
    fn push_strategy(&mut self, first: usize, count: usize) -> usize {
        let start = self.shares.len();
        let regrets = &self.regret[first..first + count];
        let positive = regrets.iter().fold(0.0, |sum, regret| sum + regret.max(0.0));
        if positive <= 0.0 {
            self.shares.resize(start + count, 1.0 / count as f64);
        } else {
            self.shares.extend(regrets.iter().map(|regret| regret.max(0.0) / positive));
        }
        start
    }

    /// A place, drawn by the shares that begin at `start`.
    fn drawn(&mut self, start: usize, count: usize) -> usize {
        let mut left = self.random.uniform();
        for place in 0..count {
            left -= self.shares[start + place];
            if left < 0.0 {
                return place;
            }
        }
        count - 1
    }
}

impl<G: Game> Walk<'_, G> {
    fn after(&self, sights: &[Sight], child: &G::State, mover: Player, choice: Move) -> Result<Vec<Sight>, Halt> {
        let own = |other: usize| (other as Player == mover).then_some(choice);
        let next = sights.iter().enumerate().map(|(other, each)| each.after(self.game, child, other as Player, own(other)));
        Ok(next.collect::<Result<_, _>>()?)
    }

    /// The number of an information set, which may be new.
    fn row(&mut self, s: &G::State, player: Player, sight: Sight) -> Result<usize, Halt> {
        let run = &mut *self.run;
        if let Some(&found) = run.known.get(&sight.number(player)) {
            return Ok(found as usize);
        }
        run.moves.clear();
        self.game.moves(s, &mut run.moves)?;
        let seen = view(self.game, s, player)?;
        run.used += SET_BYTES + MOVE_BYTES * run.moves.len() as u64 + 2 * seen.len() as u64;
        if run.used > run.memory {
            run.full = true;
            return Err(Halt::Stopped);
        }
        let first = run.regret.len();
        run.regret.resize(first + run.moves.len(), 0.0);
        run.total.resize(first + run.moves.len(), 0.0);
        run.known.insert(sight.number(player), run.rows.len() as u32);
        run.rows.push(Row { player, key: sight.key(), view: seen, moves: run.moves.clone(), first });
        Ok(run.rows.len() - 1)
    }

    /// What an end is worth to the player of this walk; 0 in a walk of no player.
    fn end(&self, s: &G::State, ply: u32) -> Result<Option<f64>, Halt> {
        if self.stop.is_set() {
            return Err(Halt::Stopped);
        }
        if ply > MAX_PLY {
            return Err(Halt::TooDeep);
        }
        let outcome = self.game.outcome(s)?;
        if outcome == Outcome::Ongoing {
            return Ok(None);
        }
        Ok(Some(if (self.player as usize) < self.players { self.game.worth(s, outcome, self.player)? } else { 0.0 }))
    }

    fn throw(&mut self, s: &G::State) -> Result<(Move, f64), Halt> {
        let run = &mut *self.run;
        run.chances.clear();
        self.game.chances(s, &mut run.chances)?;
        let outcome = draw(&run.chances, &mut run.random);
        let share = run.chances.iter().find(|&&(each, _)| each == outcome).map_or(1.0, |&(_, share)| share);
        Ok((outcome, share))
    }

    /// What a position is worth to the player who looks back, by a sample.
    fn external(&mut self, s: &G::State, sights: &[Sight], ply: u32) -> Result<f64, Halt> {
        if let Some(value) = self.end(s, ply)? {
            return Ok(value);
        }
        let game = self.game;
        let mover = game.to_move(s)?;
        if mover == CHANCE {
            let (outcome, _) = self.throw(s)?;
            let child = game.after(s, outcome)?;
            let next = self.after(sights, &child, mover, 0)?;
            return self.external(&child, &next, ply + 1);
        }
        let number = self.row(s, mover, sights[mover as usize])?;
        let (first, count) = (self.run.rows[number].first, self.run.rows[number].moves.len());
        let start = self.run.push_strategy(first, count);
        if mover != self.player {
            let place = self.run.drawn(start, count);
            if mover == (self.player + 1) % self.players as Player {
                for each in 0..count {
                    self.run.total[first + each] += self.run.shares[start + each];
                }
            }
            self.run.shares.truncate(start);
            let choice = self.run.rows[number].moves[place];
            let child = game.after(s, choice)?;
            let next = self.after(sights, &child, mover, choice)?;
            return self.external(&child, &next, ply + 1);
        }
        let mut values = Vec::with_capacity(count);
        let mut worth = 0.0;
        for place in 0..count {
            let choice = self.run.rows[number].moves[place];
            let child = game.after(s, choice)?;
            let next = self.after(sights, &child, mover, choice)?;
            let value = self.external(&child, &next, ply + 1)?;
            worth += self.run.shares[start + place] * value;
            values.push(value);
        }
        self.run.shares.truncate(start);
        for (place, value) in values.into_iter().enumerate() {
            self.run.regret[first + place] += value - worth;
        }
        Ok(worth)
    }

    /// The same from a single game.
    fn outcome(&mut self, s: &G::State, sights: &[Sight], reach: Reach, ply: u32) -> Result<f64, Halt> {
        if let Some(value) = self.end(s, ply)? {
            return Ok(value);
        }
        let game = self.game;
        let mover = game.to_move(s)?;
        let Reach { mine, others, drawn } = reach;
        if mover == CHANCE {
            let (outcome, share) = self.throw(s)?;
            let child = game.after(s, outcome)?;
            let next = self.after(sights, &child, mover, 0)?;
            let reach = Reach { mine, others: others * share, drawn: drawn * share };
            return self.outcome(&child, &next, reach, ply + 1);
        }
        let number = self.row(s, mover, sights[mover as usize])?;
        let (first, count) = (self.run.rows[number].first, self.run.rows[number].moves.len());
        let start = self.run.push_strategy(first, count);
        let ours = mover == self.player;
        let sampled = self.run.shares.len();
        for each in 0..count {
            let share = self.run.shares[start + each];
            self.run.shares.push(if ours { EXPLORATION / count as f64 + (1.0 - EXPLORATION) * share } else { share });
        }
        let place = self.run.drawn(sampled, count);
        let (share, probability) = (self.run.shares[start + place], self.run.shares[sampled + place]);
        self.run.shares.truncate(sampled);
        let choice = self.run.rows[number].moves[place];
        let child = game.after(s, choice)?;
        let next = self.after(sights, &child, mover, choice)?;
        let (mine_below, others_below) = if ours { (mine * share, others) } else { (mine, others * share) };
        let below = Reach { mine: mine_below, others: others_below, drawn: drawn * probability };
        let value = self.outcome(&child, &next, below, ply + 1)? / probability;
        let worth = share * value;
        if ours {
            let weight = others / drawn;
            for each in 0..count {
                let got = if each == place { value } else { 0.0 };
                self.run.regret[first + each] += (got - worth) * weight;
                self.run.total[first + each] += mine * self.run.shares[start + each] / drawn;
            }
        }
        self.run.shares.truncate(start);
        Ok(worth)
    }
}
