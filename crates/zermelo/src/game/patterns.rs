//! Patterns: an evaluation that looks up what stands on a few cells in tables of weights. The twin of `game/patterns.py`, which says what they are.
//!
//! Python keeps one weight for all orders in which the same cells may be read. Here each order has its copy of it, so that a look-up is one step.

/// What Python declares of one table: the cells of a pattern, its copies, and other orders in which its cells may be read.
pub type Declared = (usize, Vec<Vec<u16>>, Vec<Vec<usize>>);

/// All patterns of a game, with their weights.
#[derive(Debug)]
pub struct Patterns {
    pub symbols: usize,
    pub cells: usize,
    pub stages: usize,
    /// Weights of one stage.
    pub size: usize,
    /// For each pattern where its table begins among the weights of a stage, and its cells.
    pub copies: Vec<(usize, Box<[u16]>)>,
    weights: Vec<i16>,
    pub scale: Scale,
}

/// What sums of weights mean.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// Units of weight for one point of utility.
    pub unit: f64,
    /// The least and the greatest value.
    pub low: f64,
    pub high: f64,
}

impl Patterns {
    /// None if the parts do not fit together.
    pub fn new(
        (symbols, cells, stages): (usize, usize, usize),
        tables: Vec<Declared>,
        weights: &[i16],
        scale: Scale,
    ) -> Option<Self> {
        let (mut copies, mut readings, mut start) = (Vec::new(), Vec::<u32>::new(), 0_usize);
        for (length, rows, ties) in tables {
            let fits = |row: &Vec<u16>| row.len() == length && row.iter().all(|&cell| usize::from(cell) < cells);
            let orders = |tie: &Vec<usize>| tie.len() == length && tie.iter().all(|&place| place < length);
            let configurations = symbols.checked_pow(length as u32).filter(|&number| number <= 1 << 16)?;
            if !rows.iter().all(fits) || !ties.iter().all(orders) {
                return None;
            }
            copies.extend(rows.into_iter().map(|row| (start, row.into_boxed_slice())));
            readings.extend((0..configurations).map(|code| (start + first_reading(symbols, length, &ties, code)) as u32));
            start += configurations;
        }
        if start == 0 || weights.len() != start * stages {
            return None;
        }
        let stage = |numbers: &[i16]| readings.iter().map(|&place| numbers[place as usize]).collect::<Vec<i16>>();
        let weights = weights.chunks_exact(start).flat_map(stage).collect();
        Some(Self { symbols, cells, stages, size: start, copies, weights, scale })
    }

    /// The weights of a stage.
    #[inline]
    pub fn of_stage(&self, stage: usize) -> &[i16] {
        &self.weights[stage * self.size..(stage + 1) * self.size]
    }

    /// A sum of weights in points.
    #[inline]
    pub fn points(&self, total: i64) -> f64 {
        (total as f64 / self.scale.unit).clamp(self.scale.low, self.scale.high)
    }

    /// The sum of the weights of all patterns, in points; None if a number is out of range.
    pub fn value(&self, stage: usize, symbols: &[usize]) -> Option<f64> {
        if stage >= self.stages || symbols.len() != self.cells || symbols.iter().any(|&symbol| symbol >= self.symbols) {
            return None;
        }
        let weights = self.of_stage(stage);
        let code = |cells: &[u16]| cells.iter().fold(0, |code, &cell| code * self.symbols + symbols[usize::from(cell)]);
        Some(self.points(self.copies.iter().map(|(start, cells)| i64::from(weights[start + code(cells)])).sum()))
    }
}

/// The least number of a configuration, over all orders in which the cells may be read.
fn first_reading(symbols: usize, length: usize, ties: &[Vec<usize>], code: usize) -> usize {
    let mut digits = [0; 16]; // two symbols and 2^16 configurations are the most
    let mut rest = code;
    for digit in digits[..length].iter_mut().rev() {
        (*digit, rest) = (rest % symbols, rest / symbols);
    }
    let read = |tie: &Vec<usize>| tie.iter().fold(0, |code, &place| code * symbols + digits[place]);
    ties.iter().map(read).fold(code, usize::min)
}
