//! Memory for tables: zeroed by the system, handed out page by page, in large pages where that pays.

use std::alloc::{Layout, alloc_zeroed};

/// Something in cache lines of its own: who writes to it does not slow down those who read its neighbours.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// How a table will be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// Here and there: large pages pay from a size on that is for long searches, which touch nearly all of it.
    Scattered,
    /// From one end to the other: they pay as soon as there is room for a few.
    InOrder,
}

#[cfg(target_os = "linux")]
const LARGE: usize = 128 << 20;
#[cfg(target_os = "linux")]
const SEVERAL: usize = 8 << 20;
#[cfg(target_os = "linux")]
const PAGE: usize = 4096;

/// So many zeroed items; None when the machine does not have the memory.
///
/// # Safety
/// All zeros must be a valid item, items must not be of size zero, and there must be at least one.
pub unsafe fn zeroed<T>(number: usize, filling: Filling) -> Option<Box<[T]>> {
    let layout = Layout::array::<T>(number).ok()?;
    // SAFETY: the layout is not empty, by the caller's word; a box frees by the same layout.
    // Memory that comes zeroed from the system costs nothing until it is used.
    unsafe {
        let memory = alloc_zeroed(layout).cast::<T>();
        if memory.is_null() {
            return None;
        }
        prefer_large_pages(memory.cast(), layout.size(), filling);
        Some(Box::from_raw(std::ptr::slice_from_raw_parts_mut(memory, number)))
    }
}

/// Asks the system for large pages behind a large table: they are handed out and found again much faster.
#[cfg(target_os = "linux")]
fn prefer_large_pages(memory: *mut u8, size: usize, filling: Filling) {
    if size < if filling == Filling::InOrder { SEVERAL } else { LARGE } {
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
