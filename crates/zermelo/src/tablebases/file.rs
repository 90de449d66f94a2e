//! The file of a tablebase: entries by index, in blocks that are compressed one by one, read from a memory map.
//!
//! All numbers are little-endian. The head is
//!
//! | at | bytes | what |
//! |---|---|---|
//! | 0 | 8 | `ZERTABLE` |
//! | 8 | 4 | the version of this layout |
//! | 12 | 4 | bytes of an entry: 1 or 2, see [`super::value`]; 3 in a checkpoint |
//! | 16 | 8 | bytes of the head, so the first block begins there |
//! | 24 | 8 | bytes of the file |
//! | 32 | 8 | entries |
//! | 40 | 4 | bytes of a block before it is compressed; only the last one may be shorter |
//! | 44 | 4 | blocks |
//! | 48 | 12 | bytes of the game's name, of the tablebase's name and of the facts, 4 each |
//! | 60 | 4 | checksum of the 60 bytes before |
//! | 64 | | the game's name, the tablebase's name, and the facts: JSON that counts wins, draws and losses |
//! | | 8 each | where each block ends in the file |
//! | | 4 each | checksum of each block as it lies in the file |
//! | | 4 | checksum of the head up to here |
//!
//! and the blocks follow. Blocks are compressed by zstd, so that reading one entry unpacks only 4 KiB;
//! checksums are CRC-32. An incomplete file is refused when it is opened, a damaged block when it is read: damage is
//! an error, never a wrong value. Files are mapped into memory; they are never changed, only replaced, see [`super::writer`].

use std::cell::RefCell;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use memmap2::Mmap;
use zstd::bulk::Decompressor;

use super::{Answer, Cache, TablebaseError, Verdict, value};

/// The first bytes of every file.
pub const MAGIC: [u8; 8] = *b"ZERTABLE";
/// The layout that is read and written.
pub const VERSION: u32 = 1;
/// Bytes of a block, unpacked.
pub const BLOCK: usize = 4096;
/// Bytes of the part of the head with fixed length.
pub const FIXED: usize = 64;
const LARGEST_BLOCK: usize = 1 << 20;

/// The description of a tablebase.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    pub game: String,
    /// The name: the material, or what distinguishes it from other tablebases of the game.
    pub name: String,
    /// Statistics of the whole tablebase, as JSON.
    pub facts: String,
    /// Bytes of an entry.
    pub width: usize,
    pub entries: u64,
    /// Bytes of a block, unpacked.
    pub block: usize,
}

impl Label {
    /// Entries in a block.
    pub fn per_block(&self) -> u64 {
        (self.block / self.width) as u64
    }

    pub fn blocks(&self) -> u64 {
        self.entries.div_ceil(self.per_block())
    }

    /// Bytes of a block, unpacked.
    pub fn length(&self, block: u64) -> usize {
        (self.entries - block * self.per_block()).min(self.per_block()) as usize * self.width
    }

    /// Bytes of the head.
    pub fn head(&self) -> u64 {
        (FIXED + self.game.len() + self.name.len() + self.facts.len() + 4) as u64 + 12 * self.blocks()
    }
}

/// An open tablebase. Many threads may read it at once.
#[derive(Debug)]
pub struct Tablebase {
    pub(super) path: PathBuf,
    /// The description in its head.
    pub label: Label,
    map: Mmap,
    /// Where the ends of blocks are listed.
    directory: usize,
    /// Distinguishes its blocks from those of other tablebases in a cache.
    number: u64,
}

static NUMBER: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

impl Tablebase {
    pub fn open(path: &Path) -> Answer<Self> {
        let file = File::open(path).map_err(|error| TablebaseError::io(path, error))?;
        // SAFETY: tablebases are replaced by renaming and never written in place, so what is mapped does not change.
        let map = unsafe { Mmap::map(&file) }.map_err(|error| TablebaseError::io(path, error))?;
        let label = read_head(path, &map)?;
        let directory = label.head() as usize - 4 - 12 * label.blocks() as usize;
        Ok(Self { path: path.into(), label, map, directory, number: NUMBER.fetch_add(1, Ordering::Relaxed) })
    }

    /// Bytes of the file.
    pub fn size(&self) -> u64 {
        self.map.len() as u64
    }

    /// What an entry says; None where there is no position.
    #[inline]
    pub fn probe(&self, index: u64, cache: &Cache) -> Answer<Option<Verdict>> {
        Ok(value::decode(self.entry(index, cache)?, self.label.width))
    }

    /// An entry as it is stored.
    #[inline]
    pub fn entry(&self, index: u64, cache: &Cache) -> Answer<u16> {
        let width = self.label.width;
        self.look(
            index,
            cache,
            |bytes, at| {
                if width == 1 { u16::from(bytes[at]) } else { u16::from_le_bytes([bytes[at], bytes[at + 1]]) }
            },
        )
    }

