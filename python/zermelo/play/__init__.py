"""One game being played, for every door: who plays, what chance brings, why a move was made, and the transcript."""
