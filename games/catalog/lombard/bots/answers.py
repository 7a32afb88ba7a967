"""Frequencies of normal's folds, calls and doubles, by the visible situation and the level of its hand (`levels`).

Counted in matches of normals (`python -m tests.bench.lombard.answers`). The situation consists of four numbers: how
many have called, how many have doubled, how many are to come, and whether a rival would win the match with the pot.
"""

from functools import cache

from games.catalog.lombard.types import BONUS, COST, Action
from games.catalog.lombard.view import Public
from games.kit.bot_tables import read_table

MOST_CALLS, MOST_DOUBLES, MOST_TO_COME = 2, 2, 3  # more are counted as these
SITUATIONS = (MOST_CALLS + 1) * (MOST_DOUBLES + 1) * (MOST_TO_COME + 1) * 3
PERCENT = 100

Shares = dict[Action, int]  # in percent
Answers = tuple[Shares, ...]  # by level


def find_situation(calls: int, doubles: int, to_come: int, lead: int, target: int) -> int:
    """Return the situation's number. `lead`: what the richest rival, in or to come, would have with the current pot.

    >>> find_situation(0, 0, 3, 9, 16), find_situation(0, 0, 3, 15, 16), find_situation(5, 2, 0, 16, 16)
    (9, 10, 98)
    """
    within_reach = (lead >= target) + (lead + 1 >= target)
    situation = min(calls, MOST_CALLS) * (MOST_DOUBLES + 1) + min(doubles, MOST_DOUBLES)
    return (situation * (MOST_TO_COME + 1) + min(to_come, MOST_TO_COME)) * 3 + within_reach


def read_situation(public: Public, seat: int) -> int:
    """Return the situation in which that seat decided, or decides now."""
    order = public.order
    at = order.index(seat)
    before = [public.actions[other] for other in order[:at]]
    later = order[at + 1 :]
    pot = 1 + sum([COST[action] + BONUS[action] for action in before])
    coins = [public.balances[other] for other, action in zip(order, before, strict=False) if action != "fold"]
    coins += [public.balances[other] + public.bets[other] for other in later]
    return find_situation(
        before.count("call"), before.count("double"), len(later), max(coins) + pot, public.options.target_coins
    )


def get_answers(situation: int) -> Answers:
    return _read_table()[situation]


@cache
def _read_table() -> tuple[Answers, ...]:
    rows: list[list[int]] = read_table("games.catalog.lombard", "answer_table.json")  # folds and calls, by level
    return tuple(
        tuple(
            {"fold": fold, "call": call, "double": PERCENT - fold - call}
            for fold, call in zip(row[::2], row[1::2], strict=True)
        )
        for row in rows
    )


def answer(shares: Shares, mood: int) -> Action:
    """Return the action of a player whose mood is 0 to 99; the higher, the bolder."""
    return "fold" if mood < shares["fold"] else "double" if mood >= PERCENT - shares["double"] else "call"
