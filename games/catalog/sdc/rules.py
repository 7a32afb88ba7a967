"""The rules of SdC Poker: who decides what, and what each decision does. The house's own steps are in `house`."""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.sdc.happenings import BidMade, Called, Confirmed, Dropped, Marked, Raised
from games.catalog.sdc.house import advance
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.state import Hidden, SdcState, SdcStep
from games.catalog.sdc.types import Cards, Options
from games.catalog.sdc.view import Own, Public
from games.engine.errors import IllegalMove
from games.engine.game import Chance, Standing, State, Step, Value, everybody, only
from games.engine.illegal_moves import refused
from games.engine.legal_moves import Amount, Choice, Legal, Pick
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import check_exact
from games.kit.seats import put, ranked
from games.kit.transitions import openly

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]


def setup(options: Mapping[str, Value], seats: int) -> SdcState:
    """Two seats with their coins, before the first opener is drawn."""
    if seats != 2:
        raise ValueError("SdC Poker is for two")
    fixed = from_json(Options, dict(options))
    return State(Public(fixed, (fixed.start_coins, fixed.start_coins)), (Own(), Own()), Hidden())


def waiting_on(state: SdcState) -> frozenset[int]:
    """Both seats until they have settled their draw, then opener and responder in turn (rules sheet, 3)."""
    public = state.public
    if public.phase == "draw":
        return frozenset(seat for seat in (0, 1) if not public.confirmed[seat])
    if public.phase == "reply" or (public.phase == "bid" and not public.one_left):
        return frozenset({public.opener})
    return frozenset({public.responder}) if public.phase == "answer" else frozenset()


def over(state: SdcState) -> bool:
    return state.public.phase == "over"


def legal(state: SdcState, seat: int) -> Legal[Move]:
    """The draw, the opener's bid, the responder's answer, or the opener's reply to a raise (3, steps 2 and 3)."""
    public = state.public
    if seat not in waiting_on(state):
        return Legal()
    if public.phase == "draw":
        return Legal((Pick(Draw, "cards", state.own[seat].hand, 0, public.options.max_exchange),))
    if public.phase == "bid":
        return Legal((Amount(Bid, "coins", 1, public.limit),))
    stay = Choice((Call(), Drop()))
    if public.phase == "reply" or public.bid == public.limit:
        return Legal((stay,))
    return Legal((stay, Amount(Raise, "to", public.bid + 1, public.limit)))


def apply(state: SdcState, seat: int, move: Move) -> SdcStep:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    public, allowed = state.public, legal(state, seat)
    if not allowed.contains(move):
        raise _refusal(public, seat, move, allowed)
    match move:
        case Draw(cards):
            return _draw(state, seat, cards)
        case Bid(coins):
            return openly(state, replace(public, phase="answer", bid=coins), BidMade(seat, coins))
        case Raise(to):
            return openly(state, replace(public, phase="reply", raised=to), Raised(seat, to))
        case Call():
            return openly(state, replace(public, phase="showdown"), Called(seat, public.raised or public.bid))
        case _:
            return openly(state, replace(public, phase="showdown", dropped=seat), Dropped(seat))


def _draw(state: SdcState, seat: int, cards: Cards) -> SdcStep:
    # In the hand's own order, so that the order of ticking leaves no trace.
    own = state.own[seat]
    marked = tuple(card for card in own.hand if card in cards)
    public = replace(state.public, confirmed=put(state.public.confirmed, seat, True))
    after = replace(state, public=public, own=put(state.own, seat, replace(own, marks=marked)))
    return Step(after, (everybody(Confirmed(seat)), only(seat, Marked(seat, marked))))


def _refusal(public: Public, seat: int, move: Move, allowed: Legal[Move]) -> IllegalMove:
    """The reason, where the rules say more than the legal moves. Tells nothing the seat does not know."""
    if public.phase == "draw" and not isinstance(move, Draw):
        return IllegalMove("draw-first")
    if public.phase == "draw" and public.confirmed[seat]:
        return IllegalMove("already-confirmed")
    if allowed and allowed.of(move.type) is None:
        return _not_now(public, move)
    return refused(allowed, move, over=public.phase == "over")


def _not_now(public: Public, move: Move) -> IllegalMove:
    match move:
        case Raise() if public.phase == "answer":
            return IllegalMove("no-raise-left", {"max": public.limit})
        case Raise() if public.phase == "reply":
            return IllegalMove("no-second-raise")
        case Drop() if public.phase == "bid":
            return IllegalMove("opener-must-bid")
    return IllegalMove("not-now")


def safe_move(state: SdcState, seat: int, chance: Chance) -> Move:
    """Keep all cards; bid 1; answer a bid of 1 with a call (a drop costs the same), anything dearer with a drop (6)."""
    public = state.public
    if public.phase == "draw":
        return Draw()
    if public.phase == "bid":
        return Bid(1)
    return Call() if public.phase == "answer" and public.bid == 1 else Drop()


def standing(state: SdcState) -> Standing:
    """Coins are the scores. Equal coins at the stage limit share the first place (8)."""
    return ranked(state.public.coins, over=over(state))
