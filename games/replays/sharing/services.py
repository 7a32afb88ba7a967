"""Who may see a finished match: what its people wish, of which the strictest counts."""

from dataclasses import dataclass

from games.replays.models import SharingPreference
from games.tables.access import TableAccess
from games.tables.errors import ConflictError, UnprocessableError
from games.tables.locked_table import locked_table
from games.tables.models import Result, Table, get_default_replay_visibility

Sharing = Table.ReplayVisibility


@dataclass(frozen=True, slots=True)
class SharingView:
    """For a participant: who may see the match, their choice, and whether another player's is stricter."""

    now: Table.ReplayVisibility
    preference: Table.ReplayVisibility
    is_limited: bool


def get_sharing(access: TableAccess) -> SharingView | None:
    """None for who did not take part, or before the end. 1 query."""
    own_seat, table = access.own_seat, access.table
    if own_seat is None or not table.is_ended:
        return None
    wishes = SharingPreference.objects.filter(table=table.pk, user=own_seat.user_id)
    wish = wishes.values_list("replay_visibility").first()
    people = sum(seat.user_id is not None for seat in access.seats)
    wished = Sharing(wish[0]) if wish else get_default_replay_visibility(table.visibility, people)
    return SharingView(Sharing(table.replay_visibility), wished, table.replay_visibility < wished)


def set_sharing(*, public_id: str, user_id: int, sharing: int) -> None:
    """Store a participant's choice, and share the match by the strictest choice.

    A person without a choice keeps the one at the end of the match. A choice stays after its person leaves. Raises a
    ServiceError.
    """
    if sharing not in Sharing.values:
        raise UnprocessableError("bad-option", {"option": "sharing"})
    with locked_table(public_id) as session:
        session.get_seat_for(user_id)
        if not session.table.is_ended:
            raise ConflictError("not-ended")
        SharingPreference.objects.update_or_create(
            table=session.table, user_id=user_id, defaults={"replay_visibility": sharing}
        )
        people = {seat.user_id for seat in session.seats if seat.user_id is not None}
        wishes = dict(SharingPreference.objects.filter(table=session.table).values_list("user", "replay_visibility"))
        unasked = get_default_replay_visibility(session.table.visibility, len(people))
        session.table.replay_visibility = min(wishes.get(person, unasked) for person in people)
        Result.objects.filter(table=session.table).update(is_public=session.table.replay_visibility == Sharing.LISTED)
