"""What one can plan ahead at an SdC Poker table: all of a stage's bidding at once (rules sheet, 11)."""

from games.catalog.sdc.moves import Call, Drop, Move, Raise
from games.catalog.sdc.view import SdcView
from games.engine import premoves
from games.engine.game import kinds
from games.engine.legal_moves import Legal
from games.engine.premoves import Answer, Number, Offer, OneOf

HIGHEST = 10  # the highest bid that a table can have


class Plan(premoves.Plan):
    """A plan at an SdC Poker table."""


class Replies(Plan):
    """The responder's answer to every bid: that many coins to call, more to raise to so many, 0 to drop."""

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
        found: int = getattr(self, f"on{bid}")
        return found


class CallRaise(Plan):
    """The opener calls a raise to that many coins at most, else drops; 0 never calls."""

    coins: int


KINDS = kinds(Plan)


def offered(view: SdcView) -> tuple[Offer, ...]:
    """To the responder until he has answered, to the opener who has bid less than a raise could."""
    public, about = view.public, str(view.public.stage)
    if scope(Replies(), view):
        return (Offer(Replies, tuple(replies(bid, public.limit) for bid in range(1, HIGHEST + 1)), about),)
    if scope(CallRaise(0), view) and public.amounts:
        return (Offer(CallRaise, (Number("coins", 0, public.limit),), about),)
    return ()


def replies(bid: int, limit: int) -> OneOf:
    """What may be answered to a bid; to one that can't be, nothing but a drop. A bid of 1 is called unless one says
    otherwise, as by the clock: a drop costs the same."""
    return OneOf(f"on{bid}", (0, *range(bid, limit + 1)), proposed=1 if bid == 1 else 0)


def scope(plan: Plan, view: SdcView) -> str:
    """The stage, as long as one may still be asked in it."""
    public = view.public
    if isinstance(plan, Replies):
        open_, whose = public.phase in ("bid", "answer"), public.responder
    else:
        open_, whose = public.phase in ("answer", "reply"), public.opener
    return str(public.stage) if open_ and view.seat == whose else ""


def answer(plan: Plan, view: SdcView, legal: Legal[Move]) -> Answer[Move] | None:
    public = view.public
    match plan:
        case Replies() if public.phase == "answer":
            coins = plan.on(public.bid)
            return Answer(Raise(coins) if coins > public.bid else Call() if coins else Drop())
        case CallRaise(coins) if public.phase == "reply":
            return Answer(Call() if public.raised <= coins else Drop())
    return None
