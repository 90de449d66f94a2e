//! The tablebases of a game in a folder, ready to be probed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::value::decode;
use super::{Answer, AnyMaterial, AnyNumbers, Cache, Family, KnownPositions, Seen, Tablebase, TablebaseError, Verdict};

/// The tablebases of a game in a folder, with a cache that they share.
pub struct TablebaseSet<F: Family> {
    family: F,
    folder: PathBuf,
    tables: HashMap<F::Material, (F::Numbers, Tablebase)>,
    cache: Cache,
    /// The game is drawn after this many plies without progress; never if 0.
    quiet: u32,
}

impl<F: Family> TablebaseSet<F> {
    /// Opens all tablebases of a game in a folder, with `memory` bytes for the cache. The game is drawn after `quiet` plies
    /// without progress, or never if that is 0.
    pub fn open(family: F, folder: &Path, memory: usize, quiet: u32) -> Answer<Self> {
        let mut tables = HashMap::new();
        for material in (2..=F::MOST).flat_map(F::Material::all) {
            let path = F::path(folder, material);
            if path.exists() {
                tables.insert(material, open::<F>(&path, material)?);
            }
        }
        Ok(Self { family, folder: folder.into(), tables, cache: Cache::new(memory), quiet })
    }

    fn find(&self, seen: &Seen<F::Material, F::Position>) -> Answer<Option<Verdict>> {
        if let Some(verdict) = F::obvious(seen.material) {
            return Ok(Some(verdict));
        }
        let Some((numbers, table)) = self.tables.get(&seen.material) else { return Ok(None) };
        numbers.index(&seen.position).map_or(Ok(None), |index| table.probe(index, &self.cache))
    }
}

/// A set of tablebases of any game.
pub trait AnyTablebaseSet: KnownPositions {
    fn names(&self) -> Vec<String>;
    /// The name of the tablebase for a position, even if it is not built; None if there is no such ending.
    fn name(&self, record: &[u8]) -> Option<String>;
    /// The value of a position, without draws by lack of progress; None if it is not in the set.
    fn ask(&self, record: &[u8]) -> Answer<Option<Verdict>>;
    /// The record of a position with the longest win of a tablebase; None if it has no wins.
    fn longest(&self, name: &str) -> Answer<Option<Vec<u8>>>;
}

impl<F: Family> AnyTablebaseSet for TablebaseSet<F> {
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.tables.keys().map(F::Material::to_string).collect();
        names.sort_by_key(|name| (name.len(), name.clone()));
        names
    }

    fn name(&self, record: &[u8]) -> Option<String> {
        self.family.read(record).map(|seen| seen.material.to_string())
    }

    fn ask(&self, record: &[u8]) -> Answer<Option<Verdict>> {
        self.family.read(record).map_or(Ok(None), |seen| self.find(&seen))
    }

    fn longest(&self, name: &str) -> Answer<Option<Vec<u8>>> {
        let material = F::named(name)?;
        let (_, table) = self.tables.get(&material).ok_or_else(|| TablebaseError::Missing(F::path(&self.folder, material)))?;
        let (mut block, mut longest) = (Vec::new(), None);
        for at in 0..table.label.blocks() {
            table.unpack(at, &mut block)?;
            for (index, bytes) in (at * table.label.per_block()..).zip(block.chunks_exact(table.label.width)) {
                let entry = u16::from_le_bytes([bytes[0], bytes.get(1).copied().unwrap_or(0)]);
                let verdict = decode(entry, bytes.len()).filter(|verdict| verdict.outcome > 0);
                if let Some(Verdict { plies, .. }) = verdict
                    && longest.is_none_or(|(most, _)| plies > most)
                {
                    longest = Some((plies, index));
                }
            }
        }
        Ok(longest.and_then(|(_, index)| self.family.record(material, index)))
    }
}

/// In a search, only certain values count. A win that may come too late, because the game is drawn first by lack of progress, is
/// unknown, and so is a damaged block. A draw stays a draw.
impl<F: Family> KnownPositions for TablebaseSet<F> {
    fn probe(&self, record: &[u8]) -> Option<Verdict> {
        let seen = self.family.read(record)?;
        let verdict = self.find(&seen).ok().flatten()?;
        let in_time = self.quiet == 0 || seen.clock + verdict.plies < self.quiet;
        (verdict.outcome == 0 || in_time).then_some(verdict)
    }
}

/// The tablebase of this material.
fn open<F: Family>(path: &Path, material: F::Material) -> Answer<(F::Numbers, Tablebase)> {
    let (table, numbers) = (Tablebase::open(path)?, F::Numbers::new(material));
    let label = &table.label;
    let wanted = format!("{} {material}", F::GAME);
    let found = format!("{} {}", label.game, label.name);
    if found != wanted {
        return Err(TablebaseError::Another(path.into(), found, wanted));
    }
    if label.entries != numbers.size() || label.width > 2 {
        return Err(TablebaseError::Damaged(path.into()));
    }
    Ok((numbers, table))
}
