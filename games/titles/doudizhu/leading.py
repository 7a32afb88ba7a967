"""What the normal bot leads."""

from games.titles.doudizhu.eyes import FEW, Eyes
from games.titles.doudizhu.plan import cost
from games.titles.doudizhu.ranks import Cards


def lead(own: Eyes, plays: tuple[Cards, ...]) -> Cards:
    """A play of the plan: when nearly done the sure ones first, else the weak ones first."""
    planned = own.split().plays
    if len(planned) == 1:
        return planned[0]
    sure = [cards for cards in planned if not own.beatable(own.of(cards))]
    if len(sure) >= len(planned) - 1:
        return max(sure, key=lambda cards: (own.of(cards).kind != "bomb", len(cards)))
    if fed := _food(own, plays):
        return fed
    quiet = [cards for cards in planned if own.of(cards).kind != "bomb"] or list(planned)
    return max(quiet, key=lambda cards: _urge(own, cards))


def _food(own: Eyes, plays: tuple[Cards, ...]) -> Cards:
    """The lowest single or pair for a team-mate who plays next and is nearly out."""
    mate = own.next_seat
    if mate in own.enemies or own.public.counts[mate] > FEW:
        return ()
    size = own.public.counts[mate]
    fitting = [cards for cards in plays if len(cards) == size and own.of(cards).kind in ("single", "pair")]
    return min(fitting, key=lambda cards: own.of(cards).rank, default=())


def _urge(own: Eyes, cards: Cards) -> int:
    """Weak plays and long ones want to be led; not those that a nearly finished enemy can answer."""
    combo = own.of(cards)
    urge = cost(combo) + 2 * combo.size - combo.rank // 2
    if combo.size == own.nearest <= FEW and own.beatable(combo):
        urge -= 30 - combo.rank
    return urge
