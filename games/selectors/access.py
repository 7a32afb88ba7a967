"""Which table somebody may see, and as whom."""

from dataclasses import dataclass

from games.models import Seat, Table


@dataclass(frozen=True, slots=True)
class Access:
    """A table with its seats (in order, people included), and the reader's own seat, if any."""

    table: Table
    seats: tuple[Seat, ...]
    own: Seat | None

    @property
    def seat(self) -> int | None:
        """Whose eyes the reader has at the table; None is a spectator's. A seat a bot stands in for keeps its eyes."""
        return self.own.number if self.own else None

    @property
    def has_room(self) -> bool:
        """Whether somebody could still sit down."""
        return self.table.status == Table.Status.OPEN and any(seat.vacant for seat in self.seats)


def table_access(public_id: str, user_id: int | None, *, invite_code: str = "") -> Access | None:
    """The table as this person may see it, or None: there is none, or it is private and none of theirs. 2 queries."""
    table = Table.objects.select_related("position", "host").filter(public_id=public_id).first()
    if table is None:
        return None
    seats = tuple(table.seats.select_related("user").order_by("number"))
    own = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    if table.visibility == Table.Visibility.PRIVATE and own is None and invite_code != table.invite_code:
        return None
    return Access(table, seats, own)
