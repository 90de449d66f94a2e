"""Lessons that compare searches: several recordings, one after the other, and a sentence about the difference.

`joined` makes one recording of several. `cutting` compares the two conditions of a cutoff, `affine` compares leaf values that have
the same order.
"""
