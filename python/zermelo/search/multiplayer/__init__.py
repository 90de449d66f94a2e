"""Search for any number of players.

`maxn` compares tuples, one number a player. The other algorithms reduce the game to two sides, which alpha-beta then searches:
`view` is their base, `paranoid` treats all opponents as one side, `best_reply` lets only one opponent reply, and
`best_reply_plus` lets all opponents move but searches the moves of only one.
"""
