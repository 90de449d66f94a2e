"""Random numbers for rules that get a random number, such as `guess`: one after the other from the same number, compiled or not."""

_LOW_49 = (1 << 49) - 1
_LOW_45 = (1 << 45) - 1


def pick(dice: int, sides: int) -> tuple[int, int]:
    """A random number from 0 to `sides` - 1, and the dice for the next call (Marsaglia's xorshift, 2003, in 62 bits).

    >>> number, dice = pick(20_030_501, 6)
    >>> number, pick(dice, 6)[0]
    (0, 2)
    """
    dice = dice ^ 0x1A5B_4C3D_2E1F_0987
    dice = dice ^ ((dice & _LOW_49) << 13)
    dice = dice ^ (dice >> 7)
    dice = dice ^ ((dice & _LOW_45) << 17)
    return (dice >> 21) % sides, dice
