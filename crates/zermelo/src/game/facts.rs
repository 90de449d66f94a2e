//! What a game declares about itself, and the fields of its records.

use std::sync::Arc;

use super::{Player, patterns};

/// One field of the flat record in which states cross the border.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name in the game's `state`.
    pub name: String,
    pub offset: usize,
    /// Bytes of one number.
    pub size: usize,
    pub length: usize,
}

impl Field {
    /// One number of the field.
    pub fn get(&self, record: &[u8], index: usize) -> i64 {
        let at = self.offset + index * self.size;
        read_int(&record[at..at + self.size])
    }

    /// Overwrites one number of the field.
    #[inline]
    pub fn set(&self, record: &mut [u8], index: usize, value: i64) {
        let at = self.offset + index * self.size;
        if self.size == 1 {
            record[at] = value as u8;
            return;
        }
        record[at..at + self.size].copy_from_slice(&value.to_ne_bytes()[..self.size]);
    }
}

/// A signed number of 1, 2, 4 or 8 bytes (little-endian machines only).
#[inline]
pub fn read_int(bytes: &[u8]) -> i64 {
    match *bytes {
        [a] => i64::from(i8::from_ne_bytes([a])),
        [a, b] => i64::from(i16::from_ne_bytes([a, b])),
        [a, b, c, d] => i64::from(i32::from_ne_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => i64::from_ne_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}

/// What a game declares about itself.
#[derive(Clone, Debug)]
pub struct Facts {
    pub players: usize,
    /// Least utility.
    pub low: f64,
    /// Greatest utility.
    pub high: f64,
    /// Whether utilities of all players add up to zero.
    pub zero_sum: bool,
    /// Whether one wins and all others lose, unless it is a draw.
    pub has_winner: bool,
    /// No position has more moves.
    pub max_moves: usize,
    pub size: usize,
    pub fields: Vec<Field>,
    /// Whether the game folds symmetries with a `key` of its own.
    pub has_key: bool,
    /// Whether the game plays its random games by a `playout` of its own.
    pub has_playout: bool,
    /// Whether the game says what exchanges gain.
    pub has_exchange: bool,
    /// Whether the game says where a player must answer a threat.
    pub has_threatened: bool,
    /// Whether the game says which moves are worth a search.
    pub has_forced: bool,
    /// Whether the game says how much a player can still get.
    pub has_at_most: bool,
    /// Whether the game says how long it may still last.
    pub has_plies_left: bool,
    /// Whether evaluations keep to the bounds of utilities.
    pub bounded: bool,
    /// Whether evaluations have the scale of utilities.
    pub shared: bool,
    /// What each feature of an evaluation counts; empty if it has none.
    pub weights: Vec<f64>,
    /// The patterns by which positions are evaluated, with their weights.
    pub patterns: Option<Arc<patterns::Patterns>>,
    /// The player for whom positions are always evaluated; None for every player.
    pub viewpoint: Option<Player>,
    /// The number of each player's team; empty when each player plays alone.
    pub teams: Vec<i32>,
    /// Rows of which each player sees only its own share: where they begin, the bytes of a share, and the byte that hides one.
    pub secret: Vec<(usize, usize, u8)>,
    /// Whether the game hides more by a `hide` of its own.
    pub has_hide: bool,
    /// Whether the game can fill in what is hidden.
    pub has_guess: bool,
    /// A position that occurs so often makes the game a draw; 0 if repetition means nothing.
    pub repetitions: usize,
    /// The bytes of the record that only count: where each field begins and ends.
    pub counters: Vec<(usize, usize)>,
}

impl Facts {
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Whether the value for one player determines the value for all.
    pub fn two_sided(&self) -> bool {
        self.players == 1 || (self.players == 2 && self.zero_sum)
    }

    /// Blots out the shares of other players in secret rows.
    #[inline]
    pub fn blot(&self, record: &mut [u8], player: Player) {
        for &(start, share, blank) in &self.secret {
            for other in (0..self.players).filter(|&other| other as Player != player) {
                record[start + other * share..start + (other + 1) * share].fill(blank);
            }
        }
    }

    /// The utility that counts as a win; its negative is a loss.
    pub fn bound(&self) -> f64 {
        self.high.max(-self.low)
    }
}
