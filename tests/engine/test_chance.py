"""Chance against its description: a second implementation (`reference.py`) and fixed vectors that must never change."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Chance, Rng, derive_chance_key, generate_server_seed, hash_server_seed
from tests.engine import reference

SEED = bytes(range(32))
TABLE = "k3PzQ8"
secrets = st.binary(min_size=32, max_size=32)
labels = st.text("abcdefghijklmnopqrstuvwxyz/0123456789|札", max_size=16)


@given(secrets, labels)
def test_commitment(seed: bytes, table: str) -> None:
    assert hash_server_seed(table, seed) == reference.commitment(table, seed)


@given(secrets, labels, st.lists(st.sampled_from(["", "ab" * 32, "0f" * 32]), max_size=6))
def test_key(seed: bytes, table: str, seat_hashes: list[str]) -> None:
    assert derive_chance_key(table, seed, seat_hashes) == reference.key(table, seed, seat_hashes)


@given(secrets, labels, st.lists(st.text(max_size=3), max_size=60))
def test_shuffle(key: bytes, label: str, items: list[str]) -> None:
    assert list(Chance(key).shuffled(label, items)) == reference.shuffled(key, label, items)


@given(secrets, labels, st.lists(st.integers(1, 2**64), min_size=1, max_size=12))
def test_below_takes_the_numbers_of_the_stream_in_turn(key: bytes, label: str, bounds: list[int]) -> None:
    rng, stream = Chance(key).stream(label), reference.numbers(key, label, 400)
    assert [rng.randbelow(n) for n in bounds] == [reference.below(stream, n) for n in bounds]


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 200])
def test_keys_of_any_length(length: int) -> None:
    key = b"k" * length
    rng = Rng(key, "any")
    assert [rng.randbelow(2**64) for _ in range(9)] == reference.numbers(key, "any", 9)


def test_rejection() -> None:
    """With n = 2**63 + 1 nearly half of all numbers are at or above the largest multiple, and are thrown away."""
    n = 2**63 + 1
    raw = reference.numbers(SEED, "reject", 200)
    numbers = [number for number in raw if number < n]
    assert 60 < len(numbers) < 140
    rng = Rng(SEED, "reject")
    assert [rng.randbelow(n) for _ in range(50)] == numbers[:50]


def test_fixed_vectors() -> None:
    """Revealed tables are checked with these bytes forever."""
    assert hash_server_seed(TABLE, SEED) == "35a8866c2b65abb36ccc9fb05ba632f5bbcf302a3e85c4b27c99def38f19373a"
    key = derive_chance_key(TABLE, SEED, ["", "ab" * 32])
    assert key.hex() == "1a30aeb37f44b11840e328f1f3d6f3d95fcd419c59cd9dd436abd6dcb1f4df70"
    assert Chance(key).shuffled("hand/1/deck", "A23456789") == tuple("96427385A")
    rng = Rng(key, "hand/1/dealer")
    assert [rng.randbelow(6) for _ in range(12)] == [4, 1, 5, 0, 5, 0, 5, 1, 0, 1, 2, 3]


@given(secrets, labels)
def test_labels_are_streams_of_their_own(key: bytes, label: str) -> None:
    chance = Chance(key)
    first = chance.randbelow(label, 2**64)
    chance.shuffled("another", range(30))
    assert chance.randbelow(label, 2**64) == first
    assert chance.randbelow(label + "x", 2**64) != first


def test_seat_hashes_stand_in_seat_order() -> None:
    assert len({derive_chance_key(TABLE, SEED, hashes) for hashes in ([], [""], ["", "a"], ["a", ""], ["a"])}) == 5


def test_every_order_is_equally_likely() -> None:
    """6,000 shuffles of three: each of six orders about 1,000 times (six standard deviations either way)."""
    rng = Rng(SEED, "fair")
    orders = Counter(rng.shuffled("abc") for _ in range(6000))
    assert len(orders) == 6
    assert all(820 < count < 1180 for count in orders.values()), orders


def test_every_few_cards_are_drawn_equally_often_and_none_is_lost() -> None:
    """6,000 times two of three: each of six pairs about 1,000 times, as above."""
    rng, cards = Rng(SEED, "few"), list("abc")
    pairs = Counter(tuple(rng.partial_shuffle(cards, 2)) for _ in range(6000))
    assert len(pairs) == 6
    assert all(820 < count < 1180 for count in pairs.values()), pairs
    assert sorted(cards) == list("abc")


def test_percent() -> None:
    rng = Rng(SEED, "percent")
    assert not any(rng.percent_chance(0) for _ in range(200))
    assert all(rng.percent_chance(100) for _ in range(200))
    assert 180 < sum(rng.percent_chance(25) for _ in range(1000)) < 320


@pytest.mark.parametrize("n", [0, -1, 2**64 + 1])
def test_below_refuses_bounds_out_of_reach(n: int) -> None:
    with pytest.raises(ValueError):
        Rng(SEED, "x").randbelow(n)


def test_choice_of_nothing_is_an_error() -> None:
    with pytest.raises(ValueError):
        Rng(SEED, "x").choice(())


def test_new_seeds() -> None:
    seeds = {generate_server_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}


def test_chance_does_not_tell_its_key() -> None:
    assert repr(Chance(SEED)) == "<Chance>"
    assert SEED.hex() not in f"{Chance(SEED)} {Rng(SEED, 'x')!r}"
