"""The rules of SdC Poker: who decides what, and what each decision does. The house's own steps are in `house`."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.chance import Chance
from games.engine.codec import from_json
from games.engine.contract import Standing, Step, everybody, only
from games.engine.exact import check_exact
from games.engine.legal import Amount, Choice, Legal, Pick
from games.engine.meta import Value
from games.engine.state import State
from games.kit.seats import put, ranked
from games.titles.sdc import house
from games.titles.sdc.happenings import BidMade, Called, Confirmed, Dropped, Happening, Marked, Raised
from games.titles.sdc.moves import Bid, Call, Draw, Drop, Move, Raise
from games.titles.sdc.parts import Cards, Options
from games.titles.sdc.refusals import refusal
from games.titles.sdc.state import Hidden, SdcState
from games.titles.sdc.view import Own, Public

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

advance = house.advance


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
    if public.phase in ("bid", "reply"):
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


def apply(state: SdcState, seat: int, move: Move) -> Step[SdcState, Happening]:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    public, allowed = state.public, legal(state, seat)
    if not allowed.contains(move):
        raise refusal(public, seat, move, allowed)
    match move:
        case Draw(cards):
            return _draw(state, seat, cards)
        case Bid(coins):
            return _told(state, replace(public, phase="answer", bid=coins), BidMade(seat, coins))
        case Raise(to):
            return _told(state, replace(public, phase="reply", raised=to), Raised(seat, to))
        case Call():
            return _told(state, replace(public, phase="showdown"), Called(seat, public.raised or public.bid))
        case _:
            return _told(state, replace(public, phase="showdown", dropped=seat), Dropped(seat))


def _draw(state: SdcState, seat: int, cards: Cards) -> Step[SdcState, Happening]:
    # In the hand's own order, so that the order of ticking leaves no trace.
    own = state.own[seat]
    marked = tuple(card for card in own.hand if card in cards)
    public = replace(state.public, confirmed=put(state.public.confirmed, seat, True))
    after = replace(state, public=public, own=put(state.own, seat, replace(own, marks=marked)))
    return Step(after, (everybody(Confirmed(seat)), only(seat, Marked(seat, marked))))


def _told(state: SdcState, public: Public, happening: Happening) -> Step[SdcState, Happening]:
    return Step(replace(state, public=public), (everybody(happening),))


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
