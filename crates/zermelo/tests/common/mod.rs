//! What the tests share: known numbers, small games in Rust, and a way to run a search.
#![allow(dead_code)] // each test file uses its own part of this one

use std::collections::HashMap;

use zermelo::game::{Answer, Facts, Field, Game, Move, Outcome, Player};
use zermelo::games::connect::Connect;
use zermelo::search::control::{Control, Halt, Job, Report, Stop};
use zermelo::search::run;

const KNOWN: &str = include_str!("../../../../tests/data/known.json");

/// The row of counts that known.json gives for a game under a heading. The file is JSON, but each row is one plain line.
pub fn counts(heading: &str, game: &str) -> Vec<u64> {
    let section = after(KNOWN, &format!("\"{heading}\": ["));
    let row = after(section, &format!("\"game\": \"{game}\""));
    let numbers = after(row, "[").split(']').next().unwrap();
    numbers.split(',').map(|number| number.trim().parse().unwrap()).collect()
}

/// A single number of known.json.
pub fn number(heading: &str, name: &str) -> i64 {
    let value = after(after(KNOWN, &format!("\"{heading}\": {{")), &format!("\"{name}\":"));
    value.trim_start().split([',', '}', '\n']).next().unwrap().trim().parse().unwrap()
}

fn after<'a>(text: &'a str, mark: &str) -> &'a str {
    text.split_once(mark).unwrap_or_else(|| panic!("known.json has no {mark}")).1
}

pub fn facts(bound: f64, fields: &[(&str, usize, usize)]) -> Facts {
    let mut offset: usize = 0;
    let mut laid = Vec::new();
    for &(name, size, length) in fields {
        offset = offset.next_multiple_of(size);
        laid.push(Field { name: name.to_owned(), offset, size, length });
        offset += size * length;
    }
    let size = offset.next_multiple_of(8);
    Facts {
        players: 2,
        low: -bound,
        high: bound,
        zero_sum: true,
        has_winner: true,
        max_moves: 64,
        size,
        fields: laid,
        has_playout: false,
        has_exchange: false,
        has_threatened: false,
        has_forced: false,
        has_at_most: false,
        has_plies_left: false,
        bounded: false,
        has_key: false,
        shared: false,
        weights: Vec::new(),
        patterns: None,
        viewpoint: None,
        teams: Vec::new(),
        repetitions: 0,
        counters: Vec::new(),
        secret: Vec::new(),
        has_hide: false,
        has_guess: false,
    }
}

/// Connect on any board, with the record that `games/connect.py` declares.
pub fn connect(rows: i64, cols: i64, line: i64) -> (Connect, Vec<u8>) {
    let (cells, columns) = ((rows * cols) as usize, cols as usize);
    let fields =
        [("cells", 1, cells), ("height", 1, columns), ("stones", 2, 1), ("potential", 4, 1), ("result", 1, 1), ("turn", 1, 1)];
    let facts = facts(1.0, &fields);
    let mut start = vec![0; facts.size];
    facts.field("result").unwrap().set(&mut start, 0, -2);
    let parameters = HashMap::from([("rows".to_owned(), rows), ("cols".to_owned(), cols), ("line".to_owned(), line)]);
    (Connect::new(&parameters, facts, None).unwrap(), start)
}

pub fn job(algorithm: &str) -> Job {
    Job { algorithm: algorithm.to_owned(), memory: 1 << 20, ..Job::default() }
}

/// All reports of a search.
pub fn search<G: Game>(game: &G, root: &G::State, job: &Job) -> Result<Vec<Report>, Halt> {
    search_until(game, root, job, Stop::default())
}

pub fn search_until<G: Game>(game: &G, root: &G::State, job: &Job, stop: Stop) -> Result<Vec<Report>, Halt> {
    let mut reports = Vec::new();
    run(game, root, job, Control::new(job, stop), &mut |report| reports.push(report))?;
    Ok(reports)
}

/// The last report of a search that must not fail.
pub fn answer<G: Game>(game: &G, root: &G::State, job: &Job) -> Report {
    search(game, root, job).unwrap().pop().unwrap()
}

/// Tic-tac-toe on two sets of bits.
pub struct TicTacToe(Facts);

#[derive(Clone, Copy)]
pub struct Board {
    stones: [u16; 2],
    turn: usize,
}

impl TicTacToe {
    pub fn new() -> (Self, Board) {
        (Self(facts(1.0, &[("cells", 1, 9), ("turn", 1, 1)])), Board { stones: [0, 0], turn: 0 })
    }
}

impl Game for TicTacToe {
    type State = Board;

