"""Why a move was refused. Only called for moves that are not legal; tells nothing the seat does not know."""

from games.engine.errors import IllegalMove
from games.engine.values import Move
from games.kit.betting import room
from games.titles.dilemma.moves import AllIn, Bet, Call, Check, Raise
from games.titles.dilemma.parts import UNIT
from games.titles.dilemma.state import State


def refusal(state: State, seat: int, move: Move) -> IllegalMove:
    """The reason as a code of the title's refusal template, with its numbers."""
    if state.phase == "over":
        return IllegalMove("match-over")
    if seat != state.turn:
        return IllegalMove("not-your-turn")
    betting = state.betting
    match move:
        case Check():
            return IllegalMove("bet-to-match", {"chips": room(betting, seat).owed})
        case Call():
            return IllegalMove("nothing-to-call")
        case Bet() if betting.highest:
            return IllegalMove("already-a-bet")
        case Raise() if not betting.highest:
            return IllegalMove("no-bet-yet")
        case Bet(to) | Raise(to):
            return _amount(state, seat, to)
        case AllIn():
            return _closed(state, seat)
    return IllegalMove("not-now")


def _amount(state: State, seat: int, to: int) -> IllegalMove:
    """A bet or raise is refused for being closed, too low, too high or broken, in this order."""
    free = room(state.betting, seat, reopens=state.options.reopens)
    if free.high == 0:
        return _closed(state, seat)
    if free.high < free.low:
        return IllegalMove("only-all-in", {"min": free.low})
    if to < free.low:
        return IllegalMove("too-little", {"min": free.low})
    if to > free.high:
        return IllegalMove("too-much", {"max": free.high})
    return IllegalMove("not-a-multiple", {"unit": UNIT})


def _closed(state: State, seat: int) -> IllegalMove:
    betting = state.betting
    others = (chips for at, chips in enumerate(betting.stacks) if betting.live[at] and at != seat)
    return IllegalMove("raising-closed" if any(others) else "others-all-in")
