"""How a table stands when some have forfeited: they rank last, whatever their cards would have brought."""

from collections.abc import Iterable

from games.engine.game import AnyGame, AnyState, Standing
from games.engine.transitions import rank_last
from games.tables.models import Seat


def get_standing(title: AnyGame, state: AnyState, seats: Iterable[Seat]) -> Standing:
    """The game's standing, with whoever has forfeited last."""
    return rank_last(title.rules.standing(state), {seat.number for seat in seats if seat.has_forfeited})
