"""Frozen values of every shape the codec knows, and strategies that make them."""

from dataclasses import dataclass
from typing import Literal, NewType

from hypothesis import strategies as st

from games.engine.serialization.values import Move

Card = NewType("Card", str)


@dataclass(frozen=True, slots=True)
class Inner:
    card: Card
    open: bool
    count: int | None = None


class Call(Move):
    card: int


class Draw(Move):
    cards: tuple[str, ...] = ()


class Split(Move):
    piles: tuple[tuple[str, ...], ...]


class Answer(Move):
    sure: bool
    word: Literal["yes", "no"] = "no"


@dataclass(frozen=True, slots=True)
class Whole:
    number: int
    text: str
    flag: bool
    nothing: None
    pair: tuple[int, str]
    many: tuple[int, ...]
    deep: tuple[tuple[str, ...], ...]
    one: Inner
    others: tuple[Inner | None, ...]
    word: Literal["on", "off", 3]
    last: Call | Draw | None
    mixed: int | str


MOVES: tuple[type[Move], ...] = (Call, Draw, Split, Answer)

numbers = st.integers(-(2**53) + 1, 2**53 - 1)
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
cards = st.sampled_from(["K7", "P4", "W10", "FQ", "X1"])


def tuples_of(items: st.SearchStrategy) -> st.SearchStrategy:
    return st.lists(items, max_size=4).map(tuple)


moves = st.one_of(
    st.builds(Call, numbers),
    st.builds(Draw, tuples_of(cards)),
    st.builds(Split, st.lists(tuples_of(cards), min_size=1, max_size=3).map(tuple)),
    st.builds(Answer, st.booleans(), st.sampled_from(["yes", "no"])),
)
inners = st.builds(Inner, cards, st.booleans(), st.none() | numbers)
wholes = st.builds(
    Whole,
    number=numbers,
    text=texts,
    flag=st.booleans(),
    nothing=st.none(),
    pair=st.tuples(numbers, texts),
    many=tuples_of(numbers),
    deep=tuples_of(tuples_of(cards)),
    one=inners,
    others=tuples_of(inners | st.none()),
    word=st.sampled_from(["on", "off", 3]),
    last=st.one_of(st.none(), st.builds(Call, numbers), st.builds(Draw, tuples_of(cards))),
    mixed=numbers | texts,
)
plain_json = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=25,
)
