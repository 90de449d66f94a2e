//! Connect: drop stones into columns, line up `line` of them. The twin of `games/connect.py`, as bitboards.
//!
//! A column is `rows + 1` bits, bottom first; the extra bit on top stays empty, so that shifted boards do not run from
//! one column into the next. Six rows, seven columns:
//!
//! ```text
//!   6 13 20 27 34 41 48      always empty
//!   5 12 19 26 33 40 47      top row
//!   .  .  .  .  .  .  .
//!   0  7 14 21 28 35 42      bottom row
//! ```

use std::collections::HashMap;

use crate::compile::GivenEvaluation;
use crate::game::{Answer, Facts, Field, Game, Move, Outcome, Player};
use crate::search::Random;

/// A board of at most 63 bits, empty top row included.
pub struct Connect {
    facts: Facts,
    rows: u32,
    cols: u32,
    line: u32,
    column: u32,
    bottom: u64,
    full: u32,
    weights: [i32; 64],
    fields: Fields,
    /// An evaluation of the user.
    given: Option<GivenEvaluation>,
}

#[derive(Debug)]
struct Fields {
    cells: Field,
    height: Field,
    stones: Field,
    potential: Field,
    result: Field,
    turn: Field,
}

/// Both players' stones, and what `play` keeps up to date.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    stones: [u64; 2],
    count: u32,
    potential: i32,
    result: i32,
    turn: u32,
}

const DRAW: i32 = -1;
const ONGOING: i32 = -2;

impl Connect {
    pub fn new(parameters: &HashMap<String, i64>, facts: Facts, given: Option<GivenEvaluation>) -> Option<Self> {
        let get = |name: &str| parameters.get(name).and_then(|&value| u32::try_from(value).ok());
        let (rows, cols, line) = (get("rows")?, get("cols")?, get("line")?);
        let column = rows.checked_add(1)?;
        if column.checked_mul(cols)? > 63 {
            return None;
        }
        let field = |name: &str| facts.field(name).cloned();
        let fields = Fields {
            cells: field("cells")?,
            height: field("height")?,
            stones: field("stones")?,
            potential: field("potential")?,
            result: field("result")?,
            turn: field("turn")?,
        };
        let bottom = (0..cols).fold(0, |bits, col| bits | 1 << (col * column));
        let mut game = Self { facts, rows, cols, line, column, bottom, full: rows * cols, weights: [0; 64], fields, given };
        game.weigh();
        Some(game)
    }

    /// Counts the lines through each cell.
    fn weigh(&mut self) {
        let (rows, cols, line) = (i64::from(self.rows), i64::from(self.cols), i64::from(self.line));
        for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
            for (up, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (end_row, end_col) = (row + up * (line - 1), col + right * (line - 1));
                if !(0..rows).contains(&end_row) || !(0..cols).contains(&end_col) {
                    continue;
                }
                for step in 0..line {
                    let bit = (col + right * step) * i64::from(self.column) + row + up * step;
                    self.weights[bit as usize] += 1;
                }
            }
        }
    }

    #[inline(always)]
    fn has_line(&self, stones: u64) -> bool {
        let steps = [1, self.column, self.column - 1, self.column + 1];
        if self.line == 4 && self.column < 31 {
            let starts = steps.map(|step| {
                let pairs = stones & (stones >> step);
                pairs & (pairs >> (2 * step))
            });
            return starts[0] | starts[1] | starts[2] | starts[3] != 0;
        }
        steps.into_iter().any(|step| {
            (1..self.line).fold(stones, |starts, length| starts & stones.checked_shr(step * length).unwrap_or(0)) != 0
        })
    }

    fn bit(&self, cell: usize) -> u32 {
        let (row, col) = (cell as u32 / self.cols, cell as u32 % self.cols);
        col * self.column + row
    }

    fn height(&self, board: &Board, col: u32) -> u32 {
        (((board.stones[0] | board.stones[1]) >> (col * self.column)) & ((1 << self.column) - 1)).count_ones()
    }
}

