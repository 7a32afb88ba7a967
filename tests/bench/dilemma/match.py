"""Whole matches at the quick table, for shares of wins that the arena would take a hundred times as long for.

`python -m tests.bench.dilemma.match 1000` lets every rule of thumb play so many against normal and against strong.
"""

import sys
from collections.abc import Sequence
from math import sqrt
from random import Random

from games.arena.statistics import wilson
from games.catalog.dilemma.bots.bot import MORE_SAMPLES
from games.catalog.dilemma.bots.spots import RIVER, Spot
from games.catalog.dilemma.bots.strategy import weigh_as_strong
from games.catalog.dilemma.rules import BANK, STACK
from games.catalog.dilemma.showdown import HAND_CAP
from games.catalog.dilemma.types import BLINDS
from tests.bench.dilemma.deals import Hand, make_boards
from tests.bench.dilemma.table import Stakes, Table
from tests.bench.dilemma.training import PENALTY, Player, make_player, pick, play_normal, play_out
from tests.catalog.dilemma.scripts import SCRIPTS

BOARDS, FIRST_SEED = 4000, 9000  # a minute of one core; none that the table was learned on


def play_strong(spot: Spot, random: Random) -> int:
    if spot.street != RIVER:
        spread = sqrt(spot.chance * (1000 - spot.chance) / MORE_SAMPLES)
        spot = spot._replace(chance=max(0, min(1000, spot.chance + int(random.gauss(0, spread)))))
    return pick(weigh_as_strong(spot), random)


def play_match(boards: Sequence[Sequence[Hand]], players: Sequence[Player], random: Random) -> list[int]:
    """The stacks at the end."""
    seats, bank, dealer = len(players), list(BANK), random.randrange(len(players))
    stacks = [STACK] * seats
    for _ in range(HAND_CAP):
        alive = [seat for seat in range(seats) if stacks[seat]]
        if len(alive) == 1 or not any(bank):
            break
        dealer = next(seat for at in range(1, seats + 1) for seat in [(dealer + at) % seats] if stacks[seat])
        blind = BLINDS[next(at for at, chips in enumerate(bank) if chips)][1]
        starts = [stacks[seat] for seat in alive]
        hands = random.sample(list(random.choice(boards)), len(alive))
        table = Table.deal(hands, starts, alive.index(dealer), Stakes(blind, PENALTY, 100))
        play_out(table, [players[seat] for seat in alive], random)
        for seat, gain in zip(alive, _settle(table, starts, bank), strict=True):
            stacks[seat] += gain
    return stacks


def _settle(table: Table, starts: Sequence[int], bank: list[int]) -> list[int]:
    """Pay each player's winnings, limited by the banks, which change."""
    gains = table.results(starts)
    live = [seat for seat, lives in enumerate(table.live) if lives]
    if len(live) == 1:
        return gains
    best = max(table.hands[seat].value for seat in live)
    won = [seat for seat in live if table.hands[seat].value == best]
    bonus = sum([table.hands[seat].bonus // len(won) for seat in won])
    bank[next(at for at, chips in enumerate(bank) if chips)] += bonus - sum(gains)  # the penalties
    short = max(0, bonus - sum(bank))
    for seat in won:
        gains[seat] -= short // len(won)
    rest = bonus - short
    for at, chips in enumerate(bank):
        bank[at] = max(0, chips - rest)
        rest = max(0, rest - chips)
    return gains


def contest(
    boards: Sequence[Sequence[Hand]], player: Player, other: Player, matches: int, seats: int = 2, seed: int = 1
) -> float:
    """Return how many matches `player` wins against `other` in all other seats; shared wins count as fractions."""
    random, won = Random(seed), 0.0
    for number in range(matches):
        me = number % seats
        stacks = play_match(boards, [player if seat == me else other for seat in range(seats)], random)
        if stacks[me] == max(stacks):
            won += 1 / stacks.count(stacks[me])
    return won


def show(boards: Sequence[Sequence[Hand]], player: Player, other: Player, matches: int, seats: int = 2) -> str:
    won = contest(boards, player, other, matches, seats)
    low, high = wilson(won, matches)
    return f"{won / matches:.1%} ({low:.1%} to {high:.1%})"


def main() -> None:
    matches, boards = int(sys.argv[1]), make_boards(BOARDS, FIRST_SEED)
    for seats in (2, 4, 10):
        print(f"strong, normal in the other of {seats} seats: {show(boards, play_strong, play_normal, matches, seats)}")
    for script in SCRIPTS:
        player = make_player(script)
        print(f"{script.__name__}: of normal {show(boards, player, play_normal, matches)}", end=", ", flush=True)
        print(f"of three normals {show(boards, player, play_normal, matches, 4)}", end=", ", flush=True)
        print(f"of strong {show(boards, player, play_strong, matches)}", end=", ", flush=True)
        print(f"of three strong {show(boards, player, play_strong, matches, 4)}", flush=True)


if __name__ == "__main__":
    main()
