"""What a normal player of Dou Dizhu plans ahead after a visit."""

from games.catalog.doudizhu.bots.auction import accepts
from games.catalog.doudizhu.bots.planning import HandAnalysis, choose_answer, choose_lead
from games.catalog.doudizhu.premoves import NO_CARDS, Bid, LeadOn, PassAlong, PlayOnce, Premove, list_offers, own_plays
from games.catalog.doudizhu.ranks import Cards
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.game import Rng, Simulator


def choose_premoves(view: DoudizhuView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """Its bid; what it would lead next; what it would play on this trick as it lies, or that it stays out of it."""
    kinds = {offer.make for offer in list_offers(view)}
    if not kinds:
        return ()
    own = HandAnalysis(view)
    if Bid in kinds:
        return (Bid(accepts(own)),)
    if LeadOn in kinds:
        return (_choose_leads(own, choose_lead(own, own_plays(view, None))),)
    if own.public.top is None:
        return ()
    cards = choose_answer(own, own.public.top, own_plays(view, own.public.top_combo))
    return (PlayOnce(cards) if cards else PassAlong(),)


def _choose_leads(own: HandAnalysis, first: Cards) -> LeadOn:
    """What it would lead, and after it what the rest of the hand falls into, the longest first."""
    kept = [cards for cards in own.split(first).plays if own.get_combo(cards).kind != "bomb"]
    second, third, *_ = [*sorted(kept, key=len, reverse=True), NO_CARDS, NO_CARDS]
    return LeadOn(first, second, third)
