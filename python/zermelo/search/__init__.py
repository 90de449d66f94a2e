"""Search, the specification: one idea a file, the same file names as in crates/zermelo/src/search.

The Rust twin of each algorithm enters the same positions in the same order and reports the same value, move and line.
"""
