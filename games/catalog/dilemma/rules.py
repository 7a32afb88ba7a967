"""The rules of Dilemma Hold'em: decisions and their effects. Section numbers refer to the rules sheet.

House steps are in `house` and `showdown`.
"""

from collections.abc import Mapping
from functools import cache

from games.catalog.dilemma.happenings import BetMade, Called, Checked, Folded, Happening, Raised
from games.catalog.dilemma.house import advance, set_turn
from games.catalog.dilemma.moves import AllIn, Bet, Call, Check, Fold, Move, Raise
from games.catalog.dilemma.state import DilemmaState, DilemmaStep, Hidden
from games.catalog.dilemma.types import UNIT, Exit, Options
from games.catalog.dilemma.view import Own, Public
from games.engine.errors import IllegalMoveError
from games.engine.game import Chance, Standing, State, Value
from games.engine.illegal_moves import get_generic_error
from games.engine.legal_moves import Amount, Choice, Legal
from games.engine.serialization.canonical_json import from_json
from games.engine.serialization.type_checks import require_exact_types
from games.kit.betting import BetRange, Betting, bet_to, fold_seat, get_bet_range, start_hand
from games.kit.seats import rank_by_score
from games.kit.transitions import public_step

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

STACK = 1000
BANK = (300, 700, 500)


def setup(options: Mapping[str, Value], seats: int) -> DilemmaState:
    """Set up a table before its first dealer is drawn (section 2)."""
    stacks = (STACK,) * seats
    public = Public(
        options=from_json(Options, dict(options)), bank=BANK, starts=stacks, exits=(Exit(),) * seats, last=None, hand=0,
        dealer=-1, opened=(), board=(), betting=start_hand(stacks, 0), phase="start", turn=-1,
    )  # fmt: skip
    return State(public, (Own(),) * seats, Hidden())


def waiting_on(state: DilemmaState) -> frozenset[int]:
    """Return the seat whose turn it is. Seats never decide at the same time."""
    turn = state.public.turn
    return frozenset({turn}) if turn >= 0 else frozenset()


def over(state: DilemmaState) -> bool:
    return state.public.phase == "over"


def legal(state: DilemmaState, seat: int) -> Legal[Move]:
    """Return fold; check or call; bet or raise by amount; all-in as a call or if raising is open (section 4)."""
    public, betting = state.public, state.public.betting
    if seat != public.turn:
        return Legal()
    free, highest = _get_bet_range(public, seat), betting.highest
    choice = _choice(betting.bets[seat] < highest, _may_go_all_in(betting, seat, free))
    if free.high < free.low:
        return Legal((choice,))
    return Legal((choice, Amount(Raise if highest else Bet, "to", free.low, free.high, UNIT)))


def apply(state: DilemmaState, seat: int, move: Move) -> DilemmaStep:
    """Apply a move. Raises IllegalMoveError with the reason, InvalidPayloadError for data that is not a move."""
    require_exact_types(move)
    public, betting = state.public, state.public.betting
    to = _target(public, seat, move) if seat == public.turn else None
    if to is None:
        raise _get_move_error(public, seat, move, legal(state, seat))
    fold = isinstance(move, Fold)
    after = fold_seat(betting, seat) if fold else bet_to(betting, seat, to)
    happening = Folded(seat) if fold else _make_happening(betting, seat, to)
    return public_step(state, set_turn(public, after, seat, public.board), happening)


@cache
def _choice(owes: bool, all_in: bool) -> Choice[Move]:
    return Choice((Call() if owes else Check(), *((AllIn(),) if all_in else ()), Fold()))


def _get_bet_range(public: Public, seat: int) -> BetRange:
    return get_bet_range(public.betting, seat, reopens=public.options.reopen_after_short_all_in)


def _may_go_all_in(betting: Betting, seat: int, free: BetRange) -> bool:
    return free.high > 0 or betting.bets[seat] + betting.stacks[seat] <= betting.highest


def _target(public: Public, seat: int, move: Move) -> int | None:
    """Return the seat's bet of this round after the move; None if it is illegal. Doesn't list the legal moves."""
    betting = public.betting
    bet, highest, all_in = betting.bets[seat], betting.highest, betting.bets[seat] + betting.stacks[seat]
    match move:
        case Fold():
            return bet
        case Check():
            return bet if bet == highest else None
        case Call():
            return min(highest, all_in) if bet < highest else None
        case AllIn():
            return all_in if _may_go_all_in(betting, seat, _get_bet_range(public, seat)) else None
        case Bet() | Raise() if isinstance(move, Raise if highest else Bet):
            free = _get_bet_range(public, seat)
            return move.to if free.low <= move.to <= free.high and move.to % UNIT == 0 else None
    return None


def _make_happening(betting: Betting, seat: int, to: int) -> Happening:
    bet, highest = betting.bets[seat], betting.highest
    all_in = to == bet + betting.stacks[seat]
    if to > highest:
        return Raised(seat, to, all_in) if highest else BetMade(seat, to, all_in)
    return Called(seat, to - bet, all_in) if to > bet else Checked(seat)


def _get_move_error(public: Public, seat: int, move: Move, allowed: Legal[Move]) -> IllegalMoveError:
    """Return the reason for refusing a move. Reveals nothing that the seat doesn't know."""
    if not allowed or allowed.of(move.type) is not None:
        return get_generic_error(allowed, move, is_over=public.phase == "over")
    betting, free = public.betting, _get_bet_range(public, seat)
    match move:
        case Check():
            return IllegalMoveError("bet-to-match", {"chips": free.to_call})
        case Call():
            return IllegalMoveError("nothing-to-call")
        case Bet() if betting.highest:
            return IllegalMoveError("already-a-bet")
        case Raise() if not betting.highest:
            return IllegalMoveError("no-bet-yet")
        case Bet() | Raise() | AllIn() if free.high:
            return IllegalMoveError("only-all-in", {"min": free.low})
    other_stacks = (chips for at, chips in enumerate(betting.stacks) if betting.live[at] and at != seat)
    return IllegalMoveError("raising-closed" if any(other_stacks) else "others-all-in")


def safe_move(state: DilemmaState, seat: int, chance: Chance) -> Move:
    """Check if that is free, otherwise fold (section 10)."""
    betting = state.public.betting
    return Check() if betting.bets[seat] == betting.highest else Fold()


def standing(state: DilemmaState) -> Standing:
    """Rank by chips, including those in the pots.

    Players without chips rank by when they lost them, then by the chips they had at the start of that hand.
    """
    public, betting = state.public, state.public.betting
    chips = tuple([stack + paid for stack, paid in zip(betting.stacks, betting.paid, strict=True)])
    lasted = [
        (end.hand, end.stack) if end.hand else (public.hand + 1, stack)
        for end, stack in zip(public.exits, chips, strict=True)
    ]
    return rank_by_score(chips, is_over=over(state), by=lasted)
