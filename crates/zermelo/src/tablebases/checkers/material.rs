//! Which pieces an ending of checkers has, and what its tablebase is called.
//!
//! `KKvKM` is two kings against a king and a man. The side with more pieces comes first, then the one with more kings; either
//! may be to move. Turning the board exchanges the colours, so they do not matter.

use std::fmt;

use crate::tablebases::AnyMaterial;

/// The most pieces of an ending.
pub const MOST: usize = 8;

/// Men and kings of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Army {
    pub men: usize,
    pub kings: usize,
}

impl Army {
    pub fn pieces(self) -> usize {
        self.men + self.kings
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", "K".repeat(self.kings), "M".repeat(self.men))
    }
}

/// The pieces of an ending, the stronger side first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// The side that comes first in its name.
    pub strong: Army,
    /// The other.
    pub weak: Army,
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.strong, self.weak)
    }
}

impl Material {
    /// Two armies, in the usual order.
    pub fn new(one: Army, other: Army) -> Self {
        let strength = |army: Army| (army.pieces(), army.kings);
        if strength(one) >= strength(other) { Self { strong: one, weak: other } } else { Self { strong: other, weak: one } }
    }

    /// The material of that name; sides and pieces may come in any order.
    pub fn named(name: &str) -> Option<Self> {
        let (one, other) = name.split_once(['v', 'V'])?;
        let army = |text: &str| {
            let count = |letter: char| text.chars().filter(|sign| sign.eq_ignore_ascii_case(&letter)).count();
            let army = Army { men: count('M'), kings: count('K') };
            (!text.is_empty() && army.pieces() == text.chars().count()).then_some(army)
        };
        let material = Self::new(army(one)?, army(other)?);
        (material.pieces() <= MOST).then_some(material)
    }

    pub fn pieces(self) -> usize {
        self.strong.pieces() + self.weak.pieces()
    }
}

impl AnyMaterial for Material {
    fn all(pieces: usize) -> Vec<Self> {
        let mut all = Vec::new();
        for number in 1..pieces {
            for men in 0..=number {
                for their_men in 0..=pieces - number {
                    let one = Army { men, kings: number - men };
                    let other = Army { men: their_men, kings: pieces - number - their_men };
                    let material = Self::new(one, other);
                    if !all.contains(&material) {
                        all.push(material);
                    }
                }
            }
        }
        all.sort_by_key(|each| (each.strong.men + each.weak.men, *each));
        all
    }

    fn exits(self) -> Vec<Self> {
        let mut exits = Vec::new();
        for (mine, yours) in [(self.strong, self.weak), (self.weak, self.strong)] {
            for crowned in 0..=mine.men.min(1) {
                let after = Army { men: mine.men - crowned, kings: mine.kings + crowned };
                for men in 0..=yours.men {
                    for kings in 0..=yours.kings {
                        let exit = Self::new(after, Army { men, kings });
                        if men + kings > 0 && exit != self && !exits.contains(&exit) {
                            exits.push(exit);
                        }
                    }
                }
            }
        }
        exits
    }
}
