//! Which pieces an ending of chess has, and what its tablebase is called.
//!
//! `KRKN` is king and rook against king and knight. The side with more pieces comes first, or the one with the greater piece;
//! it is White in the tablebase, so a position in which it is Black is looked up with the board turned upside down.

use std::fmt;

use crate::tablebases::AnyMaterial;

/// A kind of piece, as in the game's record: 1 to 6 are pawn, knight, bishop, rook, queen and king.
pub type Kind = u8;
pub const PAWN: Kind = 1;
pub const KING: Kind = 6;
/// What a pawn may become.
pub const PROMOTIONS: [Kind; 4] = [2, 3, 4, 5];
/// The most pieces, kings included.
pub const MOST: usize = 4;
/// The most pieces of one side besides its king.
const ARMY: usize = MOST - 2;
const LETTERS: &str = "PNBRQK";

/// The pieces of one side besides its king, the greatest first; 0 for none.
pub type Army = [Kind; ARMY];

/// A piece, with a tag for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: Kind,
    pub white: bool,
    /// The caller's tag.
    pub tag: u8,
}

/// The pieces of an ending, those of the stronger side first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material {
    /// The stronger side, which is White in the tablebase.
    pub strong: Army,
    /// The other.
    pub weak: Army,
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for army in [self.strong, self.weak] {
            f.write_str("K")?;
            for kind in army.into_iter().filter(|&kind| kind > 0) {
                f.write_str(&LETTERS[usize::from(kind) - 1..usize::from(kind)])?;
            }
        }
        Ok(())
    }
}

/// Pieces of an ending in their places: the kings, the stronger side's others, the weaker side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arranged {
    pub material: Material,
    /// Whether the stronger side is Black, so that the board must be turned upside down.
    pub turned: bool,
    /// The caller's tags, in the order of the tablebase.
    pub tags: [u8; MOST],
}

/// Arranges pieces; None unless each side has one king and there are not too many pieces.
pub fn arrange(pieces: &[Piece]) -> Option<Arranged> {
    let mut sorted = [Piece { kind: 0, white: false, tag: 0 }; MOST];
    let sorted = sorted.get_mut(..pieces.len())?;
    sorted.copy_from_slice(pieces);
    sorted.sort_unstable_by_key(|piece| (!piece.white, KING - piece.kind));
    let (white, black) = sorted.split_at(pieces.iter().filter(|piece| piece.white).count());
    let kings = |side: &[Piece]| side.iter().filter(|piece| piece.kind == KING).count();
    if (kings(white), kings(black)) != (1, 1) {
        return None;
    }
    let turned = (black.len(), army(black)) > (white.len(), army(white));
    let (strong, weak) = if turned { (black, white) } else { (white, black) };
    let mut tags = [0; MOST];
    let order = [&strong[..1], &weak[..1], &strong[1..], &weak[1..]];
    order.into_iter().flatten().zip(&mut tags).for_each(|(piece, tag)| *tag = piece.tag);
    Some(Arranged { material: Material { strong: army(strong), weak: army(weak) }, turned, tags })
}

/// The pieces of a side besides its king, which comes first.
fn army(side: &[Piece]) -> Army {
    let mut army = [0; ARMY];
    side.iter().skip(1).zip(&mut army).for_each(|(piece, kind)| *kind = piece.kind);
    army
}

impl Material {
    /// The pieces, in the order of the tablebase, each with its place as the tag.
    pub fn pieces(self) -> Vec<Piece> {
        let own = |army: Army, white: bool| army.into_iter().filter(|&kind| kind > 0).map(move |kind| (kind, white));
        let kings = [(KING, true), (KING, false)].into_iter();
        let all = kings.chain(own(self.strong, true)).chain(own(self.weak, false));
        all.enumerate().map(|(at, (kind, white))| Piece { kind, white, tag: at as u8 }).collect()
    }

    /// The material of that name; sides and pieces may come in any order.
    pub fn named(name: &str) -> Option<Self> {
        let name = name.to_ascii_uppercase().replace('V', "");
        let second = 1 + name.get(1..)?.find('K')?;
        let mut pieces = Vec::new();
        for (at, letter) in name.chars().enumerate() {
            pieces.push(Piece { kind: LETTERS.find(letter)? as Kind + 1, white: at < second, tag: 0 });
        }
        (name.starts_with('K')).then(|| arrange(&pieces))?.map(|arranged| arranged.material)
    }

    /// Whether mate is impossible: only kings, or kings and one knight or bishop.
    pub fn is_bare(self) -> bool {
        self.weak == [0, 0] && matches!(self.strong, [0 | 2 | 3, 0])
    }

    /// The pieces after a move with a capture (`captured` is beyond the last piece if there is none) and a promotion (0 if there
    /// is none); None if that is not a move.
    pub fn exit(self, mover: usize, captured: usize, promotion: Kind) -> Option<Arranged> {
        let mut pieces = self.pieces();
        if pieces.get(captured).is_some_and(|taken| taken.kind == KING || taken.white == pieces[mover].white) {
            return None;
        }
        if promotion > 0 {
            pieces[mover].kind = promotion;
        }
        pieces.retain(|piece| usize::from(piece.tag) != captured);
        arrange(&pieces)
    }
}

impl AnyMaterial for Material {
    /// All with this many pieces, except those that are always drawn.
    fn all(pieces: usize) -> Vec<Self> {
        let mut all = Vec::new();
        match pieces {
            3 => all.extend((1..KING).rev().map(|kind| Self { strong: [kind, 0], weak: [0, 0] })),
            4 => {
                for one in (1..KING).rev() {
                    for other in (1..=one).rev() {
                        all.push(Self { strong: [one, other], weak: [0, 0] });
                        all.push(Self { strong: [one, 0], weak: [other, 0] });
                    }
                }
            }
            _ => {}
        }
        all.retain(|material| !material.is_bare());
        all
    }

    fn exits(self) -> Vec<Self> {
        let mut exits = Vec::new();
        let pieces = self.pieces();
        for (mover, moved) in pieces.iter().enumerate() {
            for captured in 1..=pieces.len() {
                for promotion in [0].into_iter().chain(PROMOTIONS.into_iter().filter(|_| moved.kind == PAWN)) {
                    let exit = self.exit(mover, captured, promotion).map(|arranged| arranged.material);
                    exits.extend(exit.filter(|exit| *exit != self && !exits.contains(exit)));
                }
            }
        }
        exits
    }
}
