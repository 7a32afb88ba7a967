"""`python -m tests.bench.lombard.answers`: counts what normal does, for `games.catalog.lombard.bots.answers`.

Some minutes of one core, and no numpy. `--check` writes nothing, and fails where the table would be another one.
"""

import sys
from collections.abc import Iterator

from games.catalog.lombard import rules
from games.catalog.lombard.bots.answers import MOST_DOUBLES, MOST_TO_COME, PERCENT, SITUATIONS, read_situation
from games.catalog.lombard.bots.bot import normal
from games.catalog.lombard.bots.levels import LEVELS, get_levels
from games.catalog.lombard.game import GAME
from games.catalog.lombard.metadata import METADATA
from games.catalog.lombard.moves import Call, Fold
from games.engine.chance import Chance, Rng
from games.engine.game import Simulator
from tests.bench.tables import CATALOG, format_table

TABLE = CATALOG / "lombard/bots/answer_table.json"
MATCHES = {2: 200, 3: 700, 4: 1000, 6: 200, 11: 40}  # by seats
FROM_SEATS, FAR_TARGET = 7, 24  # from so many seats a match is for so many coins
PRIOR = 6  # initial weight of the average for as many doubles
FOLD, CALL, DOUBLE = range(3)

Counts = list[list[list[int]]]  # by situation, level, action


def main() -> None:
    text = format_table(make_table(count_answers(MATCHES)))
    print(f"{len(text):,} bytes")
    if "--check" in sys.argv:
        sys.exit(int(TABLE.read_text() != text))
    TABLE.write_text(text)


def count_answers(matches: dict[int, int]) -> Counts:
    counts = [[[0, 0, 0] for _ in range(LEVELS)] for _ in range(SITUATIONS)]
    for seats, number in matches.items():
        for match in range(number):
            for situation, level, action in play_match(seats, f"answers {seats} {match}".encode()):
                counts[situation][level][action] += 1
        print(f"{seats} players: {number} matches", flush=True)
    return counts


def play_match(seats: int, key: bytes) -> Iterator[tuple[int, int, int]]:
    """Of normals: situation, level and action of each decision."""
    house, rng = Chance(key), Rng(key, "bots")
    state = rules.setup(METADATA.clean_options({"target_coins": FAR_TARGET} if seats >= FROM_SEATS else {}), seats)
    while not rules.over(state):
        if step := rules.advance(state, house):
            state = step.state
            continue
        seat = state.public.turn
        assert seat is not None
        view = GAME.view(state, seat)
        move = normal(view, rules.legal(state, seat), rng, Simulator(GAME, view))
        first, second = view.mine.cards
        action = FOLD if isinstance(move, Fold) else CALL if isinstance(move, Call) else DOUBLE
        yield read_situation(state.public, seat), get_levels(state.public.board[:3])[first][second], action
        state = rules.apply(state, seat, move).state


def make_table(counts: Counts) -> list[list[int]]:
    """Return, by situation, folds and calls of each level."""
    return [[share for shares in list_shares(counts, situation) for share in shares] for situation in range(SITUATIONS)]


def list_shares(counts: Counts, situation: int) -> Iterator[tuple[int, int]]:
    """Percent of folds and calls by level. Hands of the next levels count half."""
    usual = _list_usual(counts, situation)
    for level, common in enumerate(usual):
        near = [counts[situation][at] for at in (level - 1, level, level, level + 1) if 0 <= at < LEVELS]
        column_sums = [sum(column) for column in zip(*near, strict=True)]
        weights = [count * sum(common) + PRIOR * other for count, other in zip(column_sums, common, strict=True)]
        fold, call = (_percent(weights, action) for action in (FOLD, CALL))
        yield fold, min(call, PERCENT - fold)


def _list_usual(counts: Counts, situation: int) -> list[list[int]]:
    """By level, over all situations in which as many have doubled and the pot is as much within reach."""
    doubles, reach = situation // 3 // (MOST_TO_COME + 1) % (MOST_DOUBLES + 1), situation % 3
    similar_rows = [
        counts[at]
        for at in range(SITUATIONS)
        if at // 3 // (MOST_TO_COME + 1) % (MOST_DOUBLES + 1) == doubles and at % 3 == reach
    ]
    return [[1 + sum(rows[level][action] for rows in similar_rows) for action in range(3)] for level in range(LEVELS)]


def _percent(weights: list[int], action: int) -> int:
    total = sum(weights)
    return (2 * PERCENT * weights[action] + total) // (2 * total)


if __name__ == "__main__":
    main()
