"""Learning to play against a mixture of players: in each situation the choice that has brought most is kept.

Of every hand all choices of the learner are played on, each against the same cards; what the others do is drawn. A
round of hands rates the choices against what the learner does now, then it takes the better ones.
"""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import NamedTuple

from games.catalog.dilemma.bots.habits import weigh_as_normal
from games.catalog.dilemma.bots.situations import classify
from games.catalog.dilemma.bots.spots import CHOICES, FOLD, RIVER, Spot, list_choices
from games.catalog.dilemma.types import UNIT
from tests.bench.dilemma.deals import Hand
from tests.bench.dilemma.table import Stakes, Table
from tests.catalog.dilemma.scripts import Script, fit

Player = Callable[[Spot, Random], int]  # -> choice
SAMPLES = 160  # that normal counts its chances by
RARE, EXPLORED = 0.02, 0.3  # choices made so seldom are tried that often only
FEWEST, ERRORS = 20, 1.0  # visits, and standard errors of their mean, by which a choice must be better
BLINDS, SCALES = (20, 20, 40, 40, 60), (100, 100, 100, 200)  # of the hands that are dealt
EVEN, STACK, STACKS, PENALTY = 0.4, 1000, (20, 190), 20  # share with equal stacks; the others in chips of ten
KEPT = 0.25  # weight of the earlier results when a better choice is found again


def play_normal(spot: Spot, random: Random) -> int:
    if spot.street != RIVER:
        spread = sqrt(spot.chance * (1000 - spot.chance) / SAMPLES)
        spot = spot._replace(chance=max(0, min(1000, spot.chance + int(random.gauss(0, spread)))))
    return pick(weigh_as_normal(spot), random)


def make_player(script: Script) -> Player:
    def play(spot: Spot, random: Random) -> int:
        return fit(spot, script(spot))

    return play


def pick(weights: Sequence[float], random: Random) -> int:
    at = random.random() * sum(weights)
    for choice, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return choice
    return 1


class Record:
    """What each choice brought more than the player's own ways, over all visits to one situation."""

    __slots__ = ("gains", "squares", "visits")

    def __init__(self) -> None:
        self.visits = [0.0] * CHOICES
        self.gains = [0.0] * CHOICES
        self.squares = [0.0] * CHOICES

    def add(self, choice: int, gain: float) -> None:
        self.visits[choice] += 1
        self.gains[choice] += gain
        self.squares[choice] += gain * gain

    def rate(self, choice: int) -> tuple[float, float]:
        """Mean and standard error."""
        count = self.visits[choice]
        mean = self.gains[choice] / count
        return mean, sqrt(max(1.0, self.squares[choice] / count - mean * mean) / count)

    def find_better(self) -> int:
        """Return the choice that is furthest above the current one, or -1 if none is significant."""
        rated = {choice: self.rate(choice) for choice in range(CHOICES) if self.visits[choice] >= FEWEST}
        good = {choice: mean for choice, (mean, error) in rated.items() if mean > ERRORS * error}
        return max(good, key=lambda choice: good[choice]) if good else -1

    def fade(self) -> None:
        """Weight older rounds less, because later choices have changed since."""
        for row in (self.visits, self.gains, self.squares):
            row[:] = [value / 2 for value in row]


class Seating(NamedTuple):
    """Who plays a hand: the learner at seat `me`."""

    me: int
    others: Sequence[Player]
    starts: Sequence[int]
    random: Random


class Learner:
    """Normal, but for the situations in which something else has proved better."""

    def __init__(self) -> None:
        self.records: dict[int, Record] = {}
        self.policy: dict[int, list[float]] = {}

    def shares(self, spot: Spot, situation: int, choices: Sequence[int]) -> list[float]:
        learned_shares = self.policy.get(situation)
        if learned_shares:
            allowed_shares = [share if choice in choices else 0.0 for choice, share in enumerate(learned_shares)]
            if total := sum(allowed_shares):
                return [share / total for share in allowed_shares]
        weights = weigh_as_normal(spot)
        total = sum(weights)
        return [weight / total for weight in weights]

    def play(self, spot: Spot, random: Random) -> int:
        return pick(self.shares(spot, classify(spot), list_choices(spot)), random)

    def learn(self, table: Table, seating: Seating) -> float:
        """Return the hand's value from here; the others' choices are drawn."""
        random = seating.random
        while table.turn >= 0 and table.turn != seating.me:
            spot = table.spot()
            table.choose(spot, seating.others[table.turn](spot, random))
        if table.turn < 0:
            return table.results(seating.starts)[seating.me]
        spot = table.spot()
        choices, situation = list_choices(spot), classify(spot)
        shares = self.shares(spot, situation, choices)
        values: dict[int, float] = {}
        for choice in choices:
            if shares[choice] > RARE or random.random() < EXPLORED:
                values[choice] = self._try(table, spot, choice, seating)
        return self._note(situation, shares, values)

    def _try(self, table: Table, spot: Spot, choice: int, seating: Seating) -> float:
        if choice == FOLD:
            return -table.paid[seating.me]
        after = table.copy()
        after.choose(spot, choice)
        return self.learn(after, seating)

    def _note(self, situation: int, shares: Sequence[float], values: Mapping[int, float]) -> float:
        """Record what each choice brought more than the learner's own ways; what those bring."""
        covered = sum([shares[choice] for choice in values])
        if not covered:
            return sum(values.values()) / max(1, len(values))
        value = sum([shares[choice] * choice_value for choice, choice_value in values.items()]) / covered
        record = self.records.setdefault(situation, Record())
        for choice, choice_value in values.items():
            record.add(choice, choice_value - value)
        return value

    def improve(self) -> None:
        """Take the best choice of every situation in which one is better beyond chance."""
        for situation, record in self.records.items():
            best = record.find_better()
            if best >= 0:
                old = self.policy.get(situation)
                share = [0.0] * CHOICES if old is None else [KEPT * old_share for old_share in old]
                share[best] += 1.0 if old is None else 1 - KEPT
                self.policy[situation] = share
            if max(record.visits) >= FEWEST:
                record.fade()


def deal_table(boards: Sequence[Sequence[Hand]], seats: int, random: Random) -> tuple[Table, list[int]]:
    """A hand at some point of some match, and the stacks that it began with."""
    hands = random.sample(list(random.choice(boards)), seats)
    blind, scale = random.choice(BLINDS), random.choice(SCALES)
    even = random.random() < EVEN
    starts = [STACK] * seats if even else [random.randrange(*STACKS) * UNIT for _ in range(seats)]
    return Table.deal(hands, starts, random.randrange(seats), Stakes(blind, PENALTY, scale)), starts


def play_out(table: Table, players: Sequence[Player], random: Random) -> None:
    while table.turn >= 0:
        spot = table.spot()
        table.choose(spot, players[table.turn](spot, random))


def measure(
    player: Player, other: Player, boards: Sequence[Sequence[Hand]], seats: int, hands: int, seed: int
) -> tuple[float, float]:
    """Blinds a hand that `player` wins more than each other, and the standard error. Every deal from every seat."""
    random, leads = Random(seed), list[float]()
    for _ in range(hands // seats):
        table, starts = deal_table(boards, seats, random)
        lead = 0.0
        for me in range(seats):
            run = table.copy()
            play_out(run, [player if seat == me else other for seat in range(seats)], random)
            results = run.results(starts)
            lead += (results[me] * seats - sum(results)) / (seats - 1)
        leads.append(lead / seats / table.stakes.blind)
    mean = sum(leads) / len(leads)
    return mean, sqrt(sum([(lead - mean) ** 2 for lead in leads])) / len(leads)
