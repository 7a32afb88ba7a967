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
    """A mismatch in the record."""


def need(agrees: object, what: str) -> None:
    """Raise Wrong with this text unless the first value is true."""
    if not agrees:
        raise Wrong(what)


# --- hashes and chance -----------------------------------------------------------------------------------------------


def sha(*parts: bytes) -> str:
    return sha256(b"|".join(parts)).hexdigest()


def mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def canonical(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def read(text: str) -> Any:
    """Parse JSON. Raise Wrong if an object has a name twice: parsers differ in which of the values they return."""
    return json.loads(text, object_pairs_hook=require_unique_names)


def require_unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    need(len(fields) == len(pairs), "a name stands twice")
    return fields


class Chance:
    """Streams of numbers that are determined by a key, one for each label."""

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
    """Return a number from 0 to n - 1. Numbers that would make some results more likely are skipped."""
    for number in numbers:
        if number < 2**64 - 2**64 % n:
            return number % n
    raise Wrong("chance")


# --- cards -----------------------------------------------------------------------------------------------------------


def without(cards: Cards, removed: Iterable[str], what: str) -> list[str]:
    """Return the cards without some of them. Raise Wrong if one of those isn't there."""
    remaining = list(cards)
    for card in removed:
        need(card in remaining, f"{what}: no card {card} there")
        remaining.remove(card)
    return remaining


def together(places: Iterable[Cards]) -> list[str]:
    return [card for cards in places for card in cards]


def next_seat_with(row: Sequence[Any], after: int) -> int:
    """Return the next seat clockwise whose entry in the row is true."""
    for at in range(after + 1, after + 1 + len(row)):
        if row[at % len(row)]:
            return at % len(row)
    raise Wrong("no one is left to deal")


class Step:
    """The state that must follow an event, and the happenings that must be in it.

    It begins as a copy of the previous state. `phases` are the possible next ones.
    """

    def __init__(self, before: Frame) -> None:
        self.public = copy.deepcopy(before["public"])
        self.own = copy.deepcopy(before["own"])
        self.hidden = copy.deepcopy(before["hidden"])
        self.phases: tuple[str, ...] = ()
        self.happenings: list[dict[str, Any]] = []

    def tell(self, kind: str, /, **fields: Any) -> None:
        """Add a happening that everyone sees."""
        self.happenings.append({"to": None, "what": {"type": kind, **fields}})

    def tell_seat(self, seat: int, kind: str, /, **fields: Any) -> None:
        """Add a happening that only this seat sees."""
        self.happenings.append({"to": [seat], "what": {"type": kind, **fields}})


class Game:
    """The base of all games.

    The methods for what events do are named after the previous phase (`house_deal`) or the move (`move_fold`). They
    change `step`. `claimed` is the state in the record, for values that are taken on trust.
    """

    full_deck: tuple[str, ...] = ()  # in the order before the shuffle
    moves: dict[str, tuple[str, ...]] = {}  # the phases in which each move is possible
    # The fields of each happening. Those before "+" follow from the cards and are checked, those after it are not.
    # Happenings that begin with "+" may be missing.
    happenings: dict[str, str] = {}

    def __init__(self, options: dict[str, Any], seats: int, chance: Chance) -> None:
        self.options, self.seats, self.chance = options, seats, chance

    def all_seats(self) -> range:
        return range(self.seats)

    def shuffled(self, label: str) -> list[str]:
        return self.chance.shuffled(label, self.full_deck)

    def set_up(self, step: Step) -> None:
        """Set the table before anything is dealt or drawn by lot."""
        raise NotImplementedError

    def facts(self, public: Any) -> dict[str, Any]:
        """Return the public values about cards, and those that decide where cards go."""
        raise NotImplementedError

    def places(self, state: Frame) -> list[Cards]:
        """Return the cards by place. Together they must be the full deck, or none before the deal."""
        raise NotImplementedError

    def begin_fork(self, step: Step, taken: Frame) -> None:
        """Shuffle the rest of the deck, for a match that goes on from another one in which all hands were read."""
        if step.hidden["deck"]:
            step.hidden["deck"] = self.chance.shuffled("fork", taken["hidden"]["deck"])

    def finish(self, step: Step) -> None:
        """Set the values that follow from where the cards are. Called after each event."""

    def house(self, before: Frame, claimed: Frame) -> Step:
        """Return the step that the house must make."""
        step, phase = Step(before), before["public"]["phase"]
        method = getattr(self, "house_" + phase.replace("-", "_"), None)
        if method is None:
            raise Wrong(f"the house has nothing to do in phase {phase}")
        method(step, claimed)
        self.finish(step)
        return step

    def decision(self, before: Frame, claimed: Frame, body: Any) -> Step:
        """Return the step that a seat's move makes."""
        step, phase, move = Step(before), before["public"]["phase"], body["move"]
        need(move["type"] in self.moves, "unknown move")
        need(phase in self.moves[move["type"]], f"a move {move['type']} in phase {phase}")
        need(body["seat"] in self.all_seats(), "whose move it is")
        getattr(self, "move_" + move["type"].replace("-", "_"))(step, claimed, body["seat"], move, body)
        self.finish(step)
        return step

    def check(self, step: Step, claimed: Frame, happenings: Any) -> None:
        """Raise Wrong unless state and happenings are those of the step."""
        need(claimed["public"]["options"] == self.options, "the options have changed")
        facts, claimed_facts = self.facts(step.public), self.facts(claimed["public"])
        for name, value in facts.items():
            need(claimed_facts[name] == value, f"public: {name}")
        need(len(claimed["own"]) == len(step.own), "seats")
        for seat, own in enumerate(step.own):
            need(claimed["own"][seat] == own, f"the cards of seat {seat + 1}")
        need(claimed["hidden"] == step.hidden, "the hidden cards")
        phase = claimed["public"]["phase"]
        need(phase in step.phases, f"phase {phase} instead of {step.phases}")
        self.check_deck(claimed)
        self.check_happenings(step.happenings, happenings)

    def check_deck(self, state: Frame) -> None:
        """Raise Wrong if a card is missing or there is one too many."""
        cards = sorted(together(self.places(state)))
        need(not cards or cards == sorted(self.full_deck), "the cards are not one whole deck")

    def check_happenings(self, expected: list[dict[str, Any]], happenings: Any) -> None:
        checked = []
        for happening in happenings:
            need(happening.keys() == {"to", "what"}, "unknown part of a happening")
            to, what = happening["to"], happening["what"]
            kind = what["type"]
            need(kind in self.happenings, f"unknown happening {kind}")
            certain, plus, trusted = self.happenings[kind].partition("+")
            names = certain.split()
            need(what.keys() <= {"type", *names, *trusted.split()}, f"unknown part of happening {kind}")
            if not names and plus:
                need(to is None, f"happening {kind} is not public")
            else:
                checked.append({"to": to, "what": {"type": kind, **{name: what[name] for name in names}}})
        missing = [canonical(happening) for happening in expected]
        for happening in checked:
            need(canonical(happening) in missing, f"happening {happening['what']['type']}")
            missing.remove(canonical(happening))
        need(not missing, f"happening missing: {json.loads(missing[0])['what']['type'] if missing else ''}")


GAMES: dict[str, type[Game]] = {}  # by slug; each game's part adds its class


def pick_card_facts(outcome: Any, names: Sequence[str]) -> Any:
    """Return these values of how a hand or round ended, and the hands that were opened, by seat."""
    if outcome is None:
        return None
    hands = sorted((hand["seat"], hand["cards"]) for hand in outcome["hands"])
    return {**{name: outcome[name] for name in names}, "hands": [{"seat": seat, "cards": c} for seat, c in hands]}
