"""The rules of Lombard Hold'em: what a seat may decide and what it costs. Section numbers are the original sheet's.

The house's steps are in `house`.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.lombard.happenings import Called, Doubled, Folded, Happening
from games.catalog.lombard.house import advance
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.state import Hidden, LombardState, LombardStep
from games.catalog.lombard.types import BONUS, COST, UNDECIDED, Action, Options, Phase
from games.catalog.lombard.view import Own, Public
from games.engine.errors import IllegalMove
from games.engine.game import Chance, Standing, State, Value
from games.engine.illegal_moves import refused
from games.engine.legal_moves import Choice, Legal
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import check_exact
from games.kit.seats import put, ranked
from games.kit.transitions import openly

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

_PLAYS = (Call(0), Call(1), Double())


def setup(options: Mapping[str, Value], seats: int) -> LombardState:
    """A table before its first dealer is drawn; everybody has the starting coins (section 2)."""
    chosen = from_json(Options, dict(options))
    public = Public(
        options=chosen, balances=(chosen.start_coins,) * seats, actions=(UNDECIDED,) * seats, opened=(-1,) * seats,
        holes=((),) * seats,
    )  # fmt: skip
    return State(public, (Own(),) * seats, Hidden())


def waiting_on(state: LombardState) -> frozenset[int]:
    """The one seat whose turn it is; nobody decides at the same time as another."""
    turn = state.public.turn
    return frozenset() if turn is None else frozenset({turn})


def over(state: LombardState) -> bool:
    return state.public.phase == "over"


def legal(state: LombardState, seat: int) -> Legal[Move]:
    """CALL with either card, DOUBLE or FOLD (section 3); borrowing makes everything affordable (section 4)."""
    if seat != state.public.turn:
        return Legal()
    return Legal((Choice(_PLAYS if _stands_alone(state.public) else (*_PLAYS, Fold())),))


def apply(state: LombardState, seat: int, move: Move) -> LombardStep:
    """A seat's one decision of the round. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    allowed = legal(state, seat)
    if not allowed.contains(move):
        alone = isinstance(move, Fold) and bool(allowed)
        raise IllegalMove("last-player-cannot-fold") if alone else refused(allowed, move, over=over(state))
    public = state.public
    match move:
        case Call(at):
            card = state.own[seat].cards[at]
            hole = (card, None) if at == 0 else (None, card)
            public = replace(public, opened=put(public.opened, seat, at), holes=put(public.holes, seat, hole))
            return _acted(state, public, seat, "call", Called(seat, card))
        case Double():
            return _acted(state, public, seat, "double", Doubled(seat))
        case _:
            return _acted(state, public, seat, "fold", Folded(seat))


def safe_move(state: LombardState, seat: int, chance: Chance) -> Move:
    """A timeout folds, which is free. Who may not fold calls: alone, the coin comes straight back to him."""
    return Call(0) if _stands_alone(state.public) else Fold()


def standing(state: LombardState) -> Standing:
    """Places by balance; ties share a place, but only one seat can have reached the target."""
    return ranked(state.public.balances, over=over(state))


def _stands_alone(public: Public) -> bool:
    return len(public.contenders) == 1


def _acted(state: LombardState, public: Public, seat: int, action: Action, told: Happening) -> LombardStep:
    """After a seat's turn: coins paid, and the round's next phase."""
    cost = COST[action]
    paid = cost if public.options.track_debt else min(cost, public.balances[seat])
    after = replace(
        public,
        balances=put(public.balances, seat, public.balances[seat] - paid),
        pot=public.pot + cost + BONUS[action],
        supplied=public.supplied + BONUS[action] + cost - paid,
        actions=put(public.actions, seat, action),
    )
    return openly(state, replace(after, phase=_phase_after_turn(after)), told)


def _phase_after_turn(public: Public) -> Phase:
    """A lone player wins at once, without showing (section 3, "all others folded")."""
    pending = UNDECIDED in public.actions
    if _stands_alone(public) and not (pending and public.options.last_player_acts):
        return "payment"
    return "turns" if pending else "runout"
