//! What a search may use besides alpha and beta. See `search/options.py`.

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
}

impl Options {
    /// Switches one technique on; false when there is none of that name.
    pub fn switch_on(&mut self, name: &str) -> bool {
        let technique = match name {
            "pv" => &mut self.pv,
            "order" => &mut self.order,
            "killers" => &mut self.killers,
            "history" => &mut self.history,
            "inner_deepening" => &mut self.inner_deepening,
            "pvs" => &mut self.pvs,
            "aspiration" => &mut self.aspiration,
            "mtdf" => &mut self.mtdf,
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
}
