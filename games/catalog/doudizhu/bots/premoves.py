"""Premoves of a normal player of Dou Dizhu after a visit."""

from games.catalog.doudizhu.bots.auction import accepts
from games.catalog.doudizhu.bots.planning import HandAnalysis, choose_answer, choose_lead
from games.catalog.doudizhu.premoves import NO_CARDS, Bid, LeadOn, PassAlong, PlayOnce, Premove, list_offers, own_plays
from games.catalog.doudizhu.ranks import Cards
from games.catalog.doudizhu.view import DoudizhuView
from games.engine.game import Rng, Simulator


def choose_premoves(view: DoudizhuView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """Return its bid, its next leads, or its play on the current trick, which may be a pass."""
    kinds = {offer.make for offer in list_offers(view)}
    if not kinds:
        return ()
    analysis = HandAnalysis(view)
    if Bid in kinds:
        return (Bid(accepts(analysis)),)
    if LeadOn in kinds:
        return (_choose_leads(analysis, choose_lead(analysis, own_plays(view, None))),)
    if analysis.public.top is None:
        return ()
    cards = choose_answer(analysis, analysis.public.top, own_plays(view, analysis.public.top_combo))
    return (PlayOnce(cards) if cards else PassAlong(),)


def _choose_leads(analysis: HandAnalysis, first: Cards) -> LeadOn:
    """Return its lead, and then the longest plays of the rest of the hand."""
    plays = [cards for cards in analysis.split(first).plays if analysis.get_combo(cards).kind != "bomb"]
    second, third, *_ = [*sorted(plays, key=len, reverse=True), NO_CARDS, NO_CARDS]
    return LeadOn(first, second, third)
