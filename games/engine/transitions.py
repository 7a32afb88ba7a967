"""What a game's rules answer: the next state, who is told what, and how the table stands."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Generic, TypeVar

from games.engine.serialization.values import Happening, frozen_dataclass

E = TypeVar("E", bound=Happening)
S_co = TypeVar("S_co", covariant=True)
E_co = TypeVar("E_co", bound=Happening, covariant=True)


@frozen_dataclass
class AddressedHappening(Generic[E_co]):
    """A happening and who may see it: `to` is None for everybody, else the seat numbers, ascending."""

    happening: E_co
    to: tuple[int, ...] | None = None

    def is_visible_to(self, seat: int | None) -> bool:
        """Whether that seat, or a spectator (None), may see it."""
        return self.to is None or (seat is not None and seat in self.to)


def to_everyone(what: E) -> AddressedHappening[E]:
    """A happening in plain sight."""
    return AddressedHappening(what)


def to_seats(seats: int | Iterable[int], what: E) -> AddressedHappening[E]:
    """A happening for one seat, or for some."""
    return AddressedHappening(what, (seats,) if isinstance(seats, int) else tuple(sorted(seats)))


@frozen_dataclass
class Step(Generic[S_co, E_co]):
    """What one decision or one house step led to."""

    state: S_co
    happenings: tuple[AddressedHappening[E_co], ...] = ()


@frozen_dataclass
class Standing:
    """How a table stands: per seat its place (1 is best, ties share) and its score in the game's own unit.

    A lone player beaten by the house is second; then nobody of the seats has won.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()  # empty while the match runs
    house: int | None = None  # the score of the house where it plays against a lone player

    @property
    def house_won(self) -> bool:
        """Whether the house beats the lone player, as it stands."""
        return self.house is not None and self.places == (2,)


def rank_last(standing: Standing, last: Collection[int]) -> Standing:
    """The standing with the seats `last` behind all others, who keep their order; whoever is first then has won.

    Several who forfeited share the place after the others. If nobody else is left, all are last and nobody wins.
    """
    if not last:
        return standing
    kept = [place for seat, place in enumerate(standing.places) if seat not in last]
    end = len(kept) + 1 if kept else max(2, len(standing.places))  # alone, one is second to the house
    places = tuple(
        end if seat in last else 1 + sum(other < place for other in kept) for seat, place in enumerate(standing.places)
    )
    winners = tuple(seat for seat, place in enumerate(places) if place == 1 and seat not in last)
    return replace(standing, places=places, winners=winners if standing.winners else ())
