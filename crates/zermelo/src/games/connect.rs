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
    cells: u64,
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

/// Where four stones in a line begin.
#[inline(always)]
fn fours(stones: u64, step: u32) -> u64 {
    let pairs = stones & (stones >> step);
    pairs & (pairs >> (2 * step))
}

/// Where one stone would make four in a line: with three on one side, or one and two.
#[inline(always)]
fn gaps_of_four(stones: u64, step: u32) -> u64 {
    let (before, behind) = ((stones << step) & (stones << (2 * step)), (stones >> step) & (stones >> (2 * step)));
    (before & ((stones << (3 * step)) | (stones >> step))) | (behind & ((stones >> (3 * step)) | (stones << step)))
}

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
        let cells = bottom * ((1 << rows) - 1);
        let mut game =
            Self { facts, rows, cols, line, column, bottom, cells, full: rows * cols, weights: [0; 64], fields, given };
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
            let [up, across, falling, rising] = steps;
            return fours(stones, up) | fours(stones, across) | fours(stones, falling) | fours(stones, rising) != 0;
        }
        steps.into_iter().any(|step| {
            (1..self.line).fold(stones, |starts, length| starts & stones.checked_shr(step * length).unwrap_or(0)) != 0
        })
    }

    /// The empty cells in which one more stone completes a line.
    #[inline(always)]
    fn winning(&self, stones: u64, empty: u64) -> u64 {
        let column = self.column;
        if self.line == 4 && column < 20 {
            let upright = (stones << 1) & (stones << 2) & (stones << 3);
            return (upright
                | gaps_of_four(stones, column)
                | gaps_of_four(stones, column - 1)
                | gaps_of_four(stones, column + 1))
                & empty;
        }
        self.winning_of_any_length(stones) & empty
    }

    /// The same for lines of any length: one end of the line is `before` cells from the gap, the other end is behind it.
    fn winning_of_any_length(&self, stones: u64) -> u64 {
        let mut found = 0;
        for step in [1, self.column, self.column - 1, self.column + 1] {
            for before in 0..self.line {
                let left = (1..=before).fold(u64::MAX, |gaps, length| gaps & stones.checked_shl(step * length).unwrap_or(0));
                let behind = 1..self.line - before;
                found |= behind.fold(left, |gaps, length| gaps & stones.checked_shr(step * length).unwrap_or(0));
            }
        }
        found
    }

    /// The cells of the moves that are worth a search: a win at once, or all that do not lose at once; at least one.
    #[inline(always)]
    fn worthwhile(&self, s: &Board) -> u64 {
        let (mine, theirs) = (s.stones[s.turn as usize], s.stones[1 - s.turn as usize]);
        let empty = self.cells & !(mine | theirs);
        let mut open = (mine | theirs).wrapping_add(self.bottom) & self.cells;
        let wins = self.winning(mine, empty) & open;
        if wins != 0 {
            return wins & wins.wrapping_neg();
        }
        let threats = self.winning(theirs, empty);
        let blocks = threats & open;
        if blocks != 0 {
            open = blocks & blocks.wrapping_neg();
        }
        let safe = open & !(threats >> 1);
        if safe == 0 { open & open.wrapping_neg() } else { safe }
    }

    /// The column of the lowest of these cells.
    #[inline(always)]
    fn first_column(&self, cells: u64) -> Move {
        (cells.trailing_zeros() / self.column) as Move
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
        self.write_into(s, &mut record);
        record
    }

    fn write_into(&self, s: &Board, record: &mut [u8]) {
        record.fill(0);
        let whole = (1 << self.column) - 1;
        for col in 0..self.cols {
            for (player, stones) in s.stones.iter().enumerate() {
                let mut left = (stones >> (col * self.column)) & whole;
                while left != 0 {
                    let cell = left.trailing_zeros() * self.cols + col;
                    self.fields.cells.set(record, cell as usize, player as i64 + 1);
                    left &= left - 1;
                }
            }
            self.fields.height.set(record, col as usize, i64::from(self.height(s, col)));
        }
        self.fields.stones.set(record, 0, i64::from(s.count));
        self.fields.potential.set(record, 0, i64::from(s.potential));
        self.fields.result.set(record, 0, i64::from(s.result));
        self.fields.turn.set(record, 0, i64::from(s.turn));
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
            return given.ask(&self.facts, &self.write(s), player, self.to_move(s)?);
        }
        Ok(f64::from(if player == 0 { s.potential } else { -s.potential }))
    }

    #[inline(always)]
    fn order(&self, s: &Board, choice: Move) -> Answer<f64> {
        let (stones, mine) = (s.stones[0] | s.stones[1], s.stones[s.turn as usize]);
        let at = choice as u32 * self.column;
        let stone = (stones + (1 << at)) & (((1 << self.rows) - 1) << at);
        let empty = self.cells & !stones;
        let mut threats = self.winning(mine | stone, empty & !stone);
        if threats != 0 {
            threats &= !self.winning(mine, empty);
        }
        let cols = self.cols as i32;
        Ok(f64::from(2 * cols * threats.count_ones() as i32 + cols - (2 * choice - (cols - 1)).abs()))
    }

    #[inline]
    fn forced(&self, s: &Board, out: &mut Vec<Move>) -> Answer<()> {
        let mut kept = self.worthwhile(s);
        while kept != 0 {
            out.push(self.first_column(kept));
            kept &= kept - 1;
        }
        Ok(())
    }

    #[inline(always)]
    fn random_forced(&self, s: &Board, random: &mut Random, _: &mut Vec<Move>) -> Answer<Move> {
        let mut kept = self.worthwhile(s);
        let skip = random.below(kept.count_ones() as usize);
        for index in 0..self.cols as usize - 1 {
            kept &= kept.wrapping_sub(u64::from(index < skip)); // a loop of known length is faster
        }
        Ok(self.first_column(kept))
    }

    #[inline]
    fn key(&self, s: &Board) -> Answer<u64> {
        let mirrored = s.stones[0] | ((s.stones[0] | s.stones[1]) + self.bottom);
        if !self.facts.has_key {
            return Ok(mirrored); // to an evaluation of the user, mirror images may differ
        }
        let mask = (1 << self.column) - 1;
        let (mut forward, mut rest) = (0, mirrored);
        for _ in 0..self.cols {
            forward = forward << self.column | (rest & mask);
            rest >>= self.column;
        }
        Ok(forward.min(mirrored))
    }
}
