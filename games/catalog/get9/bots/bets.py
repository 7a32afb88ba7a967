"""Bet sizes by the chance to win: for normal, and for everyone in imagined matches."""

from games.catalog.get9.bots.table import ACTIVE, FOLD, FOLDED, REST, Table
from games.catalog.get9.types import ROUNDS

STRONG, GOOD = 140, 105  # percent of a fair share among those still in the match
CALL_PERCENT = 75  # percent of a call that has to come back on average: later rounds are often free
SURE = 100
BLUFFS, MOST_BLUFFED = 6, 3  # percent of bad chances; maximum bet of others that is bluffed against


def choose_bet(table: Table, percent: int, luck: int) -> int:
    """Return the bet of the seat whose turn it is, given its chance to win; `luck` from 0 to 99 adds randomness."""
    seat = table.turn
    assert seat is not None
    max_bet, now = table.most(seat), max(table.bets)
    fair = percent * (table.seats - table.status.count(FOLDED))
    if max_bet > now and table.status.count(ACTIVE) > 1:
        to = _raise_to(table, percent, fair, luck)
        if to > now:
            return to
        if not now and table.round == 1:
            return 1
    to_call = now - table.bets[seat]
    if not to_call:
        return now if table.free_call and fair >= GOOD and luck % 2 else REST
    cost = min(to_call, table.chips[seat])
    pots = sum(table.pots) + table.carry + _count_owed(table, now)  # as if everyone called
    return FOLD if percent * pots < CALL_PERCENT * cost else table.bets[seat] + cost


def _count_owed(table: Table, now: int) -> int:
    rows = zip(table.bets, table.chips, table.status, strict=True)
    return sum([min(now - bet, chips) for bet, chips, status in rows if status == ACTIVE])


def _raise_to(table: Table, percent: int, fair: int, luck: int) -> int:
    """Return the total to raise to; 0 for no raise.

    Good chances bet part now and part later, rarely all at once; bad ones bluff with the same part. After the last
    cards everyone knows the result, so only the winner bets.
    """
    assert table.turn is not None
    max_bet, now = table.most(table.turn), max(table.bets)
    if table.round == ROUNDS:
        return max_bet if percent == SURE else 0
    part = min(max_bet, now + 1 + (max_bet - now) // 3)
    early = table.round == 1  # staying in becomes expensive anyway, because no one can rest
    if fair >= STRONG:
        all_at_once, in_part = (8, 20 if now > 1 else 45) if early else (30, 80)
        return max_bet if luck < all_at_once else part if luck < in_part else 0
    if fair >= GOOD:
        all_at_once, in_part = (2, 8 if now > 1 else 25) if early else (5, 35)
        return max_bet if luck < all_at_once else part if luck < in_part else 0
    return part if luck < BLUFFS and now < MOST_BLUFFED else 0
