"""Search for any number of players.

`maxn` compares tuples, one number a player. The other algorithms reduce the game to two sides and leave the rest to alpha-beta: `view` is
what they share, `paranoid` lets all opponents play together, `best_reply` lets one of them move, and `best_reply_plus` lets all
move but searches only one.
"""
