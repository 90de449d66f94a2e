//! Patterns on bitboards: the numbers of all configurations at once.
//!
//! The number of a configuration is a sum over its cells, so it is a sum over the rows of the board. For each row and each way to fill it with discs of
//! one player, a table has what that adds to the number of every pattern. Sixteen additions of such rows of numbers give all configurations.

use std::sync::Arc;

use crate::game::patterns::Patterns;

/// The most patterns that are read in this way.
const LANES: usize = 48;

/// The patterns of a board of 8 x 8 with the symbols free, mine and yours.
pub struct PatternBoard {
    patterns: Arc<Patterns>,
    starts: [u32; LANES],
    count: usize,
    /// For each row of the board and each set of discs in it, what it adds to every number.
    rows: Vec<[u16; LANES]>,
}

impl PatternBoard {
    /// None if the patterns are not of this kind.
    pub fn new(patterns: &Arc<Patterns>) -> Option<Self> {
        if patterns.symbols != 3 || patterns.cells != 64 || patterns.copies.len() > LANES {
            return None;
        }
        let (mut starts, mut rows) = ([0; LANES], vec![[0; LANES]; 8 * 256]);
        for (lane, (start, cells)) in patterns.copies.iter().enumerate() {
            starts[lane] = *start as u32;
            for (place, &cell) in cells.iter().rev().enumerate() {
                let (row, column) = (usize::from(cell) / 8, cell % 8);
                for discs in (0..256).filter(|discs| discs >> column & 1 == 1) {
                    rows[row * 256 + discs][lane] += 3_u16.pow(place as u32);
                }
            }
        }
        Some(Self { patterns: patterns.clone(), starts, count: patterns.copies.len(), rows })
    }

    /// The sum of the weights of all patterns in points, seen by the player with the discs `mine`.
    #[inline]
    pub fn value(&self, stage: usize, mine: u64, yours: u64) -> f64 {
        let mut codes = [0_u16; LANES];
        for (row, (mine, yours)) in mine.to_le_bytes().into_iter().zip(yours.to_le_bytes()).enumerate() {
            let (mine, yours) = (&self.rows[row * 256 + usize::from(mine)], &self.rows[row * 256 + usize::from(yours)]);
            for ((code, mine), yours) in codes.iter_mut().zip(mine).zip(yours) {
                *code += mine + 2 * yours;
            }
        }
        let weights = self.patterns.of_stage(stage.min(self.patterns.stages - 1));
        let found = codes[..self.count].iter().zip(&self.starts);
        let total: i32 = found.map(|(&code, &start)| i32::from(weights[start as usize + usize::from(code)])).sum();
        self.patterns.points(i64::from(total))
    }
}
