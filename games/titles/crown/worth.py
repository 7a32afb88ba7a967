"""What cards are worth to whoever holds them, in points to come: rules of thumb for the bots."""

from games.titles.crown.kinds import Cards, parts

# By how many of a kind one holds.
PRINCES = [0.0, 0.7, 2.4, 30.0]
BISHOPS = [0.0, 0.6, 1.5, 3.5, 6.0, 6.1]  # three or four score again every turn
KNIGHTS = [0.0, 0.8, 2.0, 2.7, 3.2, 4.2, 4.8, 5.2, 5.8, 6.2, 6.6, 7.0]  # two defend, three attack, five do both
NOBLES = [0.0, 0.8, 2.0, 2.8, 4.0, 4.8, 6.0, 6.8, 8.0, 8.8]  # classic: two points for two
SAVED_NOBLES = [0.0, 0.5, 1.1, 2.0, 3.0, 3.4, 4.0, 5.0, 6.0, 6.4]  # adjusted and solo: best kept for four
LIMIT = 8


def hand_value(hand: Cards, classic: bool) -> float:
    """The worth of a hand under one of the noble rules.

    >>> hand_value(("B", "B", "B"), True) > hand_value(("N", "N", "N"), True)
    True
    """
    count, nobles = hand.count, NOBLES if classic else SAVED_NOBLES
    return PRINCES[count("P")] + BISHOPS[count("B")] + KNIGHTS[count("K")] + nobles[count("N")]


def end_value(hand: Cards, classic: bool) -> float:
    """The worth of a hand with which a turn ends: half of too many cards are gone."""
    if len(hand) < LIMIT:
        return hand_value(hand, classic)
    return max(hand_value(kept, classic) for kept in parts(hand, len(hand) - len(hand) // 2))
