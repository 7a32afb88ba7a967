"""Lookups in a level's table for a view."""

from collections.abc import Mapping

from games.catalog.sdc.bots.abstraction import get_kind, keep, round_down, round_up
from games.catalog.sdc.bots.strategy import OPENER, RESPONDER, get_stage_table
from games.catalog.sdc.types import Cards
from games.catalog.sdc.view import SdcView
from games.engine.chance import Rng


def choose_kept_cards(level: str, view: SdcView, rng: Rng) -> Cards | None:
    """Return the cards to keep of the dealt hand; None if the exchange would break it."""
    table = get_stage_table(level, view.public.options.max_exchange, view.public.limit)
    role = OPENER if view.me == view.public.opener else RESPONDER
    return keep(view.mine.hand, pick(dict(enumerate(table.weigh_draws(role, get_kind(view.mine.hand)))), rng))


def weigh(level: str, view: SdcView, bid: int, raised: int) -> Mapping[int, int]:
    """Return weights by amount; 0 drops. `bid` is 0 when opening; `raised` is the raise of the seat's own bid, or 0.

    Bids that the table doesn't have are treated as the next higher one.
    """
    table = get_stage_table(level, view.public.options.max_exchange, view.public.limit)
    situation = view.public.exchanged[view.me], view.public.exchanged[1 - view.me], table.get_class(view.mine.hand)
    if raised:
        own_bid, rounded = round_down(bid, table.amounts), round_up(raised, table.amounts)
        drops, calls = table.weigh_replies(own_bid, rounded, *situation).values()
        return {0: drops, raised: calls}
    if not bid:
        return table.weigh_bids(*situation)
    rounded = round_up(bid, table.amounts)
    return {bid if to == rounded else to: weight for to, weight in table.weigh_answers(rounded, *situation).items()}


def pick(weights: Mapping[int, int], rng: Rng) -> int:
    """Return a random key, by weight."""
    number = rng.randbelow(sum(weights.values()))
    for key, weight in weights.items():
        number -= weight
        if number < 0:
            return key
    raise AssertionError("less than all weights")
