"""Matches of the quick form of the game in which the weights of `worth.py` play against themselves and are learned."""

from collections.abc import Callable, Sequence
from math import exp
from random import Random

from games.catalog.crown.bots.chances import WHOLE
from games.catalog.crown.bots.counts import STEPS
from games.catalog.crown.bots.planning import Action
from games.catalog.crown.bots.quick_match import QuickMatch
from games.catalog.crown.bots.quick_solo import QuickSolo
from games.catalog.crown.bots.worth import Worth, list_places
from games.catalog.crown.cards import DECK, SET_ASIDE
from games.engine.chance import Rng

LAST_TURN = 300
TRACE = 0.7  # share learned from positions later than the next one

Weights = list[list[float]]
Note = tuple[int, int, tuple[int, ...]]  # moment, seat, places of the weights


def squash(weight: float) -> float:
    """The logistic function."""
    return 1.0 if weight > 30 else 0.0 if weight < -30 else 1 / (1 + exp(-weight))


def rate(weight: float) -> float:
    """A chance in the parts that bots reckon with."""
    return WHOLE * squash(weight)


class LearningMatch(QuickMatch):
    """Some moves are made at random, and the positions are remembered."""

    explore = 0.0

    def choose(self, choices: Sequence[int], rate: Callable[[int], int]) -> int:
        return self.rng.choice(choices) if self.explores() else super().choose(choices, rate)

    def choose_action(self, actions: dict[Action, int]) -> Action:
        explores = len(actions) > 1 and self.explores()
        return self.rng.choice(list(actions)) if explores else super().choose_action(actions)

    def explores(self) -> bool:
        return self.rng.randbelow(1000) < 1000 * self.explore

    def note(self, moment: int, seat: int) -> None:
        noted.append((moment, seat, self.list_places(seat)))

    def list_places(self, seat: int) -> tuple[int, ...]:
        hands, goals = self.hands, self.get_goals(seat)
        return list_places(hands[seat], hands[1 - seat], goals, self.shuffled, self.classic, self.target)


class LearningSolo(QuickSolo, LearningMatch):
    """The same alone: the ends of both sides' turns, as the player sees them."""

    def note(self, moment: int, seat: int) -> None:
        QuickSolo.note(self, moment, seat)

    def note_end(self, moment: int) -> None:
        noted.append((moment, 0, self.list_places(0)))


noted: list[Note] = []


def play(weights: Weights, mode: str, target: int, rng: Random, explore: float) -> tuple[int, int]:
    """Play a match, appending its positions to `noted`. Return the winner and the number of turns."""
    noted.clear()
    deck = [STEPS[kind] for kind in DECK]
    rng.shuffle(deck)
    worth = Worth(weights, mode == "classic", target, rate)  # type: ignore[arg-type]  # floats while learning
    chance = Rng(rng.randbytes(16), "")
    kind = LearningSolo if mode == "solo" else LearningMatch
    match = kind(worth, chance, (sum(deck[:5]), sum(deck[5:10])), deck[10:], [STEPS[kind] for kind in SET_ASIDE])
    match.explore = explore
    seat, turns = rng.randrange(2), 0
    while match.winner is None and turns < LAST_TURN:
        match.take_turn(seat)
        seat, turns = 1 - seat, turns + 1
    return 1 if match.winner is None else match.winner, turns


def learn(weights: Weights, winner: int, speed: float) -> None:
    """Moves the weights of the positions noted towards what came later: TD(λ), the last first."""
    after = 1.0 - winner  # the chance of seat 0
    for moment, seat, places in reversed(noted):
        moment_weights = weights[moment]
        chance = squash(sum([moment_weights[place] for place in places]))
        step = speed * ((1 - after if seat else after) - chance)
        for place in places:
            moment_weights[place] += step
        after = TRACE * after + (1 - TRACE) * (1 - chance if seat else chance)
