"""Normal's own rules for bidding, raising and calling, by the chance to win.

An answer is a dict of weights by amount: 0 drops, the bid itself calls, more raises to that amount. The numbers were
tuned against about a hundred threshold strategies, so that none of them beats normal by much (docs/bots/sdc.md).
"""

Weights = dict[int, int]

WEAK_BELOW = 24  # percent
BELIEVED_DRAW = 3  # players who exchanged more are assumed to be weak, and normal doesn't bluff after it
BLUFFS = 80  # percent of weak hands that bluff when it is cheap: as opener, and over a bid of 1
BLUFFS_OVER_MORE = 8  # percent that raise a bid of 2; half as many for a bid of 3
BIDS_TWO_FROM, BIDS_TWO = 70, 70
RAISES_ONE_FROM, RAISES_TWO_FROM, RAISES_STEP = 52, 78, 10


def weigh_bids(chance: int, drew: int, limit: int) -> Weights:
    """Return weights of opening bids: 1 with most hands, 2 with most good ones; weak hands bluff."""
    if limit > 1 and chance < WEAK_BELOW and drew <= BELIEVED_DRAW:
        return {1: 100 - BLUFFS} | spread(2, limit, BLUFFS)
    if limit > 1 and chance >= BIDS_TWO_FROM:
        return {1: 100 - BIDS_TWO, 2: BIDS_TWO}
    return {1: 1}


def weigh_answers(chance: int, drew: int, bid: int, limit: int) -> Weights:
    """Return weights of answers to a bid: good hands raise by one, weak ones by any amount."""
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
    """Return how often to call `stake` coins when dropping would save `saved` of them.

    The price is the winning chance at which both would be equal if bids revealed nothing. Because they do, calling
    starts near the price and becomes certain far above it, and both are later for higher prices.

    >>> [call_percent(chance, 5, 4) for chance in (40, 50, 70, 90)], call_percent(0, 1, 0)
    ([0, 18, 54, 90], 100)
    """
    if not saved:
        return 100
    price = 100 * saved // (2 * stake)
    low, high = price * price // 40, 5 + 9 * price // 4
    return max(0, min(100, 100 * (chance - low) // (high - low)))


def spread(low: int, high: int, total: int) -> Weights:
    """Return weights, adding up to about `total`, for the amounts from `low` to below `high`; at least for `low`.

    >>> spread(2, 5, 100), spread(5, 5, 100)
    ({2: 33, 3: 33, 4: 33}, {5: 100})
    """
    amounts = range(low, max(low + 1, high))
    return dict.fromkeys(amounts, total // len(amounts))
