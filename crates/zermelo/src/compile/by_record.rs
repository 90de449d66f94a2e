//! Rules that are asked about records: by Python, and by compiled rules that fall back on the rules as they are written.

use crate::game::{Answer, Facts, Game, Move, Outcome, Player};

/// Rules that are asked about records instead of states.
pub trait ByRecord: Send + Sync {
    fn to_move(&self, record: &[u8]) -> Answer<Player>;
    fn outcome(&self, record: &[u8]) -> Answer<Outcome>;
    fn utility(&self, record: &[u8], player: Player) -> Answer<f64>;
    fn moves(&self, record: &[u8], out: &mut Vec<Move>) -> Answer<()>;
    fn moves_out_of_turn(&self, record: &[u8], out: &mut Vec<Move>) -> Answer<()>;
    fn chances(&self, record: &[u8], out: &mut Vec<(Move, f64)>) -> Answer<()>;
    fn play(&self, record: &[u8], choice: Move) -> Answer<Vec<u8>>;
    fn evaluate(&self, record: &[u8], player: Player) -> Answer<f64>;
    fn hide(&self, record: &[u8], player: Player) -> Answer<Vec<u8>>;
    fn guess(&self, record: &[u8], player: Player, dice: i64) -> Answer<Option<Vec<u8>>>;
    fn noisy(&self, record: &[u8], choice: Move) -> Answer<bool>;
    fn order(&self, record: &[u8], choice: Move) -> Answer<f64>;
    fn exchange(&self, record: &[u8], choice: Move) -> Answer<f64>;
    fn threatened(&self, record: &[u8]) -> Answer<bool>;
    fn forced(&self, record: &[u8], out: &mut Vec<Move>) -> Answer<()>;
    fn at_most(&self, record: &[u8], player: Player) -> Answer<f64>;
    fn plies_left(&self, record: &[u8]) -> Answer<u32>;
    fn playout(&self, record: &[u8], dice: i64) -> Answer<Move>;
    fn key(&self, record: &[u8]) -> Answer<u64>;
}

impl<G: Game> ByRecord for G {
    fn to_move(&self, record: &[u8]) -> Answer<Player> {
        Game::to_move(self, &self.read(record))
    }

    fn outcome(&self, record: &[u8]) -> Answer<Outcome> {
        Game::outcome(self, &self.read(record))
    }

    fn utility(&self, record: &[u8], player: Player) -> Answer<f64> {
        Game::utility(self, &self.read(record), player)
    }

    fn moves(&self, record: &[u8], out: &mut Vec<Move>) -> Answer<()> {
        Game::moves(self, &self.read(record), out)
    }

    fn moves_out_of_turn(&self, record: &[u8], out: &mut Vec<Move>) -> Answer<()> {
        Game::moves_out_of_turn(self, &self.read(record), out)
    }

    fn chances(&self, record: &[u8], out: &mut Vec<(Move, f64)>) -> Answer<()> {
        Game::chances(self, &self.read(record), out)
    }

    fn play(&self, record: &[u8], choice: Move) -> Answer<Vec<u8>> {
        Ok(self.write(&self.after(&self.read(record), choice)?))
    }

    fn evaluate(&self, record: &[u8], player: Player) -> Answer<f64> {
        Game::evaluate(self, &self.read(record), player)
    }

    fn hide(&self, record: &[u8], player: Player) -> Answer<Vec<u8>> {
        let mut s = self.read(record);
        Game::hide(self, &mut s, player)?;
        Ok(self.write(&s))
    }

    fn guess(&self, record: &[u8], player: Player, dice: i64) -> Answer<Option<Vec<u8>>> {
        let mut s = self.read(record);
        Ok(Game::guess(self, &mut s, player, dice)?.then(|| self.write(&s)))
    }

    fn noisy(&self, record: &[u8], choice: Move) -> Answer<bool> {
        Game::noisy(self, &self.read(record), choice)
    }

    fn order(&self, record: &[u8], choice: Move) -> Answer<f64> {
        Game::order(self, &self.read(record), choice)
    }

    fn exchange(&self, record: &[u8], choice: Move) -> Answer<f64> {
        Game::exchange(self, &self.read(record), choice)
    }

    fn threatened(&self, record: &[u8]) -> Answer<bool> {
        Game::threatened(self, &self.read(record))
    }

    fn forced(&self, record: &[u8], out: &mut Vec<Move>) -> Answer<()> {
        Game::forced(self, &self.read(record), out)
    }

    fn at_most(&self, record: &[u8], player: Player) -> Answer<f64> {
        Game::at_most(self, &self.read(record), player)
    }

    fn plies_left(&self, record: &[u8]) -> Answer<u32> {
        Game::plies_left(self, &self.read(record))
    }

    fn playout(&self, record: &[u8], dice: i64) -> Answer<Move> {
        Game::playout(self, &self.read(record), dice)
    }

    fn key(&self, record: &[u8]) -> Answer<u64> {
        Game::key(self, &self.read(record))
    }
}

/// The outcome by rules that know utilities only.
pub fn outcome(rules: &dyn ByRecord, facts: &Facts, record: &[u8]) -> Answer<Outcome> {
    match rules.outcome(record)? {
        Outcome::Scored if facts.has_winner => {
            for player in 0..facts.players as Player {
                if rules.utility(record, player)? > 0.0 {
                    return Ok(Outcome::Win(player));
                }
            }
            Ok(Outcome::Draw)
        }
        outcome => Ok(outcome),
    }
}