    /// The eight bytes that begin with an entry, as a number; they must lie in one block.
    #[inline]
    pub fn word(&self, index: u64, cache: &Cache) -> Answer<u64> {
        self.look(index, cache, u64_at)
    }

    #[inline]
    fn look<T>(&self, index: u64, cache: &Cache, read: impl Fn(&[u8], usize) -> T) -> Answer<T> {
        if index >= self.label.entries {
            return Err(TablebaseError::Outside(index, self.label.entries));
        }
        let (block, at) = (index / self.label.per_block(), (index % self.label.per_block()) as usize * self.label.width);
        cache.look(self.number << 40 | block, |bytes| read(bytes, at), |out| self.unpack(block, out))
    }

    /// Unpacks a block into `out`.
    pub fn unpack(&self, block: u64, out: &mut Vec<u8>) -> Answer<()> {
        let damaged = || TablebaseError::DamagedBlock(self.path.clone(), block);
        let packed = self.map.get(self.range(block)).ok_or_else(damaged)?;
        if crc32fast::hash(packed) != self.checksum(block) {
            return Err(damaged());
        }
        let length = self.label.length(block);
        out.clear();
        out.reserve(length);
        let unpacked = UNPACKER.with_borrow_mut(|unpacker| {
            let unpacker = match unpacker {
                Some(unpacker) => unpacker,
                None => unpacker.insert(Decompressor::new().ok()?),
            };
            unpacker.decompress_to_buffer(packed, out).ok()
        });
        if unpacked == Some(length) { Ok(()) } else { Err(damaged()) }
    }

    /// All entries as they are stored, one after another.
    pub fn load(&self) -> Answer<Vec<u8>> {
        let total = self.label.entries * self.label.width as u64;
        let mut all = Vec::new();
        all.try_reserve_exact(total as usize).map_err(|_| TablebaseError::NoMemory(total))?;
        let mut out = Vec::new();
        for block in 0..self.label.blocks() {
            self.unpack(block, &mut out)?;
            all.extend_from_slice(&out);
        }
        Ok(all)
    }

    fn range(&self, block: u64) -> Range<usize> {
        let end = |block: u64| u64_at(&self.map, self.directory + 8 * block as usize) as usize;
        let start = if block == 0 { self.label.head() as usize } else { end(block - 1) };
        start..end(block)
    }

    fn checksum(&self, block: u64) -> u32 {
        u32_at(&self.map, self.directory + 8 * self.label.blocks() as usize + 4 * block as usize)
    }
}

/// The label of a complete file, or the reason why it is not one.
fn read_head(path: &Path, bytes: &[u8]) -> Answer<Label> {
    let begins = bytes.len().min(MAGIC.len());
    if bytes[..begins] != MAGIC[..begins] || bytes.is_empty() {
        return Err(TablebaseError::NotATable(path.into()));
    }
    if bytes.len() < FIXED {
        return Err(TablebaseError::Truncated(path.into()));
    }
    if u32_at(bytes, 8) != VERSION {
        return Err(TablebaseError::OtherVersion(path.into(), u32_at(bytes, 8)));
    }
    let damaged = || TablebaseError::Damaged(path.into());
    if crc32fast::hash(&bytes[..FIXED - 4]) != u32_at(bytes, FIXED - 4) {
        return Err(damaged());
    }
    let length = u64_at(bytes, 24);
    if (bytes.len() as u64) < length {
        return Err(TablebaseError::Truncated(path.into()));
    }
    let head = usize::try_from(u64_at(bytes, 16)).ok().filter(|&head| head > FIXED).ok_or_else(damaged)?;
    let sealed = bytes.get(..head).ok_or_else(damaged)?;
    if bytes.len() as u64 > length || crc32fast::hash(&sealed[..head - 4]) != u32_at(sealed, head - 4) {
        return Err(damaged());
    }
    let label = read_label(sealed).ok_or_else(damaged)?;
    if label.head() == head as u64 && label.blocks() == u64::from(u32_at(bytes, 44)) { Ok(label) } else { Err(damaged()) }
}

fn read_label(head: &[u8]) -> Option<Label> {
    let mut rest = &head[FIXED..];
    let mut text = |at: usize| {
        let (text, behind) = rest.split_at_checked(u32_at(head, at) as usize)?;
        rest = behind;
        String::from_utf8(text.to_vec()).ok()
    };
    let (game, name, facts) = (text(48)?, text(52)?, text(56)?);
    let (width, entries, block) = (u32_at(head, 12) as usize, u64_at(head, 32), u32_at(head, 40) as usize);
    let sound = (1..=3).contains(&width) && (width..=LARGEST_BLOCK).contains(&block);
    sound.then_some(Label { game, name, facts, width, entries, block })
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