impl Game for Connect {
    type State = Board;

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn read(&self, record: &[u8]) -> Board {
        let mut stones = [0; 2];
        for cell in 0..self.full as usize {
            if let owner @ 1..=2 = self.fields.cells.get(record, cell) {
                stones[owner as usize - 1] |= 1 << self.bit(cell);
            }
        }
        Board {
            stones,
            count: self.fields.stones.get(record, 0) as u32,
            potential: self.fields.potential.get(record, 0) as i32,
            result: self.fields.result.get(record, 0) as i32,
            turn: self.fields.turn.get(record, 0) as u32 & 1,
        }
    }

    fn write(&self, s: &Board) -> Vec<u8> {
        let mut record = vec![0; self.facts.size];
        for cell in 0..self.full as usize {
            for (player, stones) in s.stones.iter().enumerate() {
                if stones >> self.bit(cell) & 1 == 1 {
                    self.fields.cells.set(&mut record, cell, player as i64 + 1);
                }
            }
        }
        for col in 0..self.cols {
            self.fields.height.set(&mut record, col as usize, i64::from(self.height(s, col)));
        }
        self.fields.stones.set(&mut record, 0, i64::from(s.count));
        self.fields.potential.set(&mut record, 0, i64::from(s.potential));
        self.fields.result.set(&mut record, 0, i64::from(s.result));
        self.fields.turn.set(&mut record, 0, i64::from(s.turn));
        record
    }

    #[inline(always)]
    fn to_move(&self, s: &Board) -> Answer<Player> {
        Ok(s.turn as Player)
    }

    #[inline(always)]
    fn outcome(&self, s: &Board) -> Answer<Outcome> {
        Ok(match s.result {
            ONGOING => Outcome::Ongoing,
            DRAW => Outcome::Draw,
            winner => Outcome::Win(winner),
        })
    }

    #[inline]
    fn moves(&self, s: &Board, out: &mut Vec<Move>) -> Answer<()> {
        let stones = s.stones[0] | s.stones[1];
        for col in 0..self.cols {
            if stones >> (col * self.column + self.rows - 1) & 1 == 0 {
                out.push(col as Move);
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn random_move(&self, s: &Board, random: &mut Random, _: &mut Vec<Move>) -> Answer<Move> {
        let top = self.bottom << (self.rows - 1);
        let mut open = !(s.stones[0] | s.stones[1]) & top;
        if open == top {
            return Ok(random.below(self.cols as usize) as Move); // no column is full yet
        }
        let skip = random.below(open.count_ones() as usize);
        for index in 0..self.cols as usize - 1 {
            open &= open.wrapping_sub(u64::from(index < skip)); // a loop of known length is faster
        }
        Ok((open.trailing_zeros() / self.column) as Move)
    }

    #[inline(always)]
    fn play(&self, s: &mut Board, choice: Move) -> Answer<()> {
        let at = choice as u32 * self.column;
        let stones = s.stones[0] | s.stones[1];
        let stone = (stones + (1 << at)) & (((1 << self.rows) - 1) << at);
        let mine = s.stones[s.turn as usize] | stone;
        s.stones[s.turn as usize] = mine;
        s.count += 1;
        let weight = self.weights[stone.trailing_zeros() as usize & 63];
        s.potential += if s.turn == 0 { weight } else { -weight };
        if self.has_line(mine) {
            s.result = s.turn as i32;
        } else if s.count == self.full {
            s.result = DRAW;
        }
        s.turn = 1 - s.turn;
        Ok(())
    }

    #[inline]
    fn evaluate(&self, s: &Board, player: Player) -> Answer<f64> {
        if let Some(given) = &self.given {
            return given.ask(&self.facts, &self.write(s), player);
        }
        Ok(f64::from(if player == 0 { s.potential } else { -s.potential }))
    }

    fn order(&self, _: &Board, choice: Move) -> Answer<f64> {
        let cols = self.cols as i32;
        Ok(f64::from(cols - (2 * choice - (cols - 1)).abs()))
    }

    #[inline]
    fn key(&self, s: &Board) -> Answer<u64> {
        let mirrored = s.stones[0] | ((s.stones[0] | s.stones[1]) + self.bottom);
        if !self.facts.has_key {
            return Ok(mirrored); // to an evaluation of the user, mirror images may differ
        }
        let mask = (1 << self.column) - 1;
        let forward = (0..self.cols).fold(0, |key, col| key << self.column | (mirrored >> (col * self.column) & mask));
        Ok(forward.min(mirrored))
    }
}
