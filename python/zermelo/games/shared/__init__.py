"""What several games share, so that no game imports another: parameters, heaps, bitboards and the six-pointed star board."""
