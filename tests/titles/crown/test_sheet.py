"""The sheet's tables of actions and of the automaton, read a second time and slowly, over random matches."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from games.engine.chance import Chance, Rng
from games.engine.contract import Happening
from games.engine.values import Move
from games.titles.crown import rules
from games.titles.crown.moves import (
    Attack,
    Bishops,
    Defend,
    EndTurn,
    Give,
    Keep,
    Nobles,
    Pick,
    Reveal,
    Take,
    Yield,
)
from games.titles.crown.state import CrownState
from tests.titles.crown.positions import start

KINDS, BOTH = "PBNK", (False, True)
NOBLES = {"classic": {2: 2}, "adjusted": {2: 1, 3: 2, 4: 3}, "solo": {2: 1, 3: 2, 4: 3}}
EVERY_MOVE: list[Move] = [
    Reveal(), EndTurn(), Yield(),
    *(make(kind) for make in (Keep, Pick, Give, Take) for kind in KINDS),
    *(make(pair) for make in (Attack, Defend) for pair in BOTH),
    *(make(n, pair) for make in (Bishops, Nobles) for n in range(9) for pair in BOTH),
]  # fmt: skip
MATCHES = pytest.mark.parametrize(("mode", "number"), list(product(NOBLES, range(12))))


def steps(mode: str, number: int) -> Iterator[tuple[CrownState, CrownState, list[Happening]]]:
    """What happens in a random match: the state before, the state after, and all that is told."""
    state = start(mode=mode, targetPoints=15, revealPrincesAnyTime=number % 2 > 0)
    house, rng = Chance(bytes([number])), Rng(bytes([number]), mode)
    while True:
        step = rules.advance(state, house)
        if step is None and rules.over(state):
            return
        if step is None:
            (seat,) = rules.waiting_on(state)
            moves = [move for part in rules.legal(state, seat) for move in part.moves]  # type: ignore[union-attr]
            # Princes are kept from winning too soon, so that there is more to see.
            step = rules.apply(state, seat, rng.choice([move for move in moves if move != Reveal()]))
        yield state, step.state, [told.what for told in step.happenings]  # type: ignore[misc]
        state = step.state  # type: ignore[assignment]


def allowed(state: CrownState, seat: int) -> Iterator[Move]:
    """Everything that the sheet lets a seat do now, but for the hand limit."""
    hand, phase, mine = Counter(state.hands[seat]), state.phase, seat == state.player
    if state.asked is None:
        return
    if hand["P"] == 3 and (state.options.reveal_any_time or (mine and phase == "act")):
        yield Reveal()
    if phase == "keep" and mine:
        yield from map(Keep, state.drawn)
    if phase == "pick" and not mine:
        yield from map(Pick, state.passed[state.player])
    if phase == "give" and mine:
        yield from map(Give, state.passed[state.player])
    if phase == "choose" and mine:
        yield from map(Take, state.hands[state.other])
    if phase == "defend" and not mine:
        yield from (Defend(pair) for pair in BOTH if pays(hand, "K", 2, pair))
        yield Yield()
    if phase == "act" and mine:
        yield from actions(state, hand)


def actions(state: CrownState, hand: Counter[str]) -> Iterator[Move]:
    unshown = hand - Counter(state.tabled)
    yield from (Bishops(n, pair) for n in range(3, 9) for pair in BOTH if pays(unshown, "B", n, pair))
    yield from (Nobles(n, pair) for n in NOBLES[state.options.mode] for pair in BOTH if pays(hand, "N", n, pair))
    yield from (Attack(pair) for pair in BOTH if pays(hand, "K", 3, pair))
    yield EndTurn()


def pays(hand: Counter[str], kind: str, count: int, pair: bool) -> bool:
    return hand[kind] >= count - 1 and hand["P"] >= 2 if pair else hand[kind] >= count


@MATCHES
def test_moves_are_those_of_the_sheet(mode: str, number: int) -> None:
    for state, _, _ in steps(mode, number):
        for seat in range(1 if mode == "solo" else 2):
            legal = rules.legal(state, seat)
            assert {move for move in EVERY_MOVE if legal.contains(move)} == set(allowed(state, seat))
            if discards := legal.moves_of("discard"):
                held = Counter(state.hands[seat])
                ways = product(*(range(held[kind] + 1) for kind in KINDS))
                assert len(discards) == sum(sum(way) == sum(held.values()) // 2 for way in ways)
                assert all(not Counter(move.cards) - held for move in discards)  # type: ignore[attr-defined]


def best(nobles: int) -> int:
    """Most points for so many nobles of the automaton."""
    return max((n - 1 + best(nobles - n) for n in (2, 3, 4) if n <= nobles), default=0)


def worth(state: CrownState, one: Happening) -> int:
    """The points of bishops or nobles."""
    count = len(one.cards) - ("P" in one.cards)  # type: ignore[attr-defined]
    if one.type == "bishops-shown":
        return 1 if count == 3 else 2
    return best(count) if state.options.solo and state.player == 1 else NOBLES[state.options.mode][count]


@MATCHES
def test_effects_are_those_of_the_sheet(mode: str, number: int) -> None:
    for before, after, told in steps(mode, number):
        me, other = before.player, 1 - before.player
        gains = tuple(new - old for new, old in zip(after.scores, before.scores, strict=True))
        expected = {me: 0, other: 0}
        for one in told:
            if one.type in ("bishops-shown", "nobles-discarded"):
                expected[me] = worth(before, one)
            if one.type == "taken":
                lost = before.hands[other].count(one.kind)  # type: ignore[attr-defined]
                points = min(lost, before.scores[other])
                expected = {me: points, other: -points}
                assert one.kind not in after.hands[other]  # type: ignore[attr-defined]
                assert len(after.hands[other]) == len(before.hands[other]) - lost
            if one.type == "turn-ended":
                checked = mode != "solo" or me == 0
                assert (after.phase == "limit") is (checked and len(before.hands[me]) >= 8)
                assert after.hands == before.hands
            if one.type.startswith("discarded") and mode != "solo":
                assert len(after.hands[me]) == len(before.hands[me]) - len(before.hands[me]) // 2
        assert gains == (expected[0], expected[1])
        assert (max(after.scores) >= 15) is (after.winner is not None and not after.by_princes)


@pytest.mark.parametrize("number", range(40))
def test_the_automatons_turns_are_those_of_the_sheet(number: int) -> None:
    """Its whole turn is foretold from its hand when the turn begins."""
    hand: Counter[str] = Counter()
    done: list[str] = []
    for before, after, told in steps("solo", number):
        for one in told:
            if one.type == "turn-began":
                assert before.turn == 0 or len(before.hands[1]) >= 5, "it has drawn up to five"
            if one.type == "turn-began" and after.player == 1:
                hand, done = Counter(after.hands[1]), []
            elif before.player == 1 and one.type in ("bishops-shown", "nobles-discarded", "attacked"):
                done.append(one.type)
            elif before.player == 1 and one.type == "turn-ended":
                bishops = ["bishops-shown"] * (hand["B"] + hand["P"] // 2 >= 3)
                nobles = ["nobles-discarded"] * (hand["N"] >= 2)
                assert done == [*bishops, *nobles, *["attacked"] * (hand["K"] // 3)]
                assert hand["P"] < 3, "it would have won"
            elif one.type in ("defended", "yielded") and before.player == 0:
                knights, princes = before.hands[1].count("K"), before.hands[1].count("P")
                able = knights >= 2 or (knights == 1 and princes >= 2)
                assert one.type == ("defended" if able else "yielded")
            elif one.type == "taken" and before.player == 1:
                held = Counter(before.hands[0])
                most = max(held.values())
                assert one.kind == next(kind for kind in KINDS if held[kind] == most)  # type: ignore[attr-defined]
