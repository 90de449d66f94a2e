//! What a player has seen and done: the number of the information set. The twin of `game/information.py`.

use crate::game::{Answer, Game, Move, Player, hash_record, mix};

/// The number of a player's information set, and the last view as a record.
#[derive(Clone, Debug)]
pub struct Information {
    pub key: u64,
    pub view: Vec<u8>,
}

impl Information {
    /// What a player knows who sees this state first.
    pub fn of<G: Game>(game: &G, s: &G::State, player: Player) -> Answer<Self> {
        let view = view(game, s, player)?;
        Ok(Self { key: mix(hash_record(&view)), view })
    }

    /// What the player knows when a move has led to `s`; `own` is the move, if the player has made it.
    pub fn after<G: Game>(&self, game: &G, s: &G::State, player: Player, own: Option<Move>) -> Answer<Self> {
        let key = own.map_or(self.key, |choice| mix(self.key ^ (choice as u64 + 1)));
        let view = view(game, s, player)?;
        Ok(Self { key: if view == self.view { key } else { mix(key ^ hash_record(&view)) }, view })
    }
}

/// What a player sees, as a record.
pub fn view<G: Game>(game: &G, s: &G::State, player: Player) -> Answer<Vec<u8>> {
    let mut seen = game.copy(s);
    game.hide(&mut seen, player)?;
    Ok(game.write(&seen))
}

/// The same without the view itself, for searches that look at many positions.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    key: u64,
    seen: u64,
}

impl Sight {
    /// What a player knows who sees this state first.
    #[inline]
    pub fn of<G: Game>(game: &G, s: &G::State, player: Player) -> Answer<Self> {
        let seen = game.view_hash(s, player)?;
        Ok(Self { key: mix(seen), seen })
    }

    /// What the player knows when a move has led to `s`; `own` is the move, if the player has made it.
    #[inline]
    pub fn after<G: Game>(self, game: &G, s: &G::State, player: Player, own: Option<Move>) -> Answer<Self> {
        let key = own.map_or(self.key, |choice| mix(self.key ^ (choice as u64 + 1)));
        let seen = game.view_hash(s, player)?;
        Ok(Self { key: if seen == self.seen { key } else { mix(key ^ seen) }, seen })
    }

    /// The number of the information set.
    pub fn key(self) -> u64 {
        self.key
    }

    /// A number for the information set and its player together.
    #[inline]
    pub fn number(self, player: Player) -> u64 {
        self.key ^ (player as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}
