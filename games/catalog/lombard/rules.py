"""The rules of Lombard Hold'em: decisions and their cost. Section numbers refer to the original sheet.

House steps are in `house`.
"""

from collections.abc import Mapping
from dataclasses import replace

from games.catalog.lombard.happenings import Called, Doubled, Folded, Happening
from games.catalog.lombard.house import advance
from games.catalog.lombard.moves import Call, Double, Fold, Move
from games.catalog.lombard.state import Hidden, LombardState, LombardStep
from games.catalog.lombard.types import BONUS, COST, UNDECIDED, Action, Options, Phase
from games.catalog.lombard.view import Own, Public
from games.engine.errors import IllegalMoveError
from games.engine.game import Chance, Standing, State, Value
from games.engine.illegal_moves import get_generic_error
from games.engine.legal_moves import Choice, Legal
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import require_exact_types
from games.kit.seats import rank_by_score, replace_at
from games.kit.transitions import public_step

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

_PLAYS = (Call(0), Call(1), Double())


def setup(options: Mapping[str, Value], seats: int) -> LombardState:
    """Set up a table before its first dealer is drawn; everyone has the starting coins (section 2)."""
    table_options = from_json(Options, dict(options))
    public = Public(
        options=table_options, balances=(table_options.start_coins,) * seats, actions=(UNDECIDED,) * seats,
        opened=(-1,) * seats, holes=((),) * seats,
    )  # fmt: skip
    return State(public, (Own(),) * seats, Hidden())


def waiting_on(state: LombardState) -> frozenset[int]:
    """Return the seat whose turn it is. Seats never decide at the same time."""
    turn = state.public.turn
    return frozenset() if turn is None else frozenset({turn})


def over(state: LombardState) -> bool:
    return state.public.phase == "over"


def legal(state: LombardState, seat: int) -> Legal[Move]:
    """Return CALL with either card, DOUBLE and FOLD (section 3); borrowing makes everything affordable (section 4)."""
    if seat != state.public.turn:
        return Legal()
    return Legal((Choice(_PLAYS if _is_alone(state.public) else (*_PLAYS, Fold())),))


def apply(state: LombardState, seat: int, move: Move) -> LombardStep:
    """Apply a seat's one decision of the round.

    Raises IllegalMoveError with the reason, InvalidPayloadError for data that is not a move.
    """
    require_exact_types(move)
    allowed = legal(state, seat)
    if not allowed.contains(move):
        alone = isinstance(move, Fold) and bool(allowed)
        raise (
            IllegalMoveError("last-player-cannot-fold")
            if alone
            else get_generic_error(allowed, move, is_over=over(state))
        )
    public = state.public
    match move:
        case Call(at):
            card = state.own[seat].cards[at]
            hole = (card, None) if at == 0 else (None, card)
            public = replace(
                public, opened=replace_at(public.opened, seat, at), holes=replace_at(public.holes, seat, hole)
            )
            return _end_turn(state, public, seat, "call", Called(seat, card))
        case Double():
            return _end_turn(state, public, seat, "double", Doubled(seat))
        case _:
            return _end_turn(state, public, seat, "fold", Folded(seat))


def safe_move(state: LombardState, seat: int, chance: Chance) -> Move:
    """Fold, which is free. A last player, who can't fold, calls: the coin comes straight back."""
    return Call(0) if _is_alone(state.public) else Fold()


def standing(state: LombardState) -> Standing:
    """Rank by balance. Ties share a place, but only one seat can have reached the target."""
    return rank_by_score(state.public.balances, is_over=over(state))


def _is_alone(public: Public) -> bool:
    return len(public.contenders) == 1


def _end_turn(state: LombardState, public: Public, seat: int, action: Action, happening: Happening) -> LombardStep:
    """Finish a seat's turn: pay the coins, and set the round's next phase."""
    cost = COST[action]
    paid = cost if public.options.track_debt else min(cost, public.balances[seat])
    after = replace(
        public,
        balances=replace_at(public.balances, seat, public.balances[seat] - paid),
        pot=public.pot + cost + BONUS[action],
        supplied=public.supplied + BONUS[action] + cost - paid,
        actions=replace_at(public.actions, seat, action),
    )
    return public_step(state, replace(after, phase=_phase_after_turn(after)), happening)


def _phase_after_turn(public: Public) -> Phase:
    """Return the next phase. A lone player wins at once, without showing (section 3, "all others folded")."""
    pending = UNDECIDED in public.actions
    if _is_alone(public) and not (pending and public.options.last_player_acts):
        return "payment"
    return "turns" if pending else "runout"
