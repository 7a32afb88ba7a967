"""No-limit betting: who acts next, how much may be raised, refunds and pots.

Everything is by seat; amounts are chips. A round ends when everyone with chips has acted and matched the highest bet. A
short all-in doesn't reopen the betting for those who have already acted.

>>> flop = Betting((1000,) * 3, (0,) * 3, (0,) * 3, (-1,) * 3, (True,) * 3, highest=0, step=20)
>>> raised = bet_to(bet_to(flop, 0, 20), 1, 100)
>>> get_bet_range(raised, 2)
BetRange(to_call=100, low=180, high=1000)
>>> bet_to(raised, 2, 180).step
80
"""

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.serialization.values import frozen_dataclass
from games.kit.seats import replace_at


@frozen_dataclass
class Betting:
    """The chips of a hand, and the state of the current betting round."""

    stacks: tuple[int, ...]  # in front of the seats
    paid: tuple[int, ...]  # into the pots in this hand
    bets: tuple[int, ...]  # the part of `paid` from this round
    seen: tuple[int, ...]  # the highest bet when the seat last acted in this round, -1 if it hasn't
    live: tuple[bool, ...]  # dealt in and not folded
    highest: int  # the bet to match
    step: int  # the minimum raise


class BetRange(NamedTuple):
    """A seat's options: match the bet by paying `to_call`, or bring its bet to anything from `low` to `high`.

    `high` means its whole stack, and is 0 if raising is closed. Below `low`, only the whole stack is possible, as a
    short all-in.
    """

    to_call: int
    low: int
    high: int


@frozen_dataclass
class Pot:
    """Chips, and the seats that may win them."""

    chips: int
    seats: tuple[int, ...]


def start_hand(stacks: tuple[int, ...], step: int) -> Betting:
    """Start a new hand for all seats with chips."""
    none = (0,) * len(stacks)
    return Betting(stacks, none, none, (-1,) * len(stacks), tuple([chips > 0 for chips in stacks]), 0, step)


def post_blind(betting: Betting, seat: int, blind: int) -> Betting:
    """Post a blind, or all the seat has left. Others still owe it in full, and posting doesn't count as acting.

    >>> short = post_blind(start_hand((500, 10, 500), 20), 1, 20)
    >>> short.bets, short.highest, get_bet_range(short, 2)
    ((0, 10, 0), 20, BetRange(to_call=20, low=40, high=500))
    """
    paid = min(blind, betting.stacks[seat])
    return _move_chips(betting, seat, paid, betting.bets[seat] + paid, betting.seen[seat], blind, betting.step)


def bet_to(betting: Betting, seat: int, to: int) -> Betting:
    """Bring the seat's bet of this round to `to`: a check, call, bet or raise.

    A raise by less than the minimum, a short all-in, has to be matched but doesn't change the minimum raise.
    """
    raised = to - betting.highest
    step = raised if raised > betting.step else betting.step
    highest = to if raised > 0 else betting.highest
    return _move_chips(betting, seat, to - betting.bets[seat], to, highest, highest, step)


def fold_seat(betting: Betting, seat: int) -> Betting:
    """Fold the seat's hand; its chips stay in the pots."""
    live = replace_at(betting.live, seat, False)
    return Betting(betting.stacks, betting.paid, betting.bets, betting.seen, live, betting.highest, betting.step)


def start_round(betting: Betting, step: int) -> Betting:
    """Start the next betting round of the same hand."""
    seats = len(betting.stacks)
    return Betting(betting.stacks, betting.paid, (0,) * seats, (-1,) * seats, betting.live, 0, step)


def get_bet_range(betting: Betting, seat: int, *, reopens: bool = False) -> BetRange:
    """Return the seat's options.

    A seat that has acted may raise again if the bet has since grown by the minimum raise, or by any raise if it
    `reopens`. No one may raise when all others are all in.
    """
    stacks, live, answered_bet = betting.stacks, betting.live, betting.seen[seat]
    to_call = min(betting.highest - betting.bets[seat], stacks[seat])
    low = betting.highest + betting.step
    if answered_bet >= 0 and betting.highest - answered_bet < betting.step and not reopens:
        return BetRange(to_call, low, 0)
    for other, chips in enumerate(stacks):
        if chips and live[other] and other != seat:
            return BetRange(to_call, low, betting.bets[seat] + stacks[seat])
    return BetRange(to_call, low, 0)


