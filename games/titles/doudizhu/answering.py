"""What the normal bot plays on a trick, or whether it passes."""

from games.titles.doudizhu.eyes import FEW, Eyes
from games.titles.doudizhu.parts import SEATS, Turn
from games.titles.doudizhu.ranks import Cards

LEAD, TEAM_LEAD = 4, 10  # what the next lead is worth to the landlord and to the farmers, in tenths of a trick
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
    best = min(plays, key=lambda cards: (own.lets_out(own.of(cards)), after[cards].cost, own.of(cards).rank))
    price, left = after[best].cost - before.cost, len(after[best].plays)
    if top.seat in own.enemies:
        return best if price <= _worth(own, top, left) else ()
    helps = _can_go_out(own, best, left) or _sheds(own, top, price) or _blocks(own, top, best, price)
    return best if helps else ()


def _can_go_out(own: Eyes, cards: Cards, left: int) -> bool:
    """Whether this play should win the trick and leave a single play more."""
    return left <= 1 and not own.beatable(own.of(cards))


def _sheds(own: Eyes, top: Turn, price: int) -> bool:
    """Whether beating a team-mate, who is not nearly out, gets rid of cards and costs the plan nothing."""
    return price <= 0 and own.public.counts[top.seat] > FEW


def _blocks(own: Eyes, top: Turn, best: Cards, price: int) -> bool:
    """Whether the landlord could go out on the team-mate's play, and not on this one."""
    comes = (own.seat - own.enemies[0]) % SEATS < (own.seat - top.seat) % SEATS
    return comes and price <= URGENT[0][1] and own.lets_out(own.of(top.cards)) and not own.lets_out(own.of(best))


def _worth(own: Eyes, top: Turn, left: int) -> int:
    """What beating an enemy's play may cost."""
    worth = LEAD if own.seat == own.public.landlord else TEAM_LEAD
    for cards, more in URGENT:
        if own.public.counts[top.seat] <= cards or own.nearest <= cards:
            worth += more
            break
    if left <= 1:
        worth += 20
    elif left <= 3:
        worth += 6
    return worth
