"""Premoves of a normal player of SdC Poker after a visit."""

from games.catalog.sdc.bots.bot import weigh_as_normal
from games.catalog.sdc.bots.table_play import pick
from games.catalog.sdc.premoves import CallRaise, Premove, Replies, list_offers
from games.catalog.sdc.view import SdcView
from games.engine.game import Rng, Simulator


def choose_premoves(view: SdcView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """Return the bot's answers to every bid, or to every raise."""
    offers, public = list_offers(view), view.public
    if not offers:
        return ()
    if offers[0].make is CallRaise:
        called = (pick(weigh_as_normal(view, public.bid, to, rng), rng) for to in public.amounts)
        return (CallRaise(max(called, default=0)),)
    bids = range(1, public.limit + 1)
    return (Replies(**{f"on{bid}": pick(weigh_as_normal(view, bid, 0, rng), rng) for bid in bids}),)
