"""Proof-number search: `dfpn` proves who wins, `proof_table` keeps what it has found out."""