    fn facts(&self) -> &Facts {
        &self.0
    }
    fn read(&self, _: &[u8]) -> Board {
        Self::new().1
    }
    fn write(&self, _: &Board) -> Vec<u8> {
        vec![0; self.0.size]
    }
    fn to_move(&self, s: &Board) -> Answer<Player> {
        Ok(s.turn as Player)
    }
    fn outcome(&self, s: &Board) -> Answer<Outcome> {
        let lines = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
        for player in 0..2 {
            if lines.iter().any(|line| s.stones[player] & line == *line) {
                return Ok(Outcome::Win(player as Player));
            }
        }
        Ok(if s.stones[0] | s.stones[1] == 0o777 { Outcome::Draw } else { Outcome::Ongoing })
    }
    fn utility(&self, _: &Board, _: Player) -> Answer<f64> {
        unreachable!("the game has a winner")
    }
    fn moves(&self, s: &Board, out: &mut Vec<Move>) -> Answer<()> {
        out.extend((0..9).filter(|cell| (s.stones[0] | s.stones[1]) >> cell & 1 == 0));
        Ok(())
    }
    fn chances(&self, _: &Board, _: &mut Vec<(Move, f64)>) -> Answer<()> {
        unreachable!("there is no chance")
    }
    fn play(&self, s: &mut Board, choice: Move) -> Answer<()> {
        s.stones[s.turn] |= 1 << choice;
        s.turn = 1 - s.turn;
        Ok(())
    }
    fn evaluate(&self, _: &Board, _: Player) -> Answer<f64> {
        Ok(0.0)
    }
    fn noisy(&self, _: &Board, _: Move) -> Answer<bool> {
        Ok(false)
    }
    fn order(&self, _: &Board, _: Move) -> Answer<f64> {
        Ok(0.0)
    }
    fn key(&self, s: &Board) -> Answer<u64> {
        Ok(u64::from(s.stones[0]) << 16 | u64::from(s.stones[1]))
    }
}

/// A game without sense: a hash decides everything. See `Thicket` in tests/sampling.py.
pub struct Thicket {
    facts: Facts,
    /// How many plies it lasts at most; endless when None.
    pub plies: Option<u64>,
}

#[derive(Clone, Copy)]
pub struct Place {
    pub seed: u64,
    place: u64,
    ply: u64,
    turn: Player,
}

impl Thicket {
    pub fn new(plies: Option<u64>) -> Self {
        Self { facts: facts(3.0, &[("place", 8, 4)]), plies }
    }

    pub fn seeded(seed: u64) -> Place {
        Place { seed, place: 0, ply: 0, turn: (seed % 2) as Player }
    }

    fn noise(s: &Place, salt: u64) -> u64 {
        zermelo::game::mix(s.seed << 32 ^ s.place << 16 ^ s.ply << 8 ^ salt ^ 0x5bd1_e995)
    }
}

impl Game for Thicket {
    type State = Place;

    fn facts(&self) -> &Facts {
        &self.facts
    }
    fn read(&self, _: &[u8]) -> Place {
        Self::seeded(0)
    }
    fn write(&self, _: &Place) -> Vec<u8> {
        vec![0; self.facts.size]
    }
    fn to_move(&self, s: &Place) -> Answer<Player> {
        Ok(s.turn)
    }
    fn outcome(&self, s: &Place) -> Answer<Outcome> {
        let over = self.plies.is_some_and(|plies| s.ply == plies || (s.ply > 0 && Self::noise(s, 2).is_multiple_of(6)));
        Ok(if over { Outcome::Scored } else { Outcome::Ongoing })
    }
    fn utility(&self, s: &Place, player: Player) -> Answer<f64> {
        let value = (Self::noise(s, 3) % 7) as f64 - 3.0;
        Ok(if player == 0 { value } else { -value })
    }
    fn moves(&self, s: &Place, out: &mut Vec<Move>) -> Answer<()> {
        out.extend(0..=(Self::noise(s, 1) % 4) as Move);
        Ok(())
    }
    fn chances(&self, _: &Place, _: &mut Vec<(Move, f64)>) -> Answer<()> {
        unreachable!("there is no chance")
    }
    fn play(&self, s: &mut Place, choice: Move) -> Answer<()> {
        let stays = Self::noise(s, 20 + choice as u64).is_multiple_of(4);
        s.place = Self::noise(s, 10 + choice as u64) % 24;
        s.ply += 1;
        if !stays {
            s.turn = 1 - s.turn;
        }
        Ok(())
    }
    fn evaluate(&self, s: &Place, player: Player) -> Answer<f64> {
        let value = (Self::noise(s, 4) % 5) as f64 - 2.0;
        Ok(if player == 0 { value } else { -value })
    }
    fn noisy(&self, s: &Place, choice: Move) -> Answer<bool> {
        Ok(Self::noise(s, 40 + choice as u64).is_multiple_of(2))
    }
    fn order(&self, s: &Place, choice: Move) -> Answer<f64> {
        Ok((Self::noise(s, 30 + choice as u64) % 3) as f64)
    }
    fn key(&self, s: &Place) -> Answer<u64> {
        Ok(s.place << 16 | s.ply << 8 | s.turn as u64)
    }
}
