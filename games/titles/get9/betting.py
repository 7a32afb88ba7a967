"""A round's betting (rules sheet, 3.3): who is asked, what is open to him, what it does."""

from dataclasses import replace
from typing import TypeVar

from games.engine.legal import Amount, Choice, Legal
from games.engine.values import Happening, Move
from games.titles.get9.happenings import Called, Checked, Folded, Opened, Raised, WentAllIn
from games.titles.get9.moves import AllIn, Call, Check, Fold, Open, Raise
from games.titles.get9.parts import ROUNDS, Silence, Status
from games.titles.get9.state import State

T = TypeVar("T")


def begun(state: State) -> State:
    """The betting of the round just scored. `turn` stays None where it is skipped."""
    state = replace(state, phase="bet", cap=_cap(state), acted=(False,) * state.seats, turn=None)
    return state if silence(state) else replace(state, turn=_next_turn(state, state.button))


def silence(state: State) -> Silence | None:
    """Why the round has no betting, if so: by option (8), at the limit, or with one player at most who could bet."""
    if state.round == ROUNDS and not state.options.final_round_betting:
        return "option"
    if state.cap == 0:
        return "limit"
    return "alone" if len(state.active) < 2 else None


def opening(state: State) -> bool:
    """Whether the forced first bet of the match is due: nobody else may act before it."""
    return state.round == 1 and not state.table_bet


def highest(state: State, seat: int) -> int:
    """The highest amount that a seat's bet of this round may come to."""
    own = state.bets[seat] + state.chips[seat]
    return own if state.cap is None else min(state.cap, own)


def may_raise(state: State, seat: int) -> bool:
    """Only while somebody else is left who could answer; who rests is not asked again."""
    return highest(state, seat) > state.table_bet and any(other != seat for other in state.active)


def legal_bets(state: State, seat: int) -> Legal:
    """What is open to the seat whose turn it is: a line of the sheet's table each."""
    most = highest(state, seat)
    if opening(state):
        return Legal((Amount(Open, "chips", 1, most),))
    answers = Choice((*_answers(state, seat), Fold()))
    if not may_raise(state, seat):
        return Legal((answers,))
    return Legal((answers, Amount(Raise, "to", state.table_bet + 1, most)))


def _answers(state: State, seat: int) -> tuple[Move, ...]:
    """All-in only who can't call; a rest, and by option a call of nothing (8), only who owes nothing."""
    owed = state.owes(seat)
    if owed > state.chips[seat]:
        return (AllIn(),)
    if owed:
        return (Call(),)
    return (Call(), Check()) if state.options.free_call else (Check(),)


def bet(state: State, seat: int, move: Move) -> tuple[State, Happening]:
    """A legal decision of the seat whose turn it is, and what everybody sees of it."""
    after, told = _done(state, seat, move)
    after = replace(after, acted=changed(after.acted, seat, True))
    return replace(after, turn=_next_turn(after, seat + 1)), told


def _done(state: State, seat: int, move: Move) -> tuple[State, Happening]:
    match move:
        case Open(chips):
            return _put_in(state, seat, chips), Opened(seat, chips)
        case Raise(to):
            return _put_in(state, seat, to - state.bets[seat]), Raised(seat, to)
        case Call():
            owed = state.owes(seat)
            return _put_in(state, seat, owed), Called(seat, owed)
        case AllIn():
            chips = state.chips[seat]
            return _put_in(state, seat, chips), WentAllIn(seat, chips)
        case Check():
            rests = state.options.check_locks_out
            return _with_status(state, seat, "resting" if rests else "active"), Checked(seat, rests)
        case _:
            return _with_status(state, seat, "folded"), Folded(seat)


def _put_in(state: State, seat: int, chips: int) -> State:
    """Chips into the own pot. Who has none left is all-in."""
    left = state.chips[seat] - chips
    state = replace(
        state,
        chips=changed(state.chips, seat, left),
        pots=changed(state.pots, seat, state.pots[seat] + chips),
        bets=changed(state.bets, seat, state.bets[seat] + chips),
    )
    return state if left else _with_status(state, seat, "all-in")


def _with_status(state: State, seat: int, status: Status) -> State:
    return replace(state, statuses=changed(state.statuses, seat, status))


def _next_turn(state: State, first: int) -> int | None:
    """The next active seat from `first` on that has not acted, or owes; None when the betting is over.

    The last player who has not folded does not bet any more.
    """
    if len(state.contenders) < 2:
        return None
    asked = (seat for seat in state.clockwise(first) if seat in state.active)
    return next((seat for seat in asked if state.owes(seat) or not state.acted[seat]), None)


def _cap(state: State) -> int | None:
    """The highest bet of a round (roundCap): what the limit leaves over the highest stake of those still in the match.

    With a limit per round all of it; None without a limit.
    """
    limit = state.options.bet_limit
    if not limit:
        return None
    if state.options.per_round:
        return limit
    return limit - max(state.pots[seat] for seat in state.contenders)


def changed(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """The row with one place changed."""
    return (*row[:at], value, *row[at + 1 :])
