//! Repetition: a position that occurs again is the draw that the rules of the game say.

use super::technique::Technique;
use crate::game::Game;

#[derive(Default)]
pub struct Repetition {
    /// The positions from the root to the node.
    path: Vec<u64>,
    /// The positions before the root.
    history: Vec<u64>,
}

impl Technique for Repetition {
    fn begin<G: Game>(&mut self, game: &G, history: &[Vec<u8>]) {
        self.history = history.iter().map(|record| game.identity(&game.read(record))).collect();
    }

    #[inline]
    fn is_repeated<G: Game>(&mut self, game: &G, s: &G::State, ply: u32) -> bool {
        let identity = game.identity(s);
        self.path.truncate(ply as usize);
        let again = ply > 0 && (self.path.contains(&identity) || self.too_often(identity, game.facts().repetitions));
        self.path.push(identity);
        again
    }
}

impl Repetition {
    /// Whether the position occurs so often, together with the history, that the rules say it is a draw.
    fn too_often(&self, identity: u64, most: usize) -> bool {
        self.history.iter().filter(|&&before| before == identity).count() + 1 >= most
    }
}
