"""How a table stands when some have forfeited: they rank last, whatever their cards would have brought."""

from collections.abc import Collection, Iterable
from dataclasses import replace

from games.engine.contract import AnyState, AnyTitle, Standing
from games.tables.models import Seat


def standing_of(title: AnyTitle, state: AnyState, seats: Iterable[Seat]) -> Standing:
    """The title's standing, with whoever has forfeited last."""
    return ranked_last(title.rules.standing(state), {seat.number for seat in seats if seat.forfeited})


def ranked_last(standing: Standing, last: Collection[int]) -> Standing:
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
