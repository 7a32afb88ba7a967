"""Premoves of SdC Poker: all of a stage's bidding at once (rules sheet, 11)."""

from games.catalog.sdc.moves import Call, Drop, Move, Raise
from games.catalog.sdc.view import SdcView
from games.engine import premoves
from games.engine.game import list_subclasses
from games.engine.legal_moves import Legal
from games.engine.premoves import ChoiceParameter, IntegerParameter, PremoveAnswer, PremoveOffer

MAX_BID = 10  # the highest bid any table can have


class Premove(premoves.Premove):
    """A premove at an SdC Poker table."""


class Replies(Premove):
    """The responder's answer to every bid: the bid itself to call, a higher number to raise to, 0 to drop."""

    on1: int = 0
    on2: int = 0
    on3: int = 0
    on4: int = 0
    on5: int = 0
    on6: int = 0
    on7: int = 0
    on8: int = 0
    on9: int = 0
    on10: int = 0

    def on(self, bid: int) -> int:
        amount: int = getattr(self, f"on{bid}")
        return amount


class CallRaise(Premove):
    """The opener calls a raise to at most that many coins, and drops otherwise; 0 never calls."""

    coins: int


PREMOVE_TYPES = list_subclasses(Premove)


def list_offers(view: SdcView) -> tuple[PremoveOffer, ...]:
    """Offer replies to the responder until they have answered, and calls to an opener who could be raised."""
    public, about = view.public, str(view.public.stage)
    if scope(Replies(), view):
        return (
            PremoveOffer(
                Replies, tuple(make_reply_parameter(bid, public.limit) for bid in range(1, MAX_BID + 1)), about
            ),
        )
    if scope(CallRaise(0), view) and public.amounts:
        return (PremoveOffer(CallRaise, (IntegerParameter("coins", 0, public.limit),), about),)
    return ()


def list_usual(view: SdcView) -> tuple[Premove, ...]:
    """List calling bids up to some number of coins, and dropping at any raise or calling all."""
    limit = view.public.limit
    if scope(Replies(), view):
        limits = sorted({1, (limit + 1) // 2, limit})
        return tuple(Replies(**{f"on{bid}": bid for bid in range(1, up_to + 1)}) for up_to in limits)
    if scope(CallRaise(0), view) and view.public.amounts:
        return CallRaise(0), CallRaise(limit)
    return ()


def make_reply_parameter(bid: int, limit: int) -> ChoiceParameter:
    """Return the possible answers to a bid; only a drop if the bid is impossible.

    A bid of 1 is called by default, like in the timeout's safe move: a drop costs the same.
    """
    return ChoiceParameter(f"on{bid}", (0, *range(bid, limit + 1)), proposed=1 if bid == 1 else 0)


def scope(plan: Premove, view: SdcView) -> str:
    """Return the stage, as long as the seat may still have a question in it."""
    public = view.public
    if isinstance(plan, Replies):
        open_, whose = public.phase in ("bid", "answer"), public.responder
    else:
        open_, whose = public.phase in ("answer", "reply"), public.opener
    return str(public.stage) if open_ and view.seat == whose else ""


def answer(plan: Premove, view: SdcView, legal: Legal[Move]) -> PremoveAnswer[Move] | None:
    public = view.public
    match plan:
        case Replies() if public.phase == "answer":
            coins = plan.on(public.bid)
            return PremoveAnswer(Raise(coins) if coins > public.bid else Call() if coins else Drop())
        case CallRaise(coins) if public.phase == "reply":
            return PremoveAnswer(Call() if public.raised <= coins else Drop())
    return None
