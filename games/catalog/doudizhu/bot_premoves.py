"""What a normal player of Dou Dizhu plans ahead after a visit."""

from games.catalog.doudizhu.bot import FIRST, LATER, Eyes, answer, lead
from games.catalog.doudizhu.premoves import NO_CARDS, Bid, LeadOn, PassAlong, Plan, PlayOnce, offered, own_plays
from games.catalog.doudizhu.ranks import Cards
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.game import Rng, Sim


def planned(view: DoudizhuView, rng: Rng, sim: Sim) -> tuple[Plan, ...]:
    """Its bid; what it would lead next; what it would play on this trick as it lies, or that it stays out of it."""
    kinds = {offer.make for offer in offered(view)}
    if not kinds:
        return ()
    own = Eyes(view)
    if Bid in kinds:
        return (Bid(own.split().cost <= (FIRST if own.public.starter == own.seat else LATER)),)
    if LeadOn in kinds:
        return (_leads(own, lead(own, own_plays(view, None))),)
    if own.public.top is None:
        return ()
    cards = answer(own, own.public.top, own_plays(view, own.public.top_combo))
    return (PlayOnce(cards) if cards else PassAlong(),)


def _leads(own: Eyes, first: Cards) -> LeadOn:
    """What it would lead, and after it what the rest of the hand falls into, the longest first."""
    kept = [cards for cards in own.split(first).plays if own.of(cards).kind != "bomb"]
    second, third, *_ = [*sorted(kept, key=len, reverse=True), NO_CARDS, NO_CARDS]
    return LeadOn(first, second, third)
