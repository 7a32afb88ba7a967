"""The sheet's tables of actions and of the automaton, read a second time and slowly, over random matches."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from games.catalog.crown import rules
from games.catalog.crown.moves import (
    Attack,
    Bishops,
    Defend,
    Discard,
    EndTurn,
    Give,
    Keep,
    Move,
    Nobles,
    Pick,
    Reveal,
    Take,
    Yield,
)
from games.catalog.crown.state import CrownState
from games.engine.chance import Chance, Rng
from tests.catalog.crown.positions import drafted, hands, legal_moves, start

KINDS, BOTH = "PBNK", (False, True)
NOBLES = {"classic": {2: 2}, "adjusted": {2: 1, 3: 2, 4: 3}, "solo": {2: 1, 3: 2, 4: 3}}
EVERY_MOVE: list[Move] = [
    Reveal(), EndTurn(), Yield(),
    *(make(kind) for make in (Keep, Pick, Give, Take) for kind in KINDS),
    *(make(pair) for make in (Attack, Defend) for pair in BOTH),
    *(make(n, pair) for make in (Bishops, Nobles) for n in range(9) for pair in BOTH),
]  # fmt: skip
MATCHES = pytest.mark.parametrize(("mode", "number"), list(product(NOBLES, range(12))))


def steps(mode: str, number: int) -> Iterator[tuple[CrownState, CrownState, list[Any]]]:
    """Yield the steps of a random match: the state before, the state after, and all happenings."""
    state = start(mode=mode, target_points=15, reveal_princes_any_time=number % 2 > 0)
    house, rng = Chance(bytes([number])), Rng(bytes([number]), mode)
    while True:
        step = rules.advance(state, house)
        if step is None and rules.over(state):
            return
        if step is None:
            (seat,) = rules.waiting_on(state)
            moves = legal_moves(state, seat)
            # Princes are kept from winning too soon, so that there is more to see.
            step = rules.apply(state, seat, rng.choice([move for move in moves if move != Reveal()]))
        yield state, step.state, [happening.happening for happening in step.happenings]
        state = step.state


def allowed(state: CrownState, seat: int) -> Iterator[Move]:
    """Everything that the sheet lets a seat do now, but for the hand limit."""
    hand, phase, is_turn = Counter(hands(state)[seat]), state.public.phase, seat == state.public.player
    if state.public.asked is None:
        return
    if hand["P"] == 3 and (state.public.options.reveal_princes_any_time or (is_turn and phase == "act")):
        yield Reveal()
    if phase == "keep" and is_turn:
        yield from map(Keep, drafted(state))
    if phase == "pick" and not is_turn:
        yield from map(Pick, drafted(state))
    if phase == "give" and is_turn:
        yield from map(Give, drafted(state))
    if phase == "choose" and is_turn:
        yield from map(Take, hands(state)[state.public.other])
    if phase == "defend" and not is_turn:
        yield from (Defend(pair) for pair in BOTH if pays(hand, "K", 2, pair))
        yield Yield()
    if phase == "act" and is_turn:
        yield from actions(state, hand)


def actions(state: CrownState, hand: Counter[str]) -> Iterator[Move]:
    unshown = hand - Counter(state.public.tabled)
    yield from (Bishops(n, pair) for n in range(3, 9) for pair in BOTH if pays(unshown, "B", n, pair))
    yield from (Nobles(n, pair) for n in NOBLES[state.public.options.mode] for pair in BOTH if pays(hand, "N", n, pair))
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
                held = Counter(hands(state)[seat])
                ways = product(*(range(held[kind] + 1) for kind in KINDS))
                assert len(discards) == sum(sum(way) == sum(held.values()) // 2 for way in ways)
                assert all(isinstance(move, Discard) and not Counter(move.cards) - held for move in discards)


def best(nobles: int) -> int:
    """Most points for so many nobles of the automaton."""
    return max((n - 1 + best(nobles - n) for n in (2, 3, 4) if n <= nobles), default=0)


def worth(state: CrownState, happening: Any) -> int:
    """The points of bishops or nobles."""
    count = len(happening.cards) - ("P" in happening.cards)
    if happening.type == "bishops-shown":
        return 1 if count == 3 else 2
    mode = state.public.options.mode
    return best(count) if mode == "solo" and state.public.player == 1 else NOBLES[mode][count]


@MATCHES
def test_effects_are_those_of_the_sheet(mode: str, number: int) -> None:
    for before, after, happenings in steps(mode, number):
        me, other = before.public.player, 1 - before.public.player
        gains = tuple(new - old for new, old in zip(after.public.scores, before.public.scores, strict=True))
        expected = {me: 0, other: 0}
        for happening in happenings:
            if happening.type in ("bishops-shown", "nobles-discarded"):
                expected[me] = worth(before, happening)
            if happening.type == "taken":
                taken_count = hands(before)[other].count(happening.kind)
                points = min(taken_count, before.public.scores[other])
                expected = {me: points, other: -points}
                assert happening.kind not in hands(after)[other]
                assert len(hands(after)[other]) == len(hands(before)[other]) - taken_count
            if happening.type == "turn-ended":
                checked = mode != "solo" or me == 0
                assert (after.public.phase == "limit") is (checked and len(hands(before)[me]) >= 8)
                assert hands(after) == hands(before)
            if happening.type.startswith("discarded") and mode != "solo":
                assert len(hands(after)[me]) == len(hands(before)[me]) - len(hands(before)[me]) // 2
        assert gains == (expected[0], expected[1])
        assert (max(after.public.scores) >= 15) is (after.public.winner is not None and not after.public.by_princes)


@pytest.mark.parametrize("number", range(40))
def test_the_automatons_turns_are_those_of_the_sheet(number: int) -> None:
    """Its whole turn is foretold from its hand when the turn begins."""
    hand: Counter[str] = Counter()
    actions: list[str] = []
    for before, after, happenings in steps("solo", number):
        for happening in happenings:
            if happening.type == "turn-began":
                assert before.public.turn == 0 or len(hands(before)[1]) >= 5, "it has drawn up to five"
            if happening.type == "turn-began" and after.public.player == 1:
                hand, actions = Counter(hands(after)[1]), []
            elif before.public.player == 1 and happening.type in ("bishops-shown", "nobles-discarded", "attacked"):
                actions.append(happening.type)
            elif before.public.player == 1 and happening.type == "turn-ended":
                bishops = ["bishops-shown"] * (hand["B"] + hand["P"] // 2 >= 3)
                nobles = ["nobles-discarded"] * (hand["N"] >= 2)
                assert actions == [*bishops, *nobles, *["attacked"] * (hand["K"] // 3)]
                assert hand["P"] < 3, "it would have won"
            elif happening.type in ("defended", "yielded") and before.public.player == 0:
                knights, princes = hands(before)[1].count("K"), hands(before)[1].count("P")
                able = knights >= 2 or (knights == 1 and princes >= 2)
                assert happening.type == ("defended" if able else "yielded")
            elif happening.type == "taken" and before.public.player == 1:
                held = Counter(hands(before)[0])
                highest = max(held.values())
                assert happening.kind == next(kind for kind in KINDS if held[kind] == highest)
