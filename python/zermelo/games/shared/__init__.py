"""What several games share, so that no game imports another: heaps, boards of bits, the six-pointed star."""
