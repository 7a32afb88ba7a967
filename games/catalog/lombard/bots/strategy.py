"""Strong's table for two players: frequencies of fold, call and double, by the coins both still need and the own hand.

The abstracted game (`python -m tests.bench.lombard`, see docs/bots/lombard.md) represents a hand by its
level. After a call it uses the chance to beat the opened card with any second one, in `CHANCES` steps.

    by the coins the first still needs, then the second (1 to FAR each):
    first to act    level: fold, call, double
    after a DOUBLE  level: the same
    after a CALL    chance: the same
"""

from games.catalog.lombard.bots.levels import LEVELS, get_levels
from games.catalog.lombard.bots.tables import get_moves, get_wins
from games.catalog.lombard.types import Action, Cards
from games.catalog.lombard.view import LombardView, Public
from games.engine.game import Rng

FAR = 20  # coins, and more
CHANCES = 24
WHOLE = 20  # parts of a row
ACTIONS: tuple[Action, ...] = ("fold", "call", "double")
_ROWS = 2 * LEVELS + CHANCES
_AFTER_DOUBLE, _AFTER_CALL = LEVELS, 2 * LEVELS


def has_table(public: Public) -> bool:
    """Return whether the table covers such a match: two players, and the default prices."""
    return public.seats == 2 and public.options.track_debt and not public.options.last_player_acts


def weigh_actions(view: LombardView) -> dict[Action, int]:
    """Return weights for the view's seat, whose turn it is, at a table for two."""
    public, me = view.public, view.me
    levels = get_levels(public.board[:3])
    first, second = view.mine.cards
    row = levels[first][second]
    if me != public.order[0]:
        opened = next(filter(None, public.holes[1 - me]), None)
        row = _AFTER_CALL + get_chance(row, view.mine.cards, opened, public.board) if opened else _AFTER_DOUBLE + row
    needs = [public.options.target_coins - public.balances[seat] - public.bets[seat] for seat in public.order]
    first_need, second_need = (min(FAR, need) - 1 for need in needs)
    start = ((first_need * FAR + second_need) * _ROWS + row) * len(ACTIONS)
    return dict(zip(ACTIONS, get_moves()[start : start + len(ACTIONS)], strict=True))


def get_chance(level: int, own_cards: Cards, opened: str, board: Cards) -> int:
    """Return the step of the chance to beat that card with any second one."""
    seconds = [wins for card, wins in get_levels(board[:3])[opened].items() if card not in own_cards]
    wins = get_wins()[level]
    total = sum([wins[second] for second in seconds])
    return min(CHANCES - 1, total * CHANCES // (1000 * len(seconds)))


def pick(weights: dict[Action, int], rng: Rng) -> Action:
    """Return a random action, by weight."""
    roll = rng.randbelow(sum(weights.values()))
    for action, weight in weights.items():
        roll -= weight
        if roll < 0:
            return action
    raise AssertionError("weights are positive")
