"""Normal's frequencies of checks, bets, calls, raises and folds, tuned by measurement (docs/bots/dilemma.md).

A hand's rank is the number of hands out of 1000 with a smaller chance to win on that street. Prices narrow the range
assumed for the others: they move the rank from which hands are called with, not the hand's rank.
"""

from bisect import bisect_right

from games.catalog.dilemma.bots.spots import ALL, FOLD, HALF, POT, RIVER, STAY, Spot, Weights, list_choices

WHOLE = 1000
GROUP = 50  # thousandths of all hands
# The chances that divide all hands into twenty groups of equal size: before the flop, after it, on the turn.
GROUPS = (
    (352, 386, 410, 428, 444, 455, 462, 476, 486, 500, 514, 529, 534, 550, 564, 580, 595, 603, 629),
    (223, 268, 303, 332, 359, 385, 409, 434, 458, 483, 508, 534, 562, 593, 626, 664, 706, 754, 828),
    (162, 214, 254, 288, 322, 353, 383, 414, 444, 476, 510, 546, 586, 628, 671, 715, 762, 819, 886),
)

BLUFF_PRICE = 96  # percent of the success rate a bluff needs: hands below that line are folded
START_PRICE = 60  # the same if no one has raised before the flop
HIGHEST_LINE = 870  # a rank that calls everything
NARROWER = 100  # of 1000 ranks for each doubling of what each player has paid, in big blinds
RERAISED = 180  # ranks, for a seat that has acted in this round and been raised
SOFT = 70  # ranks from an even chance to certainty, both ways
RAISE_PART = 60  # percent of the way from that line to the top, where raises begin
RAISE_RIVALS = 2  # maximum number considered for a raise before the flop, which makes others fold
SLOW = 12  # percent of such hands that call anyway
BLUFF_RAISES = 2  # percent of the others, against one or two
GOOD, BEST = 600, 850  # ranks that bet, and that bet any amount
BET_GOOD, BET_BEST = 88, 93  # percent of those that bet
DEAR, BET_DEAR = 70, 20  # bonus, in percent of the pot, from which good hands want a showdown; percent that bet
BAD, BLUFFS = (250, 250, 250, 250), (4, 12, 5, 2)  # by street: the rank below which this percentage bluffs
SEMI_BLUFFS = 20  # percent of draws that bet
DRAW = 100  # thousandths by which a draw's chance exceeds its current value
MIDDLE_SIZES = {HALF: 65, POT: 35}
EXTREME_SIZES = {HALF: 35, POT: 55, ALL: 10}  # for the best and the worst hands
MIDDLE_ABOVE = 350


def get_rank(street: int, chance: int) -> int:
    """Return how many of 1000 hands have a smaller chance on that street.

    >>> get_rank(0, 300), get_rank(2, 500), get_rank(3, 500)
    (42, 535, 500)
    """
    if street == RIVER:
        return chance
    marks = GROUPS[street]
    at = bisect_right(marks, chance)
    low, high = (marks[at - 1] if at else 0), (marks[at] if at < len(marks) else WHOLE)
    return GROUP * at + GROUP * (chance - low) // max(1, high - low)


def get_chance(street: int, rank: int) -> int:
    """Return the chance of a hand of that rank.

    >>> get_chance(0, 500), get_chance(3, 500), get_rank(1, get_chance(1, 777))
    (500, 500, 776)
    """
    if street == RIVER:
        return rank
    marks = (0, *GROUPS[street], WHOLE)
    at = min(rank // GROUP, len(marks) - 2)
    return marks[at] + (marks[at + 1] - marks[at]) * (rank - GROUP * at) // GROUP


def weigh_as_normal(spot: Spot) -> Weights:
    """Return weights in percent, except for rounding."""
    rank, weights = _get_rank_among(spot, spot.rivals), [0, 0, 0, 0, 0]
    if spot.to_call:
        _weigh_answers(weights, spot, rank)
    else:
        _weigh_bets(weights, spot, rank)
    return (weights[FOLD], weights[STAY], weights[HALF], weights[POT], weights[ALL])


def _get_rank_among(spot: Spot, rivals: int) -> int:
    """Return the hand's rank, reduced for every rival after the first."""
    rank = get_rank(spot.street, spot.chance)
    for _ in range(rivals - 1):
        rank = rank * (WHOLE + spot.chance) // (2 * WHOLE)
    return rank


def _weigh_answers(weights: list[int], spot: Spot, rank: int) -> None:
    choices, line = list_choices(spot), get_line(spot)
    may_raise = ALL in choices
    raising = rank if spot.street else _get_rank_among(spot, min(RAISE_RIVALS, spot.rivals))
    if may_raise and raising >= line + (WHOLE - line) * RAISE_PART // 100:
        weights[STAY] = SLOW
        _spread(weights, 100 - SLOW, choices, rank)
        return
    calls = max(0, min(100, 50 + 50 * (rank - line) // SOFT))
    raises = BLUFF_RAISES if may_raise and spot.rivals <= 2 and calls < 100 else 0
    weights[STAY] = calls * (100 - raises) // 100
    weights[FOLD] = 100 - raises - weights[STAY]
    _spread(weights, raises, choices, rank)


def get_line(spot: Spot) -> int:
    """Return the rank at which calling and folding are equal.

    A bettor who bluffs with anything needs the bet to succeed with some frequency; that share of hands is folded, and
    more if the pot was already large.
    """
    bluff = WHOLE * (spot.to_call + spot.penalty) // (spot.pot + spot.bonus)
    if spot.street == 0 and spot.highest <= spot.blind:
        return min(HIGHEST_LINE, bluff * START_PRICE // 100)
    line = bluff * BLUFF_PRICE // 100 + count_doublings(spot) * NARROWER * max(0, WHOLE - bluff) // WHOLE
    return min(HIGHEST_LINE, line + (RERAISED if spot.acted else 0))


def count_doublings(spot: Spot) -> int:
    """Return the doublings of what each player paid before this round: 1 for a big blind, 2 for two …

    Before the flop, what each has to pay.
    """
    each = spot.earlier // (spot.rivals + 1) if spot.street else spot.highest
    return min(5, (each // spot.blind).bit_length())


def _weigh_bets(weights: list[int], spot: Spot, rank: int) -> None:
    choices = list_choices(spot)
    share = _get_bet_share(spot, rank) if ALL in choices else 0
    weights[STAY] = 100 - share
    _spread(weights, share, choices, rank)


def _get_bet_share(spot: Spot, rank: int) -> int:
    """Return the percentage that bets. On the river, making the others fold forfeits the bonus."""
    if spot.street == RIVER and rank >= GOOD and spot.bonus * 100 > DEAR * spot.pot:
        return BET_DEAR
    if rank >= BEST:
        return BET_BEST
    if rank >= GOOD + 20 * count_doublings(spot):
        return BET_GOOD
    if spot.rivals > 2:
        return 0
    if rank < BAD[spot.street]:
        return BLUFFS[spot.street]
    return SEMI_BLUFFS if spot.chance > spot.now + DRAW else 0


def _spread(weights: list[int], share: int, choices: tuple[int, ...], rank: int) -> None:
    """Distribute the share over sizes: medium hands bet half the pot or the pot, the others any size."""
    if HALF not in choices:
        weights[ALL] += share
        return
    for choice, part in (MIDDLE_SIZES if MIDDLE_ABOVE < rank < BEST else EXTREME_SIZES).items():
        weights[choice if choice in choices else HALF] += share * part // 100
