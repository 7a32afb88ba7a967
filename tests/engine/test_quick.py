"""`quick` changes what a frozen dataclass costs and nothing else."""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from games.engine.quick import quick
from games.engine.values import Move, State


@quick
@dataclass(frozen=True, slots=True)
class Bid(Move):
    type = "bid"
    seat: int
    coins: int = 1


@quick
@dataclass(frozen=True, slots=True)
class Sorted(Move):
    type = "sorted"
    cards: tuple[str, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards)))


@quick
@dataclass(frozen=True, slots=True, repr=False)
class Table(State):
    pot: int
    turn: int = 0


@dataclass(frozen=True, slots=True, repr=False)
class Plain(State):
    pot: int
    turn: int = 0


def test_is_made_as_before() -> None:
    assert Bid(2) == Bid(seat=2, coins=1) == Bid(2, 1) != Bid(2, 2)
    assert len({Bid(2), Bid(2, 1), Bid(3)}) == 2
    assert repr(Bid(2, 3)) == "Bid(seat=2, coins=3)"
    assert type(Bid(2)) is Bid
    assert isinstance(Bid(2), Move)
    assert list(inspect.signature(Bid).parameters) == ["seat", "coins"]


@pytest.mark.parametrize("make", [lambda: Bid(), lambda: Bid(1, 2, 3), lambda: Bid(1, chips=2)])  # type: ignore[call-arg]
def test_refuses_other_fields(make: object) -> None:
    with pytest.raises(TypeError):
        make()  # type: ignore[operator]


def test_stays_frozen() -> None:
    bid = Bid(2)
    with pytest.raises(FrozenInstanceError):
        bid.coins = 5  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del bid.coins
    with pytest.raises((AttributeError, TypeError)):
        bid.other = 1  # type: ignore[attr-defined]
    with pytest.raises((AttributeError, TypeError)):
        bid.__class__ = Sorted  # type: ignore[assignment]


def test_post_init_is_called() -> None:
    assert Sorted(("b", "a")).cards == ("a", "b")


def test_can_be_matched_copied_and_replaced() -> None:
    match Bid(2, 4):
        case Bid(seat, coins):
            assert (seat, coins) == (2, 4)
    bid = Bid(2, 4)
    assert copy.copy(bid) == copy.deepcopy(bid) == pickle.loads(pickle.dumps(bid)) == bid
    assert replace(bid, coins=5) == Bid(2, 5)


@pytest.mark.parametrize("kind", [Table, Plain])
def test_a_state_with_other_values(kind: type[Table | Plain]) -> None:
    state = kind(10)
    assert state.but(turn=3) == kind(10, 3)
    assert state == kind(10)
    assert type(state.but(pot=1)) is kind
    assert repr(state) == f"<{kind.__name__}>"
    with pytest.raises((AttributeError, TypeError)):
        state.but(pots=1)
    with pytest.raises(FrozenInstanceError):
        state.but(pot=2).pot = 3
