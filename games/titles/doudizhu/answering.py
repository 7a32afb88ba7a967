"""What the normal bot plays on a trick, or whether it passes."""

from games.titles.doudizhu.eyes import Eyes
from games.titles.doudizhu.moves import Turn
from games.titles.doudizhu.ranks import Cards

LEAD = 4  # what the next lead is worth, in tenths of a trick
URGENT = ((2, 30), (5, 14), (10, 6))  # the more, the fewer cards the enemy has left


def answer(own: Eyes, plays: tuple[Cards, ...]) -> Cards:
    """The play that costs the plan least, if it is worth the trick; () to pass."""
    if not plays:
        return ()
    top = own.public.top
    assert top is not None
    if own.cards in plays:
        return own.cards
    before = own.split()
    after = {cards: own.split(cards) for cards in plays}
    best = min(plays, key=lambda cards: (after[cards].cost, own.of(cards).rank))
    if top.seat not in own.enemies:
        return best if _can_go_out(own, best, len(after[best].plays)) else ()
    price = after[best].cost - before.cost
    return best if price <= _worth(own, top, len(after[best].plays)) else ()


def _can_go_out(own: Eyes, cards: Cards, left: int) -> bool:
    """Whether this play should win the trick and leave a single play more."""
    return left <= 1 and not own.beatable(own.of(cards))


def _worth(own: Eyes, top: Turn, left: int) -> int:
    """What beating an enemy's play may cost."""
    worth = LEAD
    for cards, more in URGENT:
        if own.public.counts[top.seat] <= cards or own.nearest <= cards:
            worth += more
            break
    if left <= 1:
        worth += 20
    elif left <= 3:
        worth += 6
    return worth
