//! Hashes of records and keys.

/// A well-mixed number from a game's key.
#[inline]
pub fn mix(key: u64) -> u64 {
    let z = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A hash of a record: 128-bit products, folded, eight bytes at a time.
#[inline]
pub fn hash_record(record: &[u8]) -> u64 {
    hash_salted(record, 0)
}

/// The same with a salt: records that collide under one salt do not under another.
#[inline]
pub fn hash_salted(record: &[u8], salt: u64) -> u64 {
    let mut hash = 0x9E37_79B9_7F4A_7C15_u64 ^ salt;
    for chunk in record.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let product = u128::from(hash ^ u64::from_ne_bytes(word)) * 0xD6E8_FEB8_6659_FD93_u128;
        hash = (product as u64) ^ ((product >> 64) as u64) ^ 0xA076_1D64_78BD_642F;
    }
    mix(hash)
}
