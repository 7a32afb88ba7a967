"""Moves that may or may not be legal, made without knowing the title."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from games.engine.chance import Rng
from games.engine.game import Game, Move, State
from games.engine.serialization.canonical_json import dump_canonical, to_json

STRANGE: tuple[Any, ...] = (None, True, 1.5, "", "1", -1, 2**60, [], [[]], ["", ""], {}, {"type": "none"}, "x" * 3000)


@dataclass(frozen=True, slots=True)
class Pool:
    """The numbers and texts that occur in a state, hidden ones too: the most telling values to try."""

    numbers: tuple[int, ...]
    texts: tuple[str, ...]


def pool(state: State) -> Pool:
    numbers, texts = _leaves(to_json(state))
    near = {n + d for n in numbers for d in (-1, 0, 1)} | {-1, 0, 1, 2, 3, 10**6}
    return Pool(tuple(sorted(near)), tuple(sorted(texts | {"", "nothing"})))


def _leaves(plain: Any) -> tuple[set[int], set[str]]:
    """All whole numbers and all texts in a plain value."""
    numbers: set[int] = set()
    texts: set[str] = set()
    todo = [plain]
    while todo:
        part = todo.pop()
        if type(part) is int:
            numbers.add(part)
        elif type(part) is str:
            texts.add(part)
        elif type(part) is dict:
            todo += part.values()
        elif type(part) is list:
            todo += part
    return numbers, texts


def any_value(hint: Any, pool: Pool, rng: Rng) -> Any:
    """Some value of an annotated type."""
    hint = getattr(hint, "__supertype__", hint)
    origin, args = get_origin(hint), get_args(hint)
    simple: dict[Any, Callable[[], Any]] = {
        int: lambda: rng.choice(pool.numbers),
        str: lambda: rng.choice(pool.texts),
        bool: lambda: rng.percent_chance(50),
        NoneType: lambda: None,
    }
    if hint in simple:
        return simple[hint]()
    if origin is Literal:
        return rng.choice(args)
    if origin in (Union, UnionType):
        return any_value(rng.choice(args), pool, rng)
    if origin is tuple:
        parts = args[:1] * rng.randbelow(5) if args[-1] is Ellipsis else args
        return tuple(any_value(part, pool, rng) for part in parts)
    assert is_dataclass(hint)
    return any_move(hint, pool, rng)


hints_of: Callable[[type], dict[str, Any]] = cache(get_type_hints)


def any_move(kind: Any, pool: Pool, rng: Rng) -> Any:
    """A move of that class with any values in its fields."""
    hints = hints_of(kind)
    return kind(**{f.name: any_value(hints[f.name], pool, rng) for f in fields(kind)})


def mutate(move: Move, pool: Pool, rng: Rng) -> Move:
    """That move with one field changed; a move without fields stays."""
    names = [f.name for f in fields(move)]
    if not names:
        return move
    name = rng.choice(names)
    old = getattr(move, name)
    if type(old) is tuple and old and rng.percent_chance(60):
        return replace(move, **{name: _mangle(old, pool, rng)})
    return replace(move, **{name: any_value(hints_of(type(move))[name], pool, rng)})


def _mangle(items: tuple[Any, ...], pool: Pool, rng: Rng) -> tuple[Any, ...]:
    """One item gone, doubled, or made another; all in another order; or the same within one of the items."""
    at = rng.randbelow(len(items))
    old = items[at]
    if type(old) is tuple and old and rng.percent_chance(60):
        return (*items[:at], _mangle(old, pool, rng), *items[at + 1 :])
    other = rng.choice(pool.texts) if type(old) is str else old
    ways = (items[:at] + items[at + 1 :], (*items, old), (*items[:at], other, *items[at + 1 :]), rng.shuffled(items))
    return rng.choice(ways)


def probes(title: Game, state: State, seats: range, rng: Rng, count: int) -> list[Move]:
    """About `count` moves to try: legal ones of any seat, such with a change, and random ones of every kind."""
    values = pool(state)
    legal = [sets.sample(rng) for seat in seats for sets in title.rules.legal(state, seat)]
    legal = list(rng.shuffled(legal))[:count]
    changed = [mutate(move, values, rng) for move in legal]
    return legal + changed + [any_move(kind, values, rng) for kind in title.moves for _ in range(2)]


class Whole(int):
    """A number that is not quite one."""


class Word(str):
    __slots__ = ()


class Row(tuple):
    __slots__ = ()


def unlike(value: Any) -> list[Any]:
    """Values of other kinds, most of which Python takes for equal to this one."""
    if type(value) is tuple:
        inner = [Row(value), list(value), None]
        return inner + [(other, *value[1:]) for head in value[:1] for other in unlike(head)]
    if type(value) is str:
        return [Word(value), value.encode(), (value,), None, 7]
    if type(value) is bool:
        return [int(value), float(value), str(value), None]
    near = [Whole(value), float(value), Decimal(value), Fraction(value), complex(value), str(value), 2**70, None]
    return [*near, bool(value)]


def strange(move: Move) -> Iterator[Move]:
    """That move with one field of another kind, each in turn; but what makes itself a proper move of it is one."""
    for field in fields(move):
        for other in unlike(getattr(move, field.name)):
            try:
                variant = replace(move, **{field.name: other})
            except TypeError:
                continue
            if not _told_alike(variant, move):
                yield variant


def _told_alike(variant: Move, move: Move) -> bool:
    try:
        return dump_canonical(to_json(variant)) == dump_canonical(to_json(move))
    except TypeError:
        return False


def garbled(plain: dict[str, Any], rng: Rng) -> dict[str, Any]:
    """A move's JSON with a field gone, added, or of another kind."""
    way, field = rng.randbelow(3), rng.choice(sorted(plain))
    if way == 0:
        return {name: value for name, value in plain.items() if name != field}
    if way == 1:
        return plain | {"more": rng.choice(STRANGE)}
    return plain | {field: rng.choice(STRANGE)}
