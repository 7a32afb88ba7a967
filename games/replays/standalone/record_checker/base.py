"""Hashes, chance, cards and the base class of all games."""

from __future__ import annotations

import copy
import hmac
import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

Frame = Any  # {"public": {…}, "own": [{…} of each seat], "hidden": {…}}, as record.md describes it
Cards = Any  # a list of texts


class Wrong(Exception):
    """What doesn't agree."""


def need(agrees: object, what: str) -> None:
    if not agrees:
        raise Wrong(what)


# --- hashes and chance ---------------------------------------------------------------------------------------------


def sha(*parts: bytes) -> str:
    return sha256(b"|".join(parts)).hexdigest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def canonical(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def read(text: str) -> Any:
    """The value of a JSON text in which no name stands twice, so that all who read it read the same."""
    return json.loads(text, object_pairs_hook=named_once)


def named_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    named = dict(pairs)
    need(len(named) == len(pairs), "a name stands twice")
    return named


class Chance:
    """The streams of numbers that follow from a key, one for each label."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def numbers(self, label: str) -> Iterator[int]:
        for counter in range(2**32):
            block = mac(self.key, f"{label}|{counter}")
            for at in (0, 8, 16, 24):
                yield int.from_bytes(block[at : at + 8], "big")

    def below(self, label: str, n: int) -> int:
        return below(self.numbers(label), n)

    def shuffled(self, label: str, cards: Sequence[str]) -> list[str]:
        deck, numbers = list(cards), self.numbers(label)
        for i in range(len(deck) - 1, 0, -1):
            j = below(numbers, i + 1)
            deck[i], deck[j] = deck[j], deck[i]
        return deck


def below(numbers: Iterator[int], n: int) -> int:
    """The next number that leaves no n of them more likely than others, modulo n."""
    for number in numbers:
        if number < 2**64 - 2**64 % n:
            return number % n
    raise Wrong("chance")


# --- cards -----------------------------------------------------------------------------------------------------------


def without(cards: Cards, gone: Iterable[str], what: str) -> list[str]:
    """The cards but for those that go, each of which must be there."""
    left = list(cards)
    for card in gone:
        need(card in left, f"{what}: no card {card} there")
        left.remove(card)
    return left


def together(places: Iterable[Cards]) -> list[str]:
    return [card for cards in places for card in cards]


def next_seat_with(row: Sequence[Any], after: int) -> int:
    """The next seat clockwise that has something."""
    for at in range(after + 1, after + 1 + len(row)):
        if row[at % len(row)]:
            return at % len(row)
    raise Wrong("nobody is left to deal")


class Step:
    """A state in the making: which cards must lie where after an event, and what must be told of them.

    It begins as a copy of the state before. `phases` are those that may come next.
    """

    def __init__(self, before: Frame) -> None:
        self.public = copy.deepcopy(before["public"])
        self.own = copy.deepcopy(before["own"])
        self.hidden = copy.deepcopy(before["hidden"])
        self.phases: tuple[str, ...] = ()
        self.told: list[dict[str, Any]] = []

    def tell(self, kind: str, /, **fields: Any) -> None:
        """Something that everybody is told."""
        self.told.append({"to": None, "what": {"type": kind, **fields}})

    def tell_seat(self, seat: int, kind: str, /, **fields: Any) -> None:
        """Something that only this seat is told."""
        self.told.append({"to": [seat], "what": {"type": kind, **fields}})


class Game:
    """The base of all games: what an event does is in methods named by the phase before it (`house_deal`) or by the
    move (`move_fold`). They change `step`; `now` is the state that the record tells, for what is taken on trust.
    """

    whole: tuple[str, ...] = ()  # the deck, in the order in which it lies before it is shuffled
    moves: dict[str, tuple[str, ...]] = {}  # the phases in which a move is possible
    # What everybody or a seat can be told, with the names of all that is told. What stands before "+" follows from the
    # cards and is checked; happenings that begin with "+" are left to others.
    happenings: dict[str, str] = {}

    def __init__(self, options: dict[str, Any], seats: int, chance: Chance) -> None:
        self.options, self.seats, self.chance = options, seats, chance

    def everybody(self) -> range:
        return range(self.seats)

    def shuffled(self, label: str) -> list[str]:
        return self.chance.shuffled(label, self.whole)

    def set_up(self, step: Step) -> None:
        """The table before anything has been dealt or drawn by lot."""
        raise NotImplementedError

    def facts(self, public: Any) -> dict[str, Any]:
        """What the public state says about cards, and about what decides where cards go."""
        raise NotImplementedError

    def places(self, state: Frame) -> list[Cards]:
        """The cards that must be the whole deck together, by place; no cards at all where none are dealt."""
        raise NotImplementedError

    def go_on(self, step: Step, taken: Frame) -> None:
        """A match that goes on from another whose hands all have been read: the rest of the deck is shuffled."""
        if step.hidden["deck"]:
            step.hidden["deck"] = self.chance.shuffled("fork", taken["hidden"]["deck"])

    def finish(self, step: Step) -> None:
        """What follows from where the cards lie."""

    def house(self, before: Frame, now: Frame) -> Step:
        """The step that the house has to make."""
        step, phase = Step(before), before["public"]["phase"]
        method = getattr(self, "house_" + phase.replace("-", "_"), None)
        if method is None:
            raise Wrong(f"the house has nothing to do in phase {phase}")
        method(step, now)
        self.finish(step)
        return step

    def decision(self, before: Frame, now: Frame, body: Any) -> Step:
        """What a seat's move does."""
        step, phase, move = Step(before), before["public"]["phase"], body["move"]
        need(move["type"] in self.moves, "unknown move")
        need(phase in self.moves[move["type"]], f"a move {move['type']} in phase {phase}")
        need(body["seat"] in self.everybody(), "whose move it is")
        getattr(self, "move_" + move["type"].replace("-", "_"))(step, now, body["seat"], move, body)
        self.finish(step)
        return step

    def check(self, step: Step, now: Frame, happenings: Any) -> None:
        """Raises Wrong unless state and happenings are those of the step."""
        need(now["public"]["options"] == self.options, "the options have changed")
        must, said = self.facts(step.public), self.facts(now["public"])
        for name, value in must.items():
            need(said[name] == value, f"public: {name}")
        need(len(now["own"]) == len(step.own), "seats")
        for seat, own in enumerate(step.own):
            need(now["own"][seat] == own, f"the cards of seat {seat + 1}")
        need(now["hidden"] == step.hidden, "the hidden cards")
        need(now["public"]["phase"] in step.phases, f"phase {now['public']['phase']} instead of {step.phases}")
        self.check_whole(now)
        self.check_told(step.told, happenings)

    def check_whole(self, state: Frame) -> None:
        """No card more, none less."""
        cards = sorted(together(self.places(state)))
        need(not cards or cards == sorted(self.whole), "the cards are not one whole deck")

    def check_told(self, must: list[dict[str, Any]], happenings: Any) -> None:
        told = []
        for one in happenings:
            need(one.keys() == {"to", "what"}, "unknown part of a happening")
            kind = one["what"]["type"]
            need(kind in self.happenings, f"unknown happening {kind}")
            checked, plus, others = self.happenings[kind].partition("+")
            names = checked.split()
            need(one["what"].keys() <= {"type", *names, *others.split()}, f"unknown part of happening {kind}")
            if not names and plus:
                need(one["to"] is None, f"happening {kind} is not told to everybody")
            else:
                told.append({"to": one["to"], "what": {"type": kind, **{name: one["what"][name] for name in names}}})
        left = [canonical(one) for one in must]
        for one in told:
            need(canonical(one) in left, f"happening {one['what']['type']}")
            left.remove(canonical(one))
        need(not left, f"happening missing: {json.loads(left[0])['what']['type'] if left else ''}")


GAMES: dict[str, type[Game]] = {}  # by slug; each game's part adds its class


def hands_told(outcome: Any, names: Sequence[str]) -> Any:
    """Of how a hand or round ended what tells of cards: these parts, and the hands that were opened, by seat."""
    if outcome is None:
        return None
    hands = sorted((one["seat"], one["cards"]) for one in outcome["hands"])
    return {**{name: outcome[name] for name in names}, "hands": [{"seat": seat, "cards": c} for seat, c in hands]}
