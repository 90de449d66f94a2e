//! Writes a file so that it is complete or not there at all.
//!
//! Blocks go one by one to a temporary file in the same folder, then the head, which lists where they end. The file is
//! synchronised to the disk, and only then renamed. If anything fails, such as a full disk, the temporary file is removed and
//! an existing tablebase stays unchanged. A process that is killed leaves the temporary file behind; it is never read, and the
//! next process that writes the same tablebase removes it.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use zstd::bulk::Compressor;

use super::file::{FIXED, MAGIC, VERSION};
use super::{Answer, Label, TablebaseError};

/// The compression level of a tablebase.
pub const THOROUGHLY: i32 = 12;
/// The compression level of a checkpoint, which will soon be replaced.
pub const QUICKLY: i32 = 1;

/// Writes a tablebase; `fill` is given the first entry of each block and the place for its bytes, in order.
///
/// # Errors
/// If the disk is full, the system refuses or `fill` fails; then no file is left behind.
pub fn write(path: &Path, label: &Label, level: i32, fill: &mut dyn FnMut(u64, &mut [u8]) -> Answer<()>) -> Answer<()> {
    let refused = |error| TablebaseError::io(path, error);
    remove_leftovers(path);
    let unfinished = Unfinished(name_for(path, std::process::id()));
    let file = File::create(&unfinished.0).map_err(refused)?;
    let mut sink = BufWriter::with_capacity(1 << 20, file);
    sink.seek(SeekFrom::Start(label.head())).map_err(refused)?;
    let (mut ends, mut checksums, mut end) = (Vec::new(), Vec::new(), label.head());
    let mut packer = Compressor::new(level).map_err(refused)?;
    let mut plain = vec![0; label.block];
    for block in 0..label.blocks() {
        let plain = &mut plain[..label.length(block)];
        fill(block * label.per_block(), plain)?;
        let packed = packer.compress(plain).map_err(refused)?;
        sink.write_all(&packed).map_err(refused)?;
        end += packed.len() as u64;
        ends.extend_from_slice(&end.to_le_bytes());
        checksums.extend_from_slice(&crc32fast::hash(&packed).to_le_bytes());
    }
    finish(sink, &head(label, end, &ends, &checksums)).map_err(refused)?;
    fs::rename(&unfinished.0, path).map_err(refused)?;
    settle(path);
    Ok(())
}

/// A file that is removed unless it was renamed in time.
struct Unfinished(PathBuf);

impl Drop for Unfinished {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn head(label: &Label, length: u64, ends: &[u8], checksums: &[u8]) -> Vec<u8> {
    let mut head = Vec::with_capacity(label.head() as usize);
    let word = |number: usize| (number as u32).to_le_bytes();
    head.extend_from_slice(&MAGIC);
    head.extend_from_slice(&VERSION.to_le_bytes());
    head.extend_from_slice(&word(label.width));
    for number in [label.head(), length, label.entries] {
        head.extend_from_slice(&number.to_le_bytes());
    }
    for number in [label.block, label.blocks() as usize, label.game.len(), label.name.len(), label.facts.len()] {
        head.extend_from_slice(&word(number));
    }
    head.extend_from_slice(&crc32fast::hash(&head).to_le_bytes());
    debug_assert_eq!(head.len(), FIXED);
    for text in [&label.game, &label.name, &label.facts] {
        head.extend_from_slice(text.as_bytes());
    }
    head.extend_from_slice(ends);
    head.extend_from_slice(checksums);
    head.extend_from_slice(&crc32fast::hash(&head).to_le_bytes());
    head
}

/// Writes the head in front of the blocks, and waits until everything is on the disk.
fn finish(mut sink: BufWriter<File>, head: &[u8]) -> io::Result<()> {
    sink.seek(SeekFrom::Start(0))?;
    sink.write_all(head)?;
    sink.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
}

/// Waits until the new name is on the disk too, where the system supports it.
fn settle(path: &Path) {
    let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn name_for(path: &Path, process: u32) -> PathBuf {
    path.with_file_name(format!("{}.{process}.unfinished", name_of(path)))
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Removes temporary files of processes that no longer run.
pub fn remove_leftovers(path: &Path) {
    let prefix = format!("{}.", name_of(path));
    for entry in fs::read_dir(folder_of(path)).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name.strip_prefix(&prefix).and_then(|rest| rest.strip_suffix(".unfinished")).map(str::parse::<u32>);
        if let Some(Ok(process)) = process
            && Path::new("/proc/self").exists()
            && !Path::new(&format!("/proc/{process}")).exists()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}
