"""How often normal's own rules bid, raise and call what, by the chance to win. Numbers only, to be measured.

An answer is a row of weights by amount: 0 is to drop, the bid itself to call, more to raise to so much. The numbers
were tuned against some hundred ways to bid by thresholds, so that none of them beats normal by much (docs/bots/sdc.md).
"""

Weights = dict[int, int]

WEAK_BELOW = 24  # percent
BELIEVED_DRAW = 3  # who has exchanged more is thought to hold little, and does not bluff
BLUFFS = 80  # percent of the weak hands bluff where it is cheap: as opener, and over a bid of 1
BLUFFS_OVER_MORE = 8  # percent raise a bid of 2; half as many a bid of 3
BIDS_TWO_FROM, BIDS_TWO = 70, 70
RAISES_ONE_FROM, RAISES_TWO_FROM, RAISES_STEP = 52, 78, 10


def weigh_bids(chance: int, drew: int, limit: int) -> Weights:
    """What to open with: 1 with most hands, 2 with most of the good ones; weak ones bluff."""
    if limit > 1 and chance < WEAK_BELOW and drew <= BELIEVED_DRAW:
        return {1: 100 - BLUFFS} | spread(2, limit, BLUFFS)
    if limit > 1 and chance >= BIDS_TWO_FROM:
        return {1: 100 - BIDS_TWO, 2: BIDS_TWO}
    return {1: 1}


def weigh_answers(chance: int, drew: int, bid: int, limit: int) -> Weights:
    """What to answer to a bid: good hands raise by one, weak ones by anything."""
    calls = call_percent(chance, bid, bid - 1)
    stay = {0: 100 - calls, bid: calls}
    if bid == limit:
        return stay
    if chance >= (RAISES_ONE_FROM if bid == 1 else RAISES_TWO_FROM + RAISES_STEP * (bid - 2)):
        return {bid + 1: 1}
    if chance < WEAK_BELOW and (bid > 1 or drew <= BELIEVED_DRAW):
        bluffs = BLUFFS if bid == 1 else BLUFFS_OVER_MORE // (bid - 1)
        return {coins: share * (100 - bluffs) for coins, share in stay.items()} | spread(bid + 1, limit, 100 * bluffs)
    return stay


def call_percent(chance: int, stake: int, saved: int) -> int:
    """How often to call for so many coins where a drop saves so many of them.

    The price is the chance that would make both the same, if bids told nothing. As they tell something, calls begin
    about there and become certain far above, both the later the higher the price.

    >>> [call_percent(chance, 5, 4) for chance in (40, 50, 70, 90)], call_percent(0, 1, 0)
    ([0, 18, 54, 90], 100)
    """
    if not saved:
        return 100
    price = 100 * saved // (2 * stake)
    low, high = price * price // 40, 5 + 9 * price // 4
    return max(0, min(100, 100 * (chance - low) // (high - low)))


def spread(low: int, high: int, total: int) -> Weights:
    """Weights, about `total` together, for the amounts from `low` to below `high`, or for that one.

    >>> spread(2, 5, 100), spread(5, 5, 100)
    ({2: 33, 3: 33, 4: 33}, {5: 100})
    """
    amounts = range(low, max(low + 1, high))
    return dict.fromkeys(amounts, total // len(amounts))
