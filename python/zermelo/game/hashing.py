"""Hashes of records and keys; Rust has the same, so that both languages number information sets alike."""

_MASK = (1 << 64) - 1


def mix(key: int) -> int:
    """A well-mixed number of 64 bits."""
    z = ((key ^ (key >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def hash_record(record: bytes) -> int:
    """A hash of a record: 128-bit products, folded, eight bytes at a time."""
    found = 0x9E3779B97F4A7C15
    for at in range(0, len(record), 8):
        product = (found ^ int.from_bytes(record[at : at + 8], "little")) * 0xD6E8FEB86659FD93
        found = (product & _MASK) ^ (product >> 64) ^ 0xA0761D6478BD642F
    return mix(found)
