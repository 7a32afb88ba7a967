"""Make `games/catalog/dilemma/bots/strategy_table.json`: `python -m tests.bench.dilemma`. Half an hour of one core.

With --check it only says whether the table would be the same.
"""

import sys
from collections.abc import Sequence
from random import Random

from games.catalog.dilemma.bots.spots import CHOICES
from tests.bench.dilemma.deals import Hand, make_boards
from tests.bench.dilemma.training import Learner, Player, Seating, deal_table, make_player, measure, play_normal
from tests.bench.tables import CATALOG, format_table
from tests.catalog.dilemma.scripts import (
    SCRIPTS,
    bet_half,
    bet_the_pot,
    bluff_at_the_end,
    call_everything,
    lie_in_wait,
    pay_by_odds,
    push_before_the_flop,
    push_good_hands,
    raise_the_pot,
    seek_showdowns,
)  # fmt: skip

TABLE = CATALOG / "dilemma/bots/strategy_table.json"
BOARDS = 8000
ROUNDS, HANDS = 5, 600_000
SEATS = (2, 2, 2, 2, 3, 4, 4, 4, 4, 6)  # how often hands of so many are played
NORMAL, CALLER, PRESSER, SCRIPT = 66, 8, 14, 8  # percent of the hands in which the others are that; else the learner
CALLERS = (
    pay_by_odds,
    seek_showdowns,
    call_everything,
    bluff_at_the_end,
    lie_in_wait,
)  # opponents who don't fold to bluffs
PRESSERS = (bet_the_pot, raise_the_pot, bet_half, push_before_the_flop, push_good_hands)  # who live on others' folding


def main() -> None:
    boards = make_boards(BOARDS)
    text = format_table(make_table(learn(boards)))
    print(f"{len(text):,} bytes")
    if "--check" in sys.argv:
        sys.exit(int(TABLE.read_text() != text))
    TABLE.write_text(text)


def learn(boards: Sequence[Sequence[Hand]], seed: int = 5) -> Learner:
    learner, random = Learner(), Random(seed)
    for at in range(ROUNDS):
        for _ in range(HANDS):
            table, starts = deal_table(boards, random.choice(SEATS), random)
            seats = len(starts)
            me = random.randrange(seats)
            learner.learn(table, Seating(me, [_draw_other(learner, random)] * seats, starts, random))
        learner.improve()
        print(f"round {at + 1}: {len(learner.policy):,} situations;", end=" ")
        for seats in (2, 4):
            mean, error = measure(learner.play, play_normal, boards, seats, 6000, at)
            print(f"{mean:+.2f} ± {2 * error:.2f} blinds a hand of normal at {seats} seats", end="; ", flush=True)
        print()
    return learner


def _draw_other(learner: Learner, random: Random) -> Player:
    at = random.randrange(100)
    for share, scripts in ((CALLER, CALLERS), (PRESSER, PRESSERS), (SCRIPT, SCRIPTS)):
        if at < share:
            return make_player(random.choice(scripts))
        at -= share
    return play_normal if at < NORMAL else learner.play


def make_table(learner: Learner) -> dict[str, list[int]]:
    """Return, by choice, the situations in which it is best."""
    situations: dict[str, list[int]] = {str(choice): [] for choice in range(CHOICES)}
    for situation, shares in sorted(learner.policy.items()):
        situations[str(shares.index(max(shares)))].append(situation)
    return situations


if __name__ == "__main__":
    main()
