"""Series: consecutive rematches of the same people, with the wins of each."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from games.tables.access import TableAccess
from games.tables.models import Result, Table

Outcome = Result.Outcome
PLAYED = (Outcome.WON, Outcome.LOST, Outcome.RESIGNED)


@dataclass(frozen=True, slots=True)
class Series:
    """The number of ended matches, and how many each person has won."""

    matches: int
    names: list[str]
    wins: list[int]

    @property
    def score(self) -> str:
        """The score as spoken: "3 : 2"."""
        return " : ".join(str(wins) for wins in self.wins)


def get_table_series(access: TableAccess) -> Series | None:
    """Return the series up to this table, by seat, for one of its players. 1 query for a rematch of several people."""
    people = [(seat.user_id, str(seat.user)) for seat in access.seats if seat.user_id is not None]
    if access.own_seat is None or len(people) < 2 or access.table.series_id is None:
        return None
    return get_series(access.table.pk, access.table.series_id, people)


def get_series(table_pk: int, first_pk: int, people: Sequence[tuple[int, str]]) -> Series | None:
    """Return the series from its first table up to this one, of these people (key and name). 1 query.

    None if nothing has been played before this table.
    """
    tables = Table.objects.filter(Q(pk=first_pk) | Q(series=first_pk), pk__lte=table_pk)
    results = Result.objects.filter(table__in=tables, user__in=[pk for pk, _ in people], outcome__in=PLAYED)
    won = Count("pk", filter=Q(outcome=Outcome.WON))
    before = Count("pk", filter=~Q(table=table_pk))
    rows = results.order_by().values_list("user").annotate(matches=Count("pk"), wins=won, earlier=before)
    counts = {user: (matches, wins, earlier) for user, matches, wins, earlier in rows}
    if not any(earlier for _, _, earlier in counts.values()):
        return None
    return Series(
        max(matches for matches, _, _ in counts.values()),
        [name for _, name in people],
        [counts[pk][1] if pk in counts else 0 for pk, _ in people],
    )
