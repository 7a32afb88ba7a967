"""The rules of Dilemma Hold'em: what a seat may decide and what it does. Section numbers are the rules sheet's.

The house's steps are in `house` and `settle`.
"""

from collections.abc import Mapping

from games.engine.chance import Chance
from games.engine.codec import from_json
from games.engine.contract import Standing, Step, everybody
from games.engine.exact import check_exact
from games.engine.legal import Amount, Choice, Legal
from games.engine.meta import Value
from games.engine.state import State
from games.kit.betting import Betting, acted, begun, folded, room
from games.kit.seats import ranked
from games.titles.dilemma import house
from games.titles.dilemma.happenings import BetMade, Called, Checked, Folded, Happening, Raised
from games.titles.dilemma.moves import AllIn, Bet, Call, Check, Fold, Move, Raise
from games.titles.dilemma.parts import UNIT, Exit, Options
from games.titles.dilemma.refusals import refusal
from games.titles.dilemma.state import DilemmaState, Hidden
from games.titles.dilemma.view import Own, Public

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "waiting_on"]

STACK = 1000
BANK = (300, 700, 500)

advance = house.advance


def setup(options: Mapping[str, Value], seats: int) -> DilemmaState:
    """A table before its first dealer is drawn (section 2)."""
    stacks = (STACK,) * seats
    public = Public(from_json(Options, dict(options)), begun(stacks, 0), BANK, stacks, (Exit(),) * seats)
    return State(public, (Own(),) * seats, Hidden())


def waiting_on(state: DilemmaState) -> frozenset[int]:
    """The one seat whose turn it is; nobody decides at the same time as another."""
    turn = state.public.turn
    return frozenset({turn}) if turn >= 0 else frozenset()


def over(state: DilemmaState) -> bool:
    return state.public.phase == "over"


def legal(state: DilemmaState, seat: int) -> Legal[Move]:
    """Fold always; check or call; bet or raise by amount; all-in where it is a call or raising is open (section 4)."""
    public, betting = state.public, state.public.betting
    if seat != public.turn:
        return Legal()
    free = room(betting, seat, reopens=public.options.reopen_after_short_all_in)
    bet, highest = betting.bets[seat], betting.highest
    all_in = (AllIn(),) if free.high or bet + betting.stacks[seat] <= highest else ()
    choice = Choice((Check() if bet == highest else Call(), *all_in, Fold()))
    if free.high < free.low:
        return Legal((choice,))
    return Legal((choice, Amount(Raise if highest else Bet, "to", free.low, free.high, UNIT)))


def apply(state: DilemmaState, seat: int, move: Move) -> Step[DilemmaState, Happening]:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    public, allowed = state.public, legal(state, seat)
    if not allowed.contains(move):
        raise refusal(public, seat, move, allowed)
    if isinstance(move, Fold):
        return _step(state, folded(public.betting, seat), Folded(seat))
    to = _target(public.betting, seat, move)
    return _step(state, acted(public.betting, seat, to), _told(public.betting, seat, to))


def _step(state: DilemmaState, betting: Betting, told: Happening) -> Step[DilemmaState, Happening]:
    public = house.asked(state.public, betting, state.public.turn)
    return Step(State(public, state.own, state.hidden), (everybody(told),))


def _target(betting: Betting, seat: int, move: Move) -> int:
    """The seat's bet of this round after any move but a fold."""
    all_in = betting.bets[seat] + betting.stacks[seat]
    match move:
        case Bet(to) | Raise(to):
            return to
        case AllIn():
            return all_in
    return min(betting.highest, all_in)


def _told(betting: Betting, seat: int, to: int) -> Happening:
    bet, highest = betting.bets[seat], betting.highest
    all_in = to == bet + betting.stacks[seat]
    if to > highest:
        return Raised(seat, to, all_in) if highest else BetMade(seat, to, all_in)
    return Called(seat, to - bet, all_in) if to > bet else Checked(seat)


def safe_move(state: DilemmaState, seat: int, chance: Chance) -> Move:
    """A timeout checks where that is free and folds otherwise (section 10)."""
    betting = state.public.betting
    return Check() if betting.bets[seat] == betting.highest else Fold()


def standing(state: DilemmaState) -> Standing:
    """Places by chips, those in the pots included; whoever lost the last chip later, or had more then, is better."""
    public, betting = state.public, state.public.betting
    chips = tuple([own + paid for own, paid in zip(betting.stacks, betting.paid, strict=True)])
    lasted = [
        (end.hand, end.stack) if end.hand else (public.hand + 1, own)
        for end, own in zip(public.exits, chips, strict=True)
    ]
    return ranked(chips, over=over(state), by=lasted)
