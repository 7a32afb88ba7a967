"""What a normal player of SdC Poker plans ahead after a visit."""

from games.catalog.sdc.bot import adjust_for_bid, choose_amount
from games.catalog.sdc.hand_value import win_percent
from games.catalog.sdc.premoves import CallRaise, Premove, Replies, list_offers
from games.catalog.sdc.view import Public, SdcView
from games.engine.game import Rng, Simulator


def choose_premoves(view: SdcView, rng: Rng, sim: Simulator) -> tuple[Premove, ...]:
    """The bot's own answers to every bid, or to every raise."""
    offers, public = list_offers(view), view.public
    if not offers:
        return ()
    chance = win_percent(view.mine.hand, public.exchanged[1 - view.me], public.options.max_exchange)
    if offers[0].make is CallRaise:
        called = [
            to for to in public.amounts if _is_worth_calling(adjust_for_bid(chance, to, public), to, to - public.bid)
        ]
        return (CallRaise(max(called, default=0)),)
    bids = range(1, public.limit + 1)
    return (Replies(**{f"on{bid}": _reply(adjust_for_bid(chance, bid, public), bid, public, rng) for bid in bids}),)


def _reply(chance: int, bid: int, public: Public, rng: Rng) -> int:
    return choose_amount(chance, bid, public.limit, rng) if bid == 1 or _is_worth_calling(chance, bid, bid - 1) else 0


def _is_worth_calling(chance: int, stake: int, saved: int) -> bool:
    """Whether a call of so many coins is better than a drop, which saves so many of them."""
    return chance * 2 * stake > 100 * saved
