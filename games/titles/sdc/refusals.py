"""Why a move was refused. Only called for moves that are not legal; tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.values import Move
from games.titles.sdc.moves import Bid, Draw, Drop, Raise
from games.titles.sdc.parts import Cards, Phase
from games.titles.sdc.state import SdcState

_DECIDERS: dict[Phase, str] = {"bid": "opener", "answer": "responder", "reply": "opener"}


def refusal(state: SdcState, seat: int, move: Move) -> IllegalMove:
    """The reason as a code of the title's refusal template, with its numbers."""
    if state.phase == "over":
        return IllegalMove("match-over")
    if state.phase == "draw":
        return _no_draw(state, seat, move)
    decider = _DECIDERS.get(state.phase)
    if decider is None or seat != (state.opener if decider == "opener" else state.responder):
        return IllegalMove("not-your-turn")
    match move:
        case Bid(coins) if state.phase == "bid":
            return _out_of(coins, "bid", 1, state.limit)
        case Raise(to) if state.phase == "answer" and state.bid < state.limit:
            return _out_of(to, "raise", state.bid + 1, state.limit)
        case Raise() if state.phase == "answer":
            return IllegalMove("no-raise-left", {"max": state.limit})
        case Raise() if state.phase == "reply":
            return IllegalMove("no-second-raise")
        case Drop() if state.phase == "bid":
            return IllegalMove("opener-must-bid")
    return IllegalMove("not-now")


def _no_draw(state: SdcState, seat: int, move: Move) -> IllegalMove:
    if not isinstance(move, Draw):
        return IllegalMove("draw-first")
    if state.marks[seat] is not None:
        return IllegalMove("already-confirmed")
    return _wrong_cards(move.cards, state.hands[seat], state.options.max_exchange)


def _wrong_cards(cards: Cards, hand: Cards, most: int) -> IllegalMove:
    if not set(cards) <= set(hand):
        return IllegalMove("not-your-card")
    if len(set(cards)) < len(cards):
        return IllegalMove("same-card-twice")
    return IllegalMove("too-many-cards", {"max": most})


def _out_of(amount: int, what: str, low: int, high: int) -> IllegalMove:
    if amount > high:
        return IllegalMove(f"{what}-too-high", {"max": high})
    return IllegalMove(f"{what}-too-low", {"min": low})
