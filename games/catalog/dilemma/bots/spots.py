"""A decision in plain numbers, as bots evaluate it: from a view, or imagined, which is much faster than a real table.

Amounts are dollars, chances are thousandths.
"""

from typing import NamedTuple

from games.catalog.dilemma.types import UNIT
from games.catalog.dilemma.view import DilemmaView
from games.kit.betting import get_bet_range

FOLD, STAY, HALF, POT, ALL = range(5)  # STAY checks or calls; the others bet or raise half the pot, the pot, everything
CHOICES = 5
RIVER = 3  # streets: 0 before the flop, 1 flop, 2 turn, 3 river

Weights = tuple[int, int, int, int, int]  # relative frequencies of the choices


class Spot(NamedTuple):
    """Everything that the seat to act knows, except for the cards themselves."""

    street: int
    chance: int  # of beating one random hand in the end
    now: int  # the same on the current board
    bonus: int  # average when it wins
    penalty: int
    rivals: int  # still in
    pot: int  # including all bets
    earlier: int  # the pot before this betting round
    to_call: int
    bet: int  # the seat's bet in this round
    highest: int
    least: int  # the bet after the smallest raise
    max_bet: int  # the highest bet that anyone can match, 0 if raising is closed
    blind: int  # the big blind
    last: bool  # no one else has to act if it checks or calls
    acted: bool  # in this round


def get_target(spot: Spot, choice: int) -> int:
    """Return the bet after one of the raises."""
    if choice == ALL:
        return spot.max_bet
    pot = spot.pot + spot.to_call
    target = spot.highest + (pot if choice == POT else pot // (2 * UNIT) * UNIT)
    return max(spot.least, target)


def list_choices(spot: Spot) -> tuple[int, ...]:
    """List the distinct choices. On the river, folding makes sense even if checking is free: it saves the penalty."""
    choices = [FOLD, STAY] if spot.to_call or spot.street == RIVER else [STAY]
    if spot.max_bet <= spot.highest:
        return tuple(choices)
    half, pot = get_target(spot, HALF), get_target(spot, POT)
    if half < spot.max_bet:
        choices.append(HALF)
    if half < pot < spot.max_bet:
        choices.append(POT)
    return (*choices, ALL)


def make_spot(view: DilemmaView, chance: int, now: int, bonus: int) -> Spot:
    """Return the spot of the seat to act."""
    public, betting, me = view.public, view.public.betting, view.me
    rivals = [seat for seat in public.live if seat != me]
    able = [seat for seat in rivals if betting.stacks[seat]]
    raises = get_bet_range(betting, me, reopens=public.options.reopen_after_short_all_in).high > 0
    deep = max([betting.stacks[seat] + betting.bets[seat] for seat in able], default=0)
    return Spot(
        street=max(0, len(public.board) - 2), chance=chance, now=now, bonus=min(bonus, sum(public.bank)),
        penalty=public.penalty, rivals=len(rivals), pot=public.pot, earlier=public.pot - sum(betting.bets),
        to_call=view.owed, bet=betting.bets[me], highest=betting.highest, least=betting.highest + betting.step,
        max_bet=min(view.most_bet, deep) if raises else 0, blind=public.blinds[1],
        last=all(betting.seen[seat] == betting.highest for seat in able), acted=betting.seen[me] >= 0,
    )  # fmt: skip
