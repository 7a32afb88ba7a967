"""Results of a game's rules: the next state, the happenings with their audience, and the standing."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Generic, TypeVar

from games.engine.serialization.values import Happening, frozen_dataclass

E = TypeVar("E", bound=Happening)
S_co = TypeVar("S_co", covariant=True)
E_co = TypeVar("E_co", bound=Happening, covariant=True)


@frozen_dataclass
class AddressedHappening(Generic[E_co]):
    """A happening and who may see it: `to` is None for everyone, else the seat numbers, ascending."""

    happening: E_co
    to: tuple[int, ...] | None = None

    def is_visible_to(self, seat: int | None) -> bool:
        """Return whether that seat, or a spectator (None), may see it."""
        return self.to is None or (seat is not None and seat in self.to)


def to_everyone(happening: E) -> AddressedHappening[E]:
    """Address a happening to everyone."""
    return AddressedHappening(happening)


def to_seats(seats: int | Iterable[int], happening: E) -> AddressedHappening[E]:
    """Address a happening to one or several seats."""
    return AddressedHappening(happening, (seats,) if isinstance(seats, int) else tuple(sorted(seats)))


@frozen_dataclass
class Step(Generic[S_co, E_co]):
    """The result of one move or one house step."""

    state: S_co
    happenings: tuple[AddressedHappening[E_co], ...] = ()


@frozen_dataclass
class Standing:
    """The places of a table (1 is best, ties share) and the scores in the game's unit, by seat.

    A lone player beaten by the house is second, and there is no winner.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()  # empty until the match is over
    house: int | None = None  # the score of the house when it plays against a lone player

    @property
    def house_won(self) -> bool:
        """Return whether the house is currently beating the lone player."""
        return self.house is not None and self.places == (2,)


def rank_last(standing: Standing, last: Collection[int]) -> Standing:
    """Return the standing with the seats `last` behind all others, who keep their order; the first of those then wins.

    Several players who forfeited share the last place. If there are no others, all are last and no one wins.
    """
    if not last:
        return standing
    other_places = [place for seat, place in enumerate(standing.places) if seat not in last]
    end = (
        len(other_places) + 1 if other_places else max(2, len(standing.places))
    )  # a lone player is second to the house
    places = tuple(
        end if seat in last else 1 + sum(other < place for other in other_places)
        for seat, place in enumerate(standing.places)
    )
    winners = tuple(seat for seat, place in enumerate(places) if place == 1 and seat not in last)
    return replace(standing, places=places, winners=winners if standing.winners else ())
