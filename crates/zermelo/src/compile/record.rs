//! A state of compiled rules: the flat record itself.

use std::mem::MaybeUninit;

/// The record, at the start of a buffer; the rest of the buffer is never read.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
pub struct Record<const N: usize>([MaybeUninit<u8>; N]);

impl<const N: usize> Record<N> {
    #[inline]
    pub(super) fn as_ptr(&self) -> *const u8 {
        self.0.as_ptr().cast()
    }

    #[inline]
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    #[inline]
    pub(super) fn bytes(&self, size: usize) -> &[u8] {
        debug_assert!(size <= N);
        // SAFETY: records are made only by `copy_of`, which fills the first `facts.size` bytes.
        unsafe { std::slice::from_raw_parts(self.as_ptr(), size) }
    }

    #[inline]
    pub(super) fn bytes_mut(&mut self, size: usize) -> &mut [u8] {
        debug_assert!(size <= N);
        // SAFETY: as in `bytes`.
        unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr().cast(), size) }
    }

    #[inline]
    pub(super) fn set(&mut self, offset: usize, bytes: &[u8]) {
        for (place, &byte) in self.0[offset..].iter_mut().zip(bytes) {
            place.write(byte);
        }
    }

    #[inline]
    pub(super) fn copy_of(source: *const u8, size: usize) -> Self {
        let mut record = Self([MaybeUninit::uninit(); N]);
        // SAFETY: the source has `size` bytes, `size <= N` is checked when the game is made, and the two do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(source, record.0.as_mut_ptr().cast(), size) };
        record
    }
}
