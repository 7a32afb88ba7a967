"""The rules of SdC Poker: decisions and their effects. House steps are in `house`."""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.sdc.happenings import BidMade, Called, Confirmed, Dropped, Marked, Raised
from games.catalog.sdc.house import advance
from games.catalog.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.catalog.sdc.state import Hidden, SdcState, SdcStep
from games.catalog.sdc.types import Cards, Options
from games.catalog.sdc.view import Own, Public
from games.engine.errors import IllegalMoveError
from games.engine.game import Chance, Standing, State, Step, Value, to_everyone, to_seats
from games.engine.illegal_moves import get_generic_error
from games.engine.legal_moves import Amount, Choice, Legal, Pick
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import require_exact_types
from games.kit.seats import rank_by_score, replace_at
from games.kit.transitions import public_step

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]


def setup(options: Mapping[str, Value], seats: int) -> SdcState:
    """Set up two seats with their coins, before the first opener is drawn."""
    if seats != 2:
        raise ValueError("SdC Poker is for two")
    fixed = from_json(Options, dict(options))
    return State(Public(fixed, (fixed.start_coins, fixed.start_coins)), (Own(), Own()), Hidden())


def waiting_on(state: SdcState) -> frozenset[int]:
    """Return both seats until they have settled their draw, then opener and responder in turn (rules sheet, 3)."""
    public = state.public
    if public.phase == "draw":
        return frozenset(seat for seat in (0, 1) if not public.confirmed[seat])
    if public.phase == "reply" or (public.phase == "bid" and not public.one_left):
        return frozenset({public.opener})
    return frozenset({public.responder}) if public.phase == "answer" else frozenset()


def over(state: SdcState) -> bool:
    return state.public.phase == "over"


def legal(state: SdcState, seat: int) -> Legal[Move]:
    """Return the draw, the bid, the answer, or the opener's reply to a raise (3, steps 2 and 3)."""
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
    """Apply a move. Raises IllegalMoveError with the reason, InvalidPayloadError for data that is not a move."""
    require_exact_types(move)
    public, allowed = state.public, legal(state, seat)
    if not allowed.contains(move):
        raise _get_move_error(public, seat, move, allowed)
    match move:
        case Draw(cards):
            return _draw(state, seat, cards)
        case Bid(coins):
            return public_step(state, replace(public, phase="answer", bid=coins), BidMade(seat, coins))
        case Raise(to):
            return public_step(state, replace(public, phase="reply", raised=to), Raised(seat, to))
        case Call():
            return public_step(state, replace(public, phase="showdown"), Called(seat, public.raised or public.bid))
        case _:
            return public_step(state, replace(public, phase="showdown", dropped=seat), Dropped(seat))


def _draw(state: SdcState, seat: int, cards: Cards) -> SdcStep:
    # In the hand's order, so that the order of ticking leaves no trace.
    own_part = state.own[seat]
    marks = tuple(card for card in own_part.hand if card in cards)
    public = replace(state.public, confirmed=replace_at(state.public.confirmed, seat, True))
    after = replace(state, public=public, own=replace_at(state.own, seat, replace(own_part, marks=marks)))
    return Step(after, (to_everyone(Confirmed(seat)), to_seats(seat, Marked(seat, marks))))


def _get_move_error(public: Public, seat: int, move: Move, allowed: Legal[Move]) -> IllegalMoveError:
    """Return the reason for refusing a move. Reveals nothing that the seat doesn't know."""
    if public.phase == "draw" and not isinstance(move, Draw):
        return IllegalMoveError("draw-first")
    if public.phase == "draw" and public.confirmed[seat]:
        return IllegalMoveError("already-confirmed")
    if allowed and allowed.of(move.type) is None:
        return _get_timing_error(public, move)
    return get_generic_error(allowed, move, is_over=public.phase == "over")


def _get_timing_error(public: Public, move: Move) -> IllegalMoveError:
    match move:
        case Raise() if public.phase == "answer":
            return IllegalMoveError("no-raise-left", {"max": public.limit})
        case Raise() if public.phase == "reply":
            return IllegalMoveError("no-second-raise")
        case Drop() if public.phase == "bid":
            return IllegalMoveError("opener-must-bid")
    return IllegalMoveError("not-now")


def safe_move(state: SdcState, seat: int, chance: Chance) -> Move:
    """Keep all cards; bid 1; call a bid of 1 (a drop costs the same), and drop at higher bids (6)."""
    public = state.public
    if public.phase == "draw":
        return Draw()
    if public.phase == "bid":
        return Bid(1)
    return Call() if public.phase == "answer" and public.bid == 1 else Drop()


def standing(state: SdcState) -> Standing:
    """Rank by coins. Equal coins at the stage limit share the first place (8)."""
    return rank_by_score(state.public.coins, is_over=over(state))
