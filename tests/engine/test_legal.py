"""The closed sets of legal moves: what they hold, what they draw, what they say as JSON."""

from collections.abc import Iterable
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalog.get9 import moves as get9
from games.engine.chance import Rng
from games.engine.legal_moves import Amount, Arrange, Choice, Legal, Pick
from games.engine.serialization.values import Move
from tests.contract.harness import legal_json
from tests.engine.values import Answer, Call, Draw, Split, moves

CARDS = ("K1", "K2", "P4", "B5")
rngs = st.integers(0, 10**6).map(lambda n: Rng(b"legal", str(n)))
amounts = st.builds(
    lambda low, span, step: Amount(Call, "card", low, low + span, step),
    st.integers(-50, 50), st.integers(0, 60), st.integers(1, 9),
)  # fmt: skip
picks = st.builds(
    lambda count, low, span: Pick(Draw, "cards", CARDS[:count], min(low, count), min(low + span, count)),
    st.integers(1, 4), st.integers(0, 4), st.integers(0, 4),
)  # fmt: skip
arrangements = st.sampled_from([(4,), (2, 2), (1, 3), (1, 1, 2)]).map(
    lambda shape: Arrange(Split, "piles", CARDS, shape)
)
choices = st.lists(moves, min_size=1, max_size=4).map(lambda items: Choice(tuple(items)))
any_set = st.one_of(amounts, picks, arrangements, choices)


@given(any_set, rngs)
def test_a_set_holds_what_it_draws(part: Choice | Amount | Pick | Arrange, rng: Rng) -> None:
    move = part.sample(rng)
    assert part.contains(move)
    assert move.type in part.types


@given(st.lists(any_set, min_size=1, max_size=4), moves, rngs)
def test_a_legal_is_the_union_of_its_sets(parts: list[Choice | Amount | Pick | Arrange], move: Move, rng: Rng) -> None:
    legal = Legal(tuple(parts))
    assert legal.contains(move) == any(part.contains(move) for part in parts)
    assert legal.contains(legal.sample(rng))
    assert list(legal) == parts


def held(part: Choice | Amount | Pick | Arrange, candidates: Iterable[Move]) -> list[Move]:
    return [move for move in candidates if part.contains(move)]


def test_amounts() -> None:
    part = Amount(Call, "card", 10, 35, 10)
    assert held(part, map(Call, range(-100, 100))) == [Call(10), Call(20), Call(30)]
    assert not part.contains(Call(True))
    assert not Amount(Call, "card", 0, 1).contains(Call(True)), "True is no number"
    rng = Rng(b"amount", "x")
    assert {part.sample(rng) for _ in range(100)} == {Call(10), Call(20), Call(30)}


def test_picks() -> None:
    part = Pick(Draw, "cards", CARDS[:3], 1, 2)
    tries = [Draw(cards) for n in range(5) for cards in permutations(CARDS, n)]
    assert set(held(part, tries)) == {Draw(cards) for n in (1, 2) for cards in permutations(CARDS[:3], n)}
    assert not part.contains(Draw(("K1", "K1")))
    rng = Rng(b"pick", "x")
    assert {part.sample(rng).cards for _ in range(300)} == {
        ("K1",),
        ("K2",),
        ("P4",),
        ("K1", "K2"),
        ("K1", "P4"),
        ("K2", "P4"),
    }


def test_arrangements() -> None:
    part = Arrange(Split, "piles", CARDS, (1, 3))
    assert part.contains(Split((("P4",), ("K2", "B5", "K1"))))
    assert not part.contains(Split((("P4",), ("K2", "B5"))))
    assert not part.contains(Split((("P4",), ("K2", "B5", "B5"))))
    assert not part.contains(Split((("K2", "B5", "K1"), ("P4",))))
    assert not part.contains(Split((("P4",), ("K2", "B5", "K1"), ())))
    rng = Rng(b"arrange", "x")
    assert {part.sample(rng).piles[0] for _ in range(100)} == {(card,) for card in CARDS}


def test_an_arrangement_may_name_a_card_of_its_first_pile() -> None:
    part = Arrange(get9.Split, "piles", CARDS, (2, 2), first="card")
    piles = (("K1", "P4"), ("K2", "B5"))
    assert held(part, [get9.Split(piles, card) for card in ("", *CARDS, "X")]) == [
        get9.Split(piles, card) for card in ("", "K1", "P4")
    ]
    samples = [part.sample(Rng(b"first", str(n))) for n in range(60)]
    assert {move.card in move.piles[0] for move in samples} == {True, False}
    assert all(part.contains(move) for move in samples)


def test_copies_of_a_card_are_told_apart_by_their_count() -> None:
    part = Arrange(Split, "piles", ("K1", "K1", "P4"), (2, 1))
    assert part.contains(Split((("K1", "K1"), ("P4",))))
    assert not part.contains(Split((("K1", "P4"), ("P4",))))


@pytest.mark.parametrize(
    "part", [Amount(Call, "card", 0, 9), Pick(Draw, "cards", CARDS, 0, 4), Arrange(Split, "piles", CARDS, (4,))]
)
def test_a_set_holds_moves_of_its_own_kind_only(part: Amount | Pick | Arrange) -> None:
    other_moves = [Call(1), Draw(CARDS), Split((CARDS,)), Answer(True)]
    assert held(part, other_moves) == [move for move in other_moves if type(move) is part.make]


def test_nothing_is_legal() -> None:
    assert not Legal()
    assert not Legal().contains(Call(1))
    with pytest.raises(ValueError):
        Legal().sample(Rng(b"none", "x"))


def test_finding_sets_and_moves_by_type() -> None:
    buttons, amount = (
        Choice(
            (Answer(True), Draw(())),
        ),
        Amount(Call, "card", 1, 3),
    )
    legal = Legal((buttons, amount))
    assert legal
    assert legal.of("call") is amount
    assert legal.of("draw") is buttons
    assert legal.of("split") is None
    assert legal.moves_of("answer") == (Answer(True),)
    assert legal.moves_of("call") == ()


def test_as_json() -> None:
    legal = Legal((Choice((Answer(True),)), Amount(Call, "card", 1, 3), Pick(Draw, "cards", ("K1",), 0, 1)))
    assert legal_json(legal) == [
        {"set": "choice", "moves": [{"type": "answer", "sure": True, "word": "no"}]},
        {"set": "amount", "make": "call", "field": "card", "min": 1, "max": 3, "step": 1},
        {"set": "pick", "make": "draw", "field": "cards", "cards": ["K1"], "min": 0, "max": 1},
    ]
    assert legal_json(Legal()) == []
