"""Games in which players do not see everything: equilibria of small games, and play in large ones.

Read in this order:
1. `sequence_form`: a small game as the sequences of moves of each player, made once; all solvers and best responses work on it.
2. `regret`: counterfactual regret minimisation and its variants, which approach an equilibrium.
3. `best_response`: what a policy is worth, and how much a perfect opponent gains against it.
"""
