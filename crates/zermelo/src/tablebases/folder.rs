//! Builds and verifies the tablebases of a folder, each after those that it needs.

use std::fs;
use std::path::Path;

use super::builder::Effort;
use super::retrograde::{BYTES, Sweep};
use super::{Answer, AnyMaterial, AnyNumbers, Ending, Family, Loaded, Tablebase, TablebaseError, builder};

/// The progress of a build: which tablebase, and how much of all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The tablebase that is being built.
    pub name: String,
    /// Which one it is, from 1.
    pub number: usize,
    /// Of how many.
    pub tables: usize,
    /// The level that is being processed, in plies to the end.
    pub level: u32,
    /// What is done, of `total`, over all tablebases.
    pub done: u64,
    /// Two for each position of each tablebase.
    pub total: u64,
}

/// What a build would take.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The tablebases that are missing or incomplete, in the order in which they are built.
    pub names: Vec<String>,
    /// Positions of all of them.
    pub positions: u64,
    /// The most memory that one of them takes while it is built, in bytes.
    pub memory: u64,
}

/// What has to be built for these endings and the endings that they lead to.
pub fn plan<F: Family>(folder: &Path, names: &[String]) -> Answer<Plan> {
    let mut plan = Plan::default();
    for material in missing::<F>(folder, names)? {
        let size = |material| F::Numbers::new(material).size();
        let rests: u64 = tables::<F>(material).map(size).sum();
        plan.names.push(material.to_string());
        plan.positions += size(material);
        plan.memory = plan.memory.max(size(material) * BYTES as u64 + rests);
    }
    Ok(plan)
}

/// Builds these endings and the endings that they lead to. Skips tablebases that are already built.
pub fn build<F: Family>(folder: &Path, names: &[String], effort: Effort, watch: &mut dyn FnMut(&Step) -> bool) -> Answer<()> {
    let todo = missing::<F>(folder, names)?;
    fs::create_dir_all(folder).map_err(|error| TablebaseError::io(folder, error))?;
    let sizes: Vec<u64> = todo.iter().map(|&material| F::Numbers::new(material).size()).collect();
    let (total, mut before) = (2 * sizes.iter().sum::<u64>(), 0);
    for (at, (&material, size)) in todo.iter().zip(sizes).enumerate() {
        let name = material.to_string();
        let mut step = Step { name: name.clone(), number: at + 1, tables: todo.len(), level: 0, done: before, total };
        let mut tell = |progress: Sweep| {
            (step.level, step.done) = (progress.level, before + progress.done);
            watch(&step)
        };
        let ending = F::Ending::new(material, &mut |exit| load::<F>(folder, exit))?;
        builder::build(&ending, &F::path(folder, material), F::GAME, &name, effort, &mut tell)?;
        before += 2 * size;
    }
    Ok(())
}

/// Checks every value of a tablebase against those of its successors.
pub fn verify<F: Family>(folder: &Path, name: &str, threads: usize, watch: &mut dyn FnMut(u64, u64) -> bool) -> Answer<()> {
    let material = F::named(name)?;
    let table = Tablebase::open(&F::path(folder, material))?;
    let ending = F::Ending::new(material, &mut |exit| load::<F>(folder, exit))?;
    builder::verify(&ending, &table, threads, &mut |progress| watch(progress.done, progress.total))
}

fn load<F: Family>(folder: &Path, material: F::Material) -> Answer<Loaded> {
    let path = F::path(folder, material);
    if !path.exists() {
        return Err(TablebaseError::Missing(path));
    }
    Loaded::new(&Tablebase::open(&path)?)
}

/// The tablebases to which an ending leads.
fn tables<F: Family>(material: F::Material) -> impl Iterator<Item = F::Material> {
    material.exits().into_iter().filter(|&exit| F::obvious(exit).is_none())
}

/// The endings that have to be built, each after those that it needs.
fn missing<F: Family>(folder: &Path, names: &[String]) -> Answer<Vec<F::Material>> {
    let mut order = Vec::new();
    for name in names {
        add::<F>(F::named(name)?, &mut order);
    }
    order.retain(|&material| !is_whole(&F::path(folder, material), F::GAME, &material.to_string()));
    Ok(order)
}

fn add<F: Family>(material: F::Material, order: &mut Vec<F::Material>) {
    if order.contains(&material) {
        return;
    }
    for exit in tables::<F>(material) {
        add::<F>(exit, order);
    }
    order.push(material);
}

/// Whether this tablebase exists and is undamaged.
fn is_whole(path: &Path, game: &str, name: &str) -> bool {
    let Ok(table) = Tablebase::open(path) else { return false };
    let mut out = Vec::new();
    let named = (&*table.label.game, &*table.label.name) == (game, name);
    named && (0..table.label.blocks()).all(|block| table.unpack(block, &mut out).is_ok())
}
