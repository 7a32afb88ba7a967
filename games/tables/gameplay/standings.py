"""How a table stands when some have forfeited: they rank last, whatever their cards would have brought."""

from collections.abc import Iterable

from games.engine.game import AnyState, AnyTitle, Standing
from games.engine.transitions import ranked_last
from games.tables.models import Seat


def standing_of(title: AnyTitle, state: AnyState, seats: Iterable[Seat]) -> Standing:
    """The title's standing, with whoever has forfeited last."""
    return ranked_last(title.rules.standing(state), {seat.number for seat in seats if seat.forfeited})
