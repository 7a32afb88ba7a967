"""The solo game: the player's draft, the automaton's steps, and who wins."""

from typing import Any

import pytest

from games.catalog.crown import rules
from games.catalog.crown.cards import automaton_noble_points
from games.catalog.crown.game import GAME
from games.catalog.crown.happenings import Given, Refilled
from games.catalog.crown.moves import Attack, Defend, EndTurn, Give, Keep, Nobles, Reveal, Take, Yield
from games.engine.chance import Chance
from tests.catalog.crown.positions import (
    automaton,
    cards,
    draft,
    hands,
    housed,
    played,
    refused,
    start,
    stocked,
    turn,
    until_asked,
)


def test_everything_but_the_deck_is_public() -> None:
    state = until_asked(start(mode="solo"))[0]
    public = GAME.view(state, None).public
    assert public.hands == hands(state)
    assert public.pile == state.public.pile
    step = housed(housed(start(mode="solo")).state)
    assert {happening.to for happening in step.happenings} == {None}


def test_the_player_shares_the_draft_out() -> None:
    state = played(draft("K2", "N2", "K1 N1 B1", mode="solo"), (0, Keep("B")))
    assert state.public.asked == 0
    assert refused(state, 0, EndTurn()) == "give-first"
    assert refused(state, 0, Give("B")) == "not-among-them"
    step = rules.apply(state, 0, Give("K"))
    assert [happening.happening for happening in step.happenings] == [Given("K", "N")]
    assert hands(step.state) == (cards("K2 B1"), cards("N2 K1"))
    assert step.state.public.pile == cards("N1")


def test_the_automaton_refills_before_its_turn() -> None:
    state = played(turn("", "B2 K1", mode="solo"), (0, EndTurn()))
    state = stocked(state, tuple("BNKNKKKKK"))
    after, happenings = until_asked(state)
    types = [happening.type for happening in happenings if happening.type != "turn-ended"]
    assert types == ["refilled", "turn-began", "bishops-shown", "turn-began", "drew-cards"]
    assert Refilled(1, cards("B1 N1")) in happenings
    assert (len(hands(after)[1]), after.public.asked) == (5, 0)


def test_the_automaton_refills_after_its_turn() -> None:
    _, happenings = until_asked(automaton("N4 K1", "N1"))
    refilled = next(happening for happening in happenings if isinstance(happening, Refilled))
    assert len(refilled.cards) == 4
    assert [happening.type for happening in happenings][:4] == [
        "nobles-discarded",
        "turn-ended",
        "refilled",
        "turn-began",
    ]


def test_the_automaton_has_no_hand_limit() -> None:
    after, happenings = until_asked(automaton("B2 P2 K2 N1", "N1"))
    assert not [happening for happening in happenings if happening.type == "discarded"]
    assert len(hands(after)[1]) == 7


def test_the_player_has_the_hand_limit() -> None:
    assert played(turn("K8", "B2", mode="solo"), (0, EndTurn())).public.phase == "limit"


@pytest.mark.parametrize(
    ("hand", "steps", "points"),
    [
        ("P3 B2 N4", ["princes-revealed"], 0),
        ("B4", ["bishops-shown", "turn-ended"], 2),
        ("B2 P2", ["bishops-shown", "turn-ended"], 1),
        ("B3 P2", ["bishops-shown", "turn-ended"], 2),
        ("B2 N1 K2", ["turn-ended"], 0),
        ("B3 N3", ["bishops-shown", "nobles-discarded", "turn-ended"], 3),
        ("N1 P2 K2", ["turn-ended"], 0),
    ],
)
def test_the_automatons_turn_in_its_order(hand: str, steps: list[str], points: int) -> None:
    state, types = automaton(hand, "N1"), []
    while state.public.player == 1 and state.public.phase == "auto":
        step = housed(state)
        state = step.state
        types += [happening.happening.type for happening in step.happenings]
    assert types == steps
    assert state.public.scores == (0, points)


@pytest.mark.parametrize(("count", "points"), [(2, 1), (3, 2), (4, 3), (5, 3), (6, 4), (7, 5), (8, 6), (9, 6)])
def test_its_nobles_in_the_best_sets(count: int, points: int) -> None:
    def best(remaining: int) -> int:
        return max((n - 1 + best(remaining - n) for n in (2, 3, 4) if n <= remaining), default=0)

    assert automaton_noble_points(count) == points == best(count)


def test_it_stops_at_the_target() -> None:
    state, happenings = until_asked(automaton("B3 N2 K3", "N1", (0, 9)))
    assert state.public.scores == (0, 10)
    assert [happening.type for happening in happenings] == ["bishops-shown", "match-ended"]


@pytest.mark.parametrize(
    ("hand", "answer"),
    [
        ("K2 P2", "K2"),
        ("K1 P2", "K1 P2"),
        ("K1 P1", ""),
        ("P3", ""),
        ("K5", "K2"),
    ],
)
def test_it_defends_whenever_it_can(hand: str, answer: str) -> None:
    step = housed(played(turn("K3", hand, mode="solo"), (0, Attack())))
    happening = step.happenings[0].happening
    assert happening.type == ("defended" if answer else "yielded")
    assert getattr(happening, "cards", ()) == cards(answer)


def test_the_player_chooses_the_kind_of_an_undefended_attack() -> None:
    open_hand = until_asked(played(turn("K3", "N3 B2", (0, 2), mode="solo"), (0, Attack())))[0]
    assert played(open_hand, (0, Take("N"))).public.scores == (2, 0)


def test_the_player_may_decline_to_defend() -> None:
    state = until_asked(automaton("K3", "K2 N3", (4, 0)))[0]
    assert rules.legal(state, 0).contains(Defend())
    after = until_asked(played(state, (0, Yield())))[0]
    assert after.public.scores == (1, 3)
    assert cards("K2") == tuple(card for card in hands(after)[0] if card == "K")


def test_a_loss_has_no_winner_and_the_second_place() -> None:
    state = until_asked(automaton("N4", "K2", (5, 8)))[0]
    assert rules.over(state)
    standing = rules.standing(state)
    assert (standing.places, standing.scores, standing.winners) == ((2,), (5,), ())


def test_a_win_is_the_players() -> None:
    won = until_asked(played(turn("N4", "K2", (7, 9), mode="solo"), (0, Nobles(4))))[0]
    assert (rules.standing(won).places, rules.standing(won).winners) == ((1,), (0,))
    princes = until_asked(played(turn("P3", "K2", mode="solo"), (0, Reveal())))[0]
    assert rules.standing(princes).winners == (0,)


def test_the_automaton_shows_three_princes_only_in_its_turn() -> None:
    state = turn("K2", "P3", mode="solo", reveal_princes_any_time=True)
    no_chance: Any = None
    assert rules.advance(state, no_chance) is None
    assert rules.over(until_asked(played(state, (0, EndTurn())))[0])


def test_it_may_begin() -> None:
    firsts = set()
    for seed in range(20):
        state = start(mode="solo")
        for _ in range(3):
            step = rules.advance(state, Chance(str(seed).encode()))
            assert step is not None
            state = step.state
        firsts.add((state.public.player, state.public.phase))
    assert firsts == {(0, "draw"), (1, "auto")}
