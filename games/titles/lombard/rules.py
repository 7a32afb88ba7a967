"""The rules of Lombard Hold'em: what a seat may decide and what it costs. Section numbers are the original sheet's.

The house's steps are in `house`, what a seat sees in `sight`.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from games.engine.chance import Chance
from games.engine.contract import Standing, Step, everybody
from games.engine.errors import IllegalMove
from games.engine.exact import check_exact
from games.engine.legal import Choice, Legal
from games.engine.meta import Value
from games.engine.values import Happening, Move
from games.titles.lombard.house import advance
from games.titles.lombard.meta import META
from games.titles.lombard.moves import (
    BONUS,
    COST,
    UNDECIDED,
    Action,
    Call,
    Called,
    Double,
    Doubled,
    Fold,
    Folded,
    Options,
)
from games.titles.lombard.sight import view
from games.titles.lombard.state import State

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "view", "waiting_on"]

T = TypeVar("T")
_PLAYS = (Call(0), Call(1), Double())


def setup(options: Mapping[str, Value], seats: int) -> State:
    """A table before its first dealer is drawn; everybody has the starting coins (section 2).

    >>> setup(META.options_checked({}), 3).balances
    (8, 8, 8)
    """
    chosen = Options(
        start=int(options["startCoins"]),
        target=int(options["targetCoins"]),
        last_player_acts=bool(options["lastPlayerActs"]),
        track_debt=bool(options["trackDebt"]),
    )
    return State(
        rules=META.rules, options=chosen, phase="start", round=0, dealer=-1, balances=(chosen.start,) * seats,
        pot=0, supplied=0, deck=(), holes=((),) * seats, board=(), actions=(UNDECIDED,) * seats,
        opened=(-1,) * seats, shown=False, last=None,
    )  # fmt: skip


def waiting_on(state: State) -> frozenset[int]:
    """The one seat whose turn it is; nobody decides at the same time as another."""
    return frozenset() if state.turn is None else frozenset({state.turn})


def over(state: State) -> bool:
    return state.phase == "over"


def legal(state: State, seat: int) -> Legal:
    """CALL with either card, DOUBLE or FOLD (section 3); borrowing makes everything affordable (section 4)."""
    if seat != state.turn:
        return Legal()
    return Legal((Choice(_PLAYS if _stands_alone(state) else (*_PLAYS, Fold())),))


def apply(state: State, seat: int, move: Move) -> Step:
    """A seat's one decision of the round.

    Raises IllegalMove: match-over, not-your-turn, no-such-card, last-player-cannot-fold; BadPayload for what is none.
    """
    check_exact(move)
    _check(state, seat, move)
    if isinstance(move, Call):
        told: Happening = Called(seat, state.holes[seat][move.card])
        return Step(_acted(state, seat, "call", opened=move.card), (everybody(told),))
    if isinstance(move, Double):
        return Step(_acted(state, seat, "double"), (everybody(Doubled(seat)),))
    return Step(_acted(state, seat, "fold"), (everybody(Folded(seat)),))


def safe_move(state: State, seat: int, chance: Chance) -> Move:
    """A timeout folds, which is free. Who may not fold calls: alone, the coin comes straight back to him."""
    return Call(0) if _stands_alone(state) else Fold()


def standing(state: State) -> Standing:
    """Places by balance; ties share a place."""
    places = tuple(1 + sum(other > mine for other in state.balances) for mine in state.balances)
    winners = (state.last.winner,) if over(state) and state.last else ()
    return Standing(places, state.balances, winners)


def _check(state: State, seat: int, move: Move) -> None:
    if legal(state, seat).contains(move):
        return
    if over(state):
        raise IllegalMove("match-over")
    if seat != state.turn:
        raise IllegalMove("not-your-turn")
    raise IllegalMove("last-player-cannot-fold" if isinstance(move, Fold) else "no-such-card")


def _stands_alone(state: State) -> bool:
    return len(state.contenders) == 1


def _acted(state: State, seat: int, action: Action, *, opened: int = -1) -> State:
    """The state after a seat's turn: coins paid, and the round's next phase."""
    cost = COST[action]
    paid = cost if state.options.track_debt else min(cost, state.balances[seat])
    after = replace(
        state,
        balances=_set(state.balances, seat, state.balances[seat] - paid),
        pot=state.pot + cost + BONUS[action],
        supplied=state.supplied + BONUS[action] + cost - paid,
        actions=_set(state.actions, seat, action),
        opened=_set(state.opened, seat, opened),
    )
    return _phase_after_turn(after)


def _phase_after_turn(state: State) -> State:
    """A lone player wins at once, without showing (section 3, "all others folded")."""
    pending = any(not action for action in state.actions)
    if _stands_alone(state) and not (pending and state.options.last_player_acts):
        return replace(state, phase="payment")
    return state if pending else replace(state, phase="runout")


def _set(row: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*row[:at], value, *row[at + 1 :])
