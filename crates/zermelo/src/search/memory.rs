//! Memory for tables: zeroed by the system, allocated page by page, in large pages where that is faster.

use std::alloc::{Layout, alloc_zeroed};

/// A value with its own cache lines: writing to it does not slow down readers of its neighbours.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// How a table will be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// At a few random places, by a short search. Large pages pay for large tables only, which belong to long searches after all.
    Sparse,
    /// Everywhere: at random by a long search, or from one end to the other. Large pages pay as soon as a few fit.
    Dense,
}

#[cfg(target_os = "linux")]
const LARGE: usize = 128 << 20;
#[cfg(target_os = "linux")]
const SEVERAL: usize = 8 << 20;
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

/// This many zeroed items; None if the machine does not have the memory.
///
/// # Safety
/// All zeros must be a valid item, items must not be of size zero, and there must be at least one.
pub unsafe fn zeroed<T>(number: usize, filling: Filling) -> Option<Box<[T]>> {
    let layout = Layout::array::<T>(number).ok()?;
    // SAFETY: the layout is not empty, by the caller's word; a box frees by the same layout.
    // Memory that the system zeroes costs nothing until it is used.
    unsafe {
        let memory = alloc_zeroed(layout).cast::<T>();
        if memory.is_null() {
            return None;
        }
        prefer_large_pages(memory.cast(), layout.size(), filling);
        Some(Box::from_raw(std::ptr::slice_from_raw_parts_mut(memory, number)))
    }
}

/// Asks the system for large pages for a large table, which make access faster.
#[cfg(target_os = "linux")]
fn prefer_large_pages(memory: *mut u8, size: usize, filling: Filling) {
    if size < if filling == Filling::Dense { SEVERAL } else { LARGE } {
        return;
    }
    let skip = memory.align_offset(PAGE);
    // SAFETY: the range lies within the allocation; the advice changes no contents, and if it is refused nothing happens.
    unsafe {
        let _ = libc::madvise(memory.add(skip).cast(), (size - skip) / PAGE * PAGE, libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_large_pages(_: *mut u8, _: usize, _: Filling) {}
