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
    /// Settle win and loss by empty windows, near ends first.
    pub windows: bool,
    /// Look on at the depth limit while the position is noisy.
    pub quiescence: bool,
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
            "windows" => &mut self.windows,
            "quiescence" => &mut self.quiescence,
            _ => return false,
        };
        *technique = true;
        true
    }
}