def get_next_to_act(betting: Betting, after: int) -> int:
    """Return the next seat clockwise that must act, or -1 if the round is over.

    The round is also over for the only seat with chips once it has matched what the others actually put in.
    """
    stacks, live, answered_bets, highest = betting.stacks, betting.live, betting.seen, betting.highest
    next_seat, able, seats = -1, 0, len(stacks)
    for at in range(after + 1, after + 1 + seats):
        seat = at % seats
        if live[seat] and stacks[seat]:
            able += 1
            if next_seat < 0 and answered_bets[seat] < highest:
                next_seat = seat
            if able > 1 and next_seat >= 0:
                return next_seat
    if next_seat >= 0 and betting.bets[next_seat] >= max(
        bet for bet, lives in zip(betting.bets, live, strict=True) if lives
    ):
        return -1
    return next_seat


def get_uncalled_bet(paid: Sequence[int]) -> tuple[int, int]:
    """Return the seat with the highest contribution, and how much of it no one else has matched.

    >>> get_uncalled_bet([1500, 1000, 2000])
    (2, 500)
    """
    second, top = sorted(paid)[-2:]
    return paid.index(top), top - second


def refund_bet(betting: Betting, seat: int, chips: int) -> Betting:
    """Return chips of this round to the seat."""
    return _move_chips(
        betting, seat, -chips, betting.bets[seat] - chips, betting.seen[seat], betting.highest, betting.step
    )


def pay_out(betting: Betting, gains: Sequence[int]) -> Betting:
    """End the hand: add what each seat gains or loses to its stack, and clear the pots."""
    stacks = tuple([stack + gain for stack, gain in zip(betting.stacks, gains, strict=True)])
    none = (0,) * len(stacks)
    return Betting(stacks, none, none, (-1,) * len(stacks), betting.live, 0, betting.step)


def get_pots(paid: Sequence[int], live: Sequence[bool]) -> tuple[Pot, ...]:
    """Return the main pot, then the side pots. Chips of folded seats above all other contributions are in the last pot.

    >>> get_pots([1500, 1000, 1500], [True, True, True])
    (Pot(chips=3000, seats=(0, 1, 2)), Pot(chips=1000, seats=(0, 2)))
    """
    levels = sorted({chips for seat, chips in enumerate(paid) if chips and live[seat]})
    pots, below = [], 0
    for level in levels:
        upto = sum([amount if amount < level else level for amount in paid]) if level < levels[-1] else sum(paid)
        seats = [seat for seat, amount in enumerate(paid) if amount >= level and live[seat]]
        pots.append(Pot(upto - below, tuple(seats)))
        below = upto
    return tuple(pots)


def split_evenly(chips: int, winners: int, unit: int) -> tuple[int, ...]:
    """Split chips into equal parts of whole units, with odd units going to the first winners.

    Raises ValueError if `chips` is not a multiple of `unit`.

    >>> split_evenly(130, 2, 10)
    (70, 60)
    """
    if chips % unit:
        raise ValueError(f"{chips} is no multiple of {unit}")
    each, odd = divmod(chips // unit, winners)
    return tuple([(each + (at < odd)) * unit for at in range(winners)])


def _move_chips(
    betting: Betting, seat: int, chips: int, bet: int, answered_bet: int, highest: int, step: int
) -> Betting:
    return Betting(
        replace_at(betting.stacks, seat, betting.stacks[seat] - chips),
        replace_at(betting.paid, seat, betting.paid[seat] + chips),
        replace_at(betting.bets, seat, bet),
        replace_at(betting.seen, seat, answered_bet),
        betting.live,
        highest,
        step,
    )
