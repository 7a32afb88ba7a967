"""Why a move was refused. Only called for moves that are not legal; tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.values import Move
from games.titles.get9 import betting
from games.titles.get9.cards import DECK
from games.titles.get9.moves import AllIn, Call, Check, Choose, Open, Raise, Split
from games.titles.get9.parts import Piles
from games.titles.get9.state import State


def refusal(state: State, seat: int, move: Move) -> IllegalMove:
    """The reason as a code of the title's refusal template, with its numbers."""
    if state.phase == "over":
        return IllegalMove("game-over")
    if state.statuses[seat] in ("folded", "out"):
        return IllegalMove("not-in-match")
    if state.phase == "choose":
        return _no_choice(state, seat, move)
    if seat != state.turn:
        return IllegalMove("not-your-turn")
    return _no_bet(state, seat, move)


def _no_choice(state: State, seat: int, move: Move) -> IllegalMove:
    is_split = bool(state.splits[seat])
    match move:
        case Split(piles) if not is_split:
            return _bad_split(piles)
        case Split():
            return IllegalMove("already-split")
        case Choose() if not is_split:
            return IllegalMove("split-first")
        case Choose() if seat in state.choosing:
            return IllegalMove("not-in-pile", {"round": state.round})
        case Choose():
            return IllegalMove("already-chosen")
    return IllegalMove("cards-first")


def _bad_split(piles: Piles) -> IllegalMove:
    laid = [card for pile in piles for card in pile]
    for card in DECK:
        if laid.count(card) > 1:
            return IllegalMove("card-twice", {"card": card})
    if not set(laid) <= set(DECK):
        return IllegalMove("not-your-card")
    return IllegalMove("three-piles-of-three")


def _no_bet(state: State, seat: int, move: Move) -> IllegalMove:
    owed, chips = state.owes(seat), state.chips[seat]
    if betting.opening(state) and not isinstance(move, Open):
        return IllegalMove("open-first")
    match move:
        case Open(amount) if betting.opening(state):
            return _out_of(amount, 1, betting.highest(state, seat))
        case Open():
            return IllegalMove("already-open")
        case Raise(to):
            return _no_raise(state, seat, to)
        case Call() if owed:
            return IllegalMove("cannot-call", {"owed": owed, "chips": chips})
        case Call():
            return IllegalMove("nothing-to-call")
        case Check():
            return IllegalMove("check-owes", {"owed": owed})
        case AllIn() if owed or state.options.free_call:
            return IllegalMove("can-call", {"owed": owed})
        case AllIn():
            return IllegalMove("nothing-to-call")
    return IllegalMove("bets-now")


def _no_raise(state: State, seat: int, to: int) -> IllegalMove:
    most = betting.highest(state, seat)
    if most <= state.table_bet:
        return IllegalMove("no-raise-left", {"max": most})
    if not betting.may_raise(state, seat):
        return IllegalMove("nobody-to-raise")
    return _out_of(to, state.table_bet + 1, most)


def _out_of(amount: int, low: int, high: int) -> IllegalMove:
    if amount > high:
        return IllegalMove("too-much", {"max": high})
    return IllegalMove("too-little", {"min": low})
