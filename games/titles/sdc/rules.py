"""The rules of SdC Poker: who decides what, and what each decision does. The house's own steps are in `house`."""

from collections.abc import Mapping
from dataclasses import replace

from games.engine.chance import Chance
from games.engine.contract import Standing, Step, Told, everybody, only
from games.engine.exact import check_exact
from games.engine.legal import Amount, Choice, Legal, Pick
from games.engine.meta import Value
from games.engine.values import Happening, Move
from games.titles.sdc import house
from games.titles.sdc.happenings import BidMade, Called, Confirmed, Dropped, Marked, Raised
from games.titles.sdc.moves import Bid, Call, Draw, Drop, Raise
from games.titles.sdc.parts import Cards, Options
from games.titles.sdc.refusals import refusal
from games.titles.sdc.score import score
from games.titles.sdc.state import SdcState
from games.titles.sdc.view import Private, Public, SdcView

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "view", "waiting_on"]

advance = house.advance


def setup(options: Mapping[str, Value], seats: int) -> SdcState:
    """Two seats with their coins, before the first opener is drawn."""
    if seats != 2:
        raise ValueError("SdC Poker is for two")
    fixed = Options(
        start_coins=int(options["start_coins"]),
        max_bid=int(options["max_bid"]),
        max_exchange=int(options["max_exchange"]),
        first_opener=str(options["first_opener"]),
        stage_limit=int(options["stage_limit"]),
    )
    return SdcState(options=fixed, coins=(fixed.start_coins, fixed.start_coins))


def waiting_on(state: SdcState) -> frozenset[int]:
    """Both seats until they have settled their draw, then opener and responder in turn (rules sheet, 3)."""
    if state.phase == "draw":
        return frozenset(seat for seat in (0, 1) if state.marks[seat] is None)
    if state.phase in ("bid", "reply"):
        return frozenset({state.opener})
    return frozenset({state.responder}) if state.phase == "answer" else frozenset()


def over(state: SdcState) -> bool:
    return state.phase == "over"


def legal(state: SdcState, seat: int) -> Legal:
    """The draw, the opener's bid, the responder's answer, or the opener's reply to a raise (3, steps 2 and 3)."""
    if seat not in waiting_on(state):
        return Legal()
    if state.phase == "draw":
        return Legal((Pick(Draw, "cards", state.hands[seat], 0, state.options.max_exchange),))
    if state.phase == "bid":
        return Legal((Amount(Bid, "coins", 1, state.limit),))
    stay = Choice((Call(), Drop()))
    if state.phase == "reply" or state.bid == state.limit:
        return Legal((stay,))
    return Legal((stay, Amount(Raise, "to", state.bid + 1, state.limit)))


def apply(state: SdcState, seat: int, move: Move) -> Step:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    if not legal(state, seat).contains(move):
        raise refusal(state, seat, move)
    match move:
        case Draw(cards):
            return _draw(state, seat, cards)
        case Bid(coins):
            return _told(replace(state, phase="answer", bid=coins), BidMade(seat, coins))
        case Raise(to):
            return _told(replace(state, phase="reply", raised=to), Raised(seat, to))
        case Call():
            return _told(replace(state, phase="showdown"), Called(seat, state.raised or state.bid))
        case _:
            return _told(replace(state, phase="showdown", dropped=seat), Dropped(seat))


def _draw(state: SdcState, seat: int, cards: Cards) -> Step:
    # In the hand's own order, so that the order of ticking leaves no trace.
    marked = tuple(card for card in state.hands[seat] if card in cards)
    marks = (marked, state.marks[1]) if seat == 0 else (state.marks[0], marked)
    told: tuple[Told, ...] = (everybody(Confirmed(seat)), only(seat, Marked(seat, marked)))
    return Step(replace(state, marks=marks), told)


def _told(state: SdcState, happening: Happening) -> Step:
    return Step(state, (everybody(happening),))


def safe_move(state: SdcState, seat: int, chance: Chance) -> Move:
    """Keep all cards; bid 1; answer a bid of 1 with a call (a drop costs the same), anything dearer with a drop (6)."""
    if state.phase == "draw":
        return Draw()
    if state.phase == "bid":
        return Bid(1)
    return Call() if state.phase == "answer" and state.bid == 1 else Drop()


def view(state: SdcState, seat: int | None) -> SdcView:
    """Own cards; of the other's only what was shown. A confirmed draw is a mere fact until both are settled (6)."""
    public = Public(
        options=state.options,
        coins=state.coins,
        phase=state.phase,
        stage=state.stage,
        opener=state.opener,
        confirmed=(state.marks[0] is not None, state.marks[1] is not None),
        exchanged=state.exchanged,
        bid=state.bid,
        raised=state.raised,
        dropped=state.dropped,
        shown=state.hands if state.phase == "pay" else (),
        last=state.last,
        tallies=state.tallies,
        scores=tuple(map(score, state.tallies)) if over(state) else (),
    )
    if seat is None:
        return SdcView(None, public, None)
    return SdcView(seat, public, Private(state.hands[seat], state.marks[seat], state.discards[seat]))


def standing(state: SdcState) -> Standing:
    """Coins are the scores. Equal coins at the stage limit share the first place (8)."""
    places = tuple(1 + sum(other > own for other in state.coins) for own in state.coins)
    winners = tuple(seat for seat in (0, 1) if places[seat] == 1) if over(state) else ()
    return Standing(places, state.coins, winners)
