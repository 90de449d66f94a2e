//! What a search may use besides alpha and beta.

use super::ads::Rule;

/// The techniques of one search, switchable by name; all off is plain alpha-beta.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Begin with the last line's or the table's move.
    pub pv: bool,
    /// Heed the game's own order.
    pub order: bool,
    /// Try moves early that cut at the same ply.
    pub killers: bool,
    /// Try moves early that cut anywhere.
    pub history: bool,
    /// Search less deep first where there is no table move.
    pub inner_deepening: bool,
    /// Ask later moves only whether they are better at all.
    pub pvs: bool,
    /// Begin with a narrow window around the last value.
    pub aspiration: bool,
    /// Find the value by empty windows alone.
    pub mtdf: bool,
    /// Settle win and loss by empty windows, near ends first.
    pub windows: bool,
    /// Look on at the depth limit while the position is noisy.
    pub quiescence: bool,
    /// Search a move deeper when the others look much worse.
    pub singular: bool,
    /// Stop where even passing is too good.
    pub null_move: bool,
    /// Search late moves less deep.
    pub reductions: bool,
    /// Skip quiet moves before the depth limit where they cannot make up for the deficit.
    pub futility: bool,
    /// Whether the value may differ from what plain alpha-beta finds.
    pub inexact: bool,
    /// Threat-ADS: orders opponents in best-reply search.
    pub threat: Option<Rule>,
    /// History-ADS: orders moves by how recently they cut.
    pub ads: Option<Rule>,
    /// What max^n or expectiminimax may prune.
    pub pruning: Pruning,
    /// Which of several best moves max^n takes.
    pub ties: Ties,
}

/// What max^n or expectiminimax may prune; each includes those before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd)]
pub enum Pruning {
    /// Nothing.
    #[default]
    None,
    /// What follows when a player has everything.
    Immediate,
    /// What cannot be better for the player before.
    Shallow,
    /// What cannot matter to the two players before, at the last move.
    LastBranch,
    /// The same at any move, searched again where that was too early.
    Speculative,
    /// At chance nodes: outcomes that cannot make up for the rest, or spoil it.
    Star1,
    /// The same after a look at one move of every outcome.
    Star2,
    /// The same after a look at several.
    Star25,
}

/// Which of several best moves max^n takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first.
    #[default]
    First,
    /// The worst for the player at the root.
    Paranoid,
    /// The mean of all.
    Average,
}

impl Options {
    /// Switches one technique on; false when there is none of that name.
    pub fn switch_on(&mut self, name: &str) -> bool {
        if let Some((name, number)) = name.split_once('=') {
            return number.parse().is_ok_and(|number| self.set(name, number));
        }
        let technique = match name {
            "pv" => &mut self.pv,
            "order" => &mut self.order,
            "killers" => &mut self.killers,
            "history" => &mut self.history,
            "ads" => return true, // its rule comes as a number
            "inner_deepening" => &mut self.inner_deepening,
            "pvs" => &mut self.pvs,
            "aspiration" => &mut self.aspiration,
            "mtdf" => &mut self.mtdf,
            "windows" => &mut self.windows,
            "quiescence" => &mut self.quiescence,
            "singular" => &mut self.singular,
            "null_move" => &mut self.null_move,
            "reductions" => &mut self.reductions,
            "futility" => &mut self.futility,
            "inexact" => &mut self.inexact,
            _ => return false,
        };
        *technique = true;
        true
    }

    fn set(&mut self, name: &str, number: u32) -> bool {
        match (name, number) {
            ("threat", rule) => self.threat = Some(rule),
            ("ads", rule) => self.ads = Some(rule),
            ("pruning", 0) => self.pruning = Pruning::None,
            ("pruning", 1) => self.pruning = Pruning::Immediate,
            ("pruning", 2) => self.pruning = Pruning::Shallow,
            ("pruning", 3) => self.pruning = Pruning::LastBranch,
            ("pruning", 4) => self.pruning = Pruning::Speculative,
            ("pruning", 5) => self.pruning = Pruning::Star1,
            ("pruning", 6) => self.pruning = Pruning::Star2,
            ("pruning", 7) => self.pruning = Pruning::Star25,
            ("ties", 0) => self.ties = Ties::First,
            ("ties", 1) => self.ties = Ties::Paranoid,
            ("ties", 2) => self.ties = Ties::Average,
            _ => return false,
        }
        true
    }
}
