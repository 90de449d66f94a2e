//! What retrograde analysis needs to know of an ending: numbered positions, with their moves forwards and backwards.
//!
//! The moves of an ending are of two kinds. A *quiet* move leads to another position of the same tablebase; an *exit* leads to a
//! smaller tablebase, by a capture or a promotion, so its value is known when the analysis begins. Players alternate, so an
//! odd number of plies to the end is a win for the side to move and an even one a loss.

use super::{Answer, DRAW, Loaded, Verdict};

/// The best value among the exits of a position. Without any exit and without a quiet move, the position is lost in
/// 0 plies; an ending in which having no move is a draw sets `drawn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exits {
    /// Plies of the shortest win by an exit; [`Exits::NEVER`] when there is none.
    pub won: u16,
    /// Whether an exit draws.
    pub drawn: bool,
    /// Plies of the longest loss by an exit; 0 when there is none.
    pub lost: u16,
}

impl Default for Exits {
    fn default() -> Self {
        Self { won: Self::NEVER, drawn: false, lost: 0 }
    }
}

impl Exits {
    /// More plies than any game has.
    pub const NEVER: u16 = u16::MAX;

    /// One more move, to a position with this verdict for the opponent.
    #[inline]
    pub fn add(&mut self, reply: Verdict) {
        let plies = reply.plies as u16 + 1;
        match reply.outcome {
            ..0 => self.won = self.won.min(plies),
            0 => self.drawn = true,
            _ => self.lost = self.lost.max(plies),
        }
    }

    /// The value of the position, when all of its moves have been added.
    pub fn verdict(&self) -> Verdict {
        if self.won != Self::NEVER {
            Verdict { outcome: 1, plies: u32::from(self.won) }
        } else if self.drawn {
            DRAW
        } else {
            Verdict { outcome: -1, plies: u32::from(self.lost) }
        }
    }
}

/// An ending, with positions numbered from 0. Numbers without a position are allowed but take memory.
pub trait Ending: Sync + Sized {
    type Material;
    /// The ending with these pieces; `load` loads the tablebases that it leads to.
    fn new(material: Self::Material, load: &mut dyn FnMut(Self::Material) -> Answer<Loaded>) -> Answer<Self>;
    /// How many numbers there are.
    fn size(&self) -> u64;
    /// The exits of a position; its quiet moves are appended, each position they lead to once. None if there is no position.
    fn look(&self, index: u64, quiet: &mut Vec<u64>) -> Option<Exits>;
    /// Appends the positions that have a quiet move to this one, each once.
    fn before(&self, index: u64, out: &mut Vec<u64>);
    /// The sides to move, by name, for which results are counted apart.
    fn sides(&self) -> Vec<String>;
    /// Which of the sides is to move.
    fn side(&self, index: u64) -> usize;
    /// How many symmetric positions share this number.
    fn weight(&self, index: u64) -> u64;
}
