"""The availability of a seat's person, as it applies at a table."""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import QuietHoursVersion as QuietHoursRow
from accounts.services.availability import get_zone, list_quiet_hours_versions, list_vacation_intervals
from games.clocks.availability import ALWAYS, Availability, QuietHours, QuietHoursVersion
from games.tables.access import is_solo
from games.tables.models import Seat, Table


def get_availability(table: Table, seats: Sequence[Seat], seat: Seat, since: datetime) -> Availability:
    """Return when the clock of the seat's person runs from `since` on.

    Quiet hours apply at slow tables that aren't live, vacations where the table allows them; neither applies if no one
    waits or the person has forfeited. 1 query for each that changed or ended after `since`, otherwise none.
    `accounts.services.availability.AVAILABILITY_FIELDS` of `seat.user` must be loaded.
    """
    person = seat.user
    if person is None or seat.has_forfeited or is_solo(seats):
        return ALWAYS
    counts_quiet_hours = table.time_control.is_slow and table.live_since is None
    return Availability(
        tuple(map(_read_version, list_quiet_hours_versions(person, since))) if counts_quiet_hours else (),
        tuple(list_vacation_intervals(person, since)) if table.vacations else (),
    )


def _read_version(row: QuietHoursRow) -> QuietHoursVersion:
    begins, ends = row.quiet_hours_start, row.quiet_hours_end
    quiet = None if begins is None or ends is None else QuietHours(begins, ends, get_zone(row.time_zone))
    return QuietHoursVersion(row.valid_from, quiet)
