"""How quick players play: numbers changed one at a time, as long as more deals are won by it."""

from random import Random
from typing import Any

from games.catalog.doudizhu.bots.hand_splitting import MANY, pick_sequences
from games.catalog.doudizhu.bots.quick_hands import take_apart
from games.catalog.doudizhu.bots.quick_table import STYLES, QuickTable, Style
from games.catalog.doudizhu.move_tables import get_move_tables
from games.catalog.doudizhu.ranks import DECK, pack

DEALS, FRESH = 3000, 60  # deals, and changes tried on the same ones
STEPS = {"lead": 4, "splitting": 3, "bomb": 6, "help_price": 4, "help_rank": 3, "long": 1, "low": 3, "danger": 10}


def deal(chance: Random) -> QuickTable:
    """The landlord, seat 0, leads; in a third of the deals some have refused before him, and may play one bomb."""
    deck = chance.sample(DECK, len(DECK))
    limited = chance.randrange(1, 4) if chance.random() < 0.35 else 0
    bombs = [1 if 0 < seat <= limited else MANY for seat in range(4)]
    packed = [pack(deck[:33]), *(pack(deck[at : at + 25]) for at in (33, 58, 83))]
    book = get_move_tables(True)
    hands = [take_apart(hand, pick_sequences(hand, book, left), left) for hand, left in zip(packed, bombs, strict=True)]
    return QuickTable(hands, [33, 25, 25, 25], 0, 0)


def play_all(tables: list[QuickTable], styles: tuple[Style, ...]) -> list[int]:
    """By deal, whether the landlord wins."""
    return [int(table.copy().play_out(styles) == 0) for table in tables]


def vary(styles: tuple[Style, ...], role: int, chance: Random) -> tuple[Style, ...]:
    name = chance.choice(list(STEPS))
    change = chance.choice((-1, 1)) * chance.randint(1, STEPS[name])
    changed: dict[str, Any] = {name: getattr(styles[role], name) + change}
    return (*styles[:role], styles[role]._replace(**changed), *styles[role + 1 :])


def climb(changes: int) -> None:
    """Prints every change that is kept, with the landlord's share of wins, and the styles at last."""
    chance, styles = Random(1), STYLES
    for number in range(changes):
        if number % FRESH == 0:
            tables = [deal(chance) for _ in range(DEALS)]
            before = play_all(tables, styles)
        role = chance.choice((0, 0, 1, 2, 3))
        tried = vary(styles, role, chance)
        after = play_all(tables, tried)
        gains = [(new - old) * (-1 if role else 1) for new, old in zip(after, before, strict=True)]
        spread = sum(gain * gain for gain in gains) ** 0.5
        if sum(gains) > 1.3 * spread:
            styles, before = tried, after
            print(f"{number}: role {role}, the landlord wins {sum(after) / DEALS:.3f}", flush=True)
    print(*styles, sep="\n")
