"""The rules of Dilemma Hold'em: what a seat may decide and what it does. Section numbers are the rules sheet's.

The house's steps are in `house` and `settle`, what a seat sees in `sight`.
"""

from collections.abc import Mapping
from functools import cache

from games.engine.chance import Chance
from games.engine.contract import Standing, Step, everybody
from games.engine.exact import check_exact
from games.engine.legal import Amount, Choice, Legal
from games.engine.meta import Value
from games.engine.values import Happening, Move
from games.kit.betting import Betting, Room, acted, begun, folded, room, to_act
from games.titles.dilemma.happenings import BetMade, Called, Checked, Folded, Raised
from games.titles.dilemma.house import advance, after_round
from games.titles.dilemma.meta import BIG_BLIND, META
from games.titles.dilemma.moves import AllIn, Bet, Call, Check, Fold, Raise
from games.titles.dilemma.parts import UNIT, Exit, Options
from games.titles.dilemma.refusals import refusal
from games.titles.dilemma.sight import view
from games.titles.dilemma.state import State

__all__ = ["advance", "apply", "legal", "over", "safe_move", "setup", "standing", "view", "waiting_on"]

STACK = 1000
BANK = (300, 700, 500)
_ASKED = (*(frozenset({seat}) for seat in range(META.seats_max)), frozenset[int]())  # the last one for turn -1


def setup(options: Mapping[str, Value], seats: int) -> State:
    """A table before its first dealer is drawn (section 2).

    >>> setup(META.options_checked({}), 4).betting.stacks
    (1000, 1000, 1000, 1000)
    """
    penalty = options["penalty"]
    chosen = Options(
        bonus=tuple(int(chips) for chips in str(options["bonusTable"]).split(",")),
        penalty=0 if penalty == BIG_BLIND else int(penalty),
        penalty_is_blind=penalty == BIG_BLIND,
        fold_bonus=int(options["foldWinBonus"]),
        casino_blinds=options["headsUpBlinds"] == "casino",
        one_is_high=bool(options["oneIsAlsoHigh"]),
        flush_first=bool(options["flushBeatsFullHouse"]),
        reopens=bool(options["reopenAfterShortAllIn"]),
        max_hands=int(options["maxHands"]),
    )
    stacks = (STACK,) * seats
    return State(
        rules=META.rules, options=chosen, phase="start", hand=0, dealer=-1, turn=-1, betting=begun(stacks, 0),
        bank=BANK, deck=(), holes=((),) * seats, board=(), opened=False, starts=stacks, exits=(Exit(),) * seats,
        last=None,
    )  # fmt: skip


def waiting_on(state: State) -> frozenset[int]:
    """The one seat whose turn it is; nobody decides at the same time as another."""
    return _ASKED[state.turn]


def over(state: State) -> bool:
    return state.phase == "over"


def legal(state: State, seat: int) -> Legal:
    """Fold always; check or call; bet or raise by amount; all-in where it is a call or raising is open (section 4)."""
    if seat != state.turn or seat < 0:
        return Legal()
    betting = state.betting
    free = room(betting, seat, reopens=state.options.reopens)
    choice = _choice(betting.bets[seat] == betting.highest, _may_go_all_in(betting, seat, free))
    if free.high < free.low:
        return Legal((choice,))
    return Legal((choice, Amount(Raise if betting.highest else Bet, "to", free.low, free.high, UNIT)))


def apply(state: State, seat: int, move: Move) -> Step:
    """That decision. Raises IllegalMove with the reason, BadPayload for what is no move."""
    check_exact(move)
    if seat != state.turn or seat < 0:
        raise refusal(state, seat, move)
    betting = state.betting
    if type(move) is Fold:
        return _step(state, folded(betting, seat), Folded(seat))
    to = _target(state, seat, move)
    if to < 0:
        raise refusal(state, seat, move)
    all_in = to == betting.bets[seat] + betting.stacks[seat]
    told: Happening
    if to > betting.highest:
        told = Raised(seat, to, all_in) if betting.highest else BetMade(seat, to, all_in)
    elif to > betting.bets[seat]:
        told = Called(seat, to - betting.bets[seat], all_in)
    else:
        told = Checked(seat)
    return _step(state, acted(betting, seat, to), told)


def safe_move(state: State, seat: int, chance: Chance) -> Move:
    """A timeout checks where that is free and folds otherwise (section 10)."""
    return Check() if state.betting.bets[seat] == state.betting.highest else Fold()


def standing(state: State) -> Standing:
    """Places by chips, those in the pots included; whoever lost the last chip later, or had more then, is better."""
    chips = tuple(own + paid for own, paid in zip(state.betting.stacks, state.betting.paid, strict=True))
    rank = [
        (end.hand, end.stack) if end.hand else (state.hand + 1, own)
        for end, own in zip(state.exits, chips, strict=True)
    ]
    places = tuple(1 + sum(other > own for other in rank) for own in rank)
    winners = tuple(seat for seat, place in enumerate(places) if place == 1) if over(state) else ()
    return Standing(places, chips, winners)


@cache
def _choice(free: bool, all_in: bool) -> Choice:
    return Choice((Check() if free else Call(), *((AllIn(),) if all_in else ()), Fold()))


def _may_go_all_in(betting: Betting, seat: int, free: Room) -> bool:
    return free.high > 0 or betting.bets[seat] + betting.stacks[seat] <= betting.highest


def _target(state: State, seat: int, move: Move) -> int:
    """The seat's bet of this round after the move, -1 if it is not legal."""
    betting = state.betting
    bet, highest, all_in = betting.bets[seat], betting.highest, betting.bets[seat] + betting.stacks[seat]
    if type(move) is Check:
        return bet if bet == highest else -1
    if type(move) is Call:
        return min(highest, all_in) if bet < highest else -1
    free = room(betting, seat, reopens=state.options.reopens)
    if type(move) is AllIn:
        return all_in if _may_go_all_in(betting, seat, free) else -1
    if type(move) is (Raise if highest else Bet) and free.low <= move.to <= free.high and move.to % UNIT == 0:
        return move.to
    return -1


def _step(state: State, betting: Betting, told: Happening) -> Step:
    turn = -1 if betting.live.count(True) == 1 else to_act(betting, state.turn)
    after = after_round(state, betting) if turn < 0 else state.but(betting=betting, turn=turn)
    return Step(after, (everybody(told),))
