"""Proof-number search: `dfpn` proves who wins, `proof_table` is its table."""
