"""What 25 cards win as a landlord, by bombs, high cards and the cost of their plan, in deals of normals."""

from collections import defaultdict
from collections.abc import Sequence

from games.catalog.doudizhu.bots.auction import HIGH
from games.catalog.doudizhu.bots.hand_splitting import BOMB, split
from games.catalog.doudizhu.move_tables import get_move_tables
from games.catalog.doudizhu.ranks import Cards, pack, remove_cards
from tests.bench.doudizhu.deals import begin_deal, landlord_wins

Row = tuple[int, ...]  # 1, bombs, high cards, tricks that the plan costs in tenths
FORCED = 4  # refusals


def play_deal(number: int, refusals: int) -> tuple[Cards, bool]:
    """The landlord's 25 cards, and whether he wins, if so many refuse before him."""
    state = begin_deal(number, refusals)
    assert state.public.landlord is not None, "named"
    private = state.own[state.public.landlord]
    hand = remove_cards(private.hand, private.kitty)
    assert hand, "the kitty is in it"
    return hand, landlord_wins(state, number, {})


def describe(hand: Cards) -> Row:
    bombs = sum(hand.count(rank) >= BOMB for rank in set(hand))
    return 1, bombs, sum(map(hand.count, HIGH)), split(pack(hand), get_move_tables(True)).cost


def fit(rows: Sequence[Row], wins: Sequence[bool]) -> list[float]:
    """The factors by least squares: Gauss's elimination of the normal equations."""
    size = len(rows[0])
    system = [
        [float(sum(row[i] * row[j] for row in rows)) for j in range(size)]
        + [float(sum(row[i] for row, won in zip(rows, wins, strict=True) if won))]
        for i in range(size)
    ]
    for i in range(size):
        system[i] = [value / system[i][i] for value in system[i]]
        for j in range(size):
            if j != i:
                system[j] = [a - system[j][i] * b for a, b in zip(system[j], system[i], strict=True)]
    return [line[-1] for line in system]


def print_fit(deals: int) -> None:
    samples: dict[str, list[tuple[Row, bool]]] = defaultdict(list)
    for number in range(deals):
        refusals = number % 6 % 5  # the first one asked twice as often
        hand, won = play_deal(number, refusals)
        name = "forced" if refusals == FORCED else "after refusals" if refusals else "first"
        samples[name].append((describe(hand), won))
    for name, deals_of in samples.items():
        rows, wins = zip(*deals_of, strict=True)
        factors = ", ".join(f"{100 * factor:.1f}" for factor in fit(rows, wins))
        print(f"{name}: {len(wins)} deals, {100 * sum(wins) / len(wins):.1f} % won; {factors}")
