"""When somebody doesn't play: hours of each day in which slow clocks stand still, and days of vacation."""

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User, Vacation
from accounts.signals import vacation_changed
from config.db.locking import write_transaction

MAX_QUIET_MINUTES = 10 * 60  # of a day, at most
VACATION_DAYS_PER_YEAR = 21
MAX_AHEAD = timedelta(days=365)
A_DAY = timedelta(days=1)


@cache
def list_time_zones() -> list[str]:
    """The names of time zones to choose from: places, without what is only kept for old systems."""
    return sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))


def get_time_zone(person: User) -> ZoneInfo:
    """The zone whose wall clock and calendar somebody goes by: the site's, if theirs has no data here any more."""
    try:
        return ZoneInfo(person.time_zone or settings.TIME_ZONE)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)


def get_local_date(person: User) -> date:
    return timezone.now().astimezone(get_time_zone(person)).date()


def count_quiet_minutes(begins: time, ends: time) -> int:
    """How long quiet hours are by the wall clock; over midnight where they end earlier than they begin."""
    minutes = (ends.hour - begins.hour) * 60 + ends.minute - begins.minute
    return minutes % (24 * 60)


def list_vacations(person: User) -> list[Vacation]:
    """Those that are not over, the next one first. 1 query."""
    return list(Vacation.objects.filter(user=person, ends_at__gt=timezone.now()).order_by("first_day"))


def count_vacation_days_left(person: User, year: int) -> int:
    """How many days of vacation somebody may still take in that year. 1 query."""
    taken = Vacation.objects.filter(user=person, first_day__lte=date(year, 12, 31), last_day__gte=date(year, 1, 1))
    return VACATION_DAYS_PER_YEAR - sum(_days_in(year, row.first_day, row.last_day) for row in taken)


@write_transaction()
def take_vacation(*, person: User, first: date, last: date) -> Vacation:
    """Whole days, the first and the last one included. Raises ValidationError with the reason."""
    _lock_active_user(person)
    now = get_local_date(person)
    if first < now or last < first or last > now + MAX_AHEAD:
        raise ValidationError(_("Please choose days from today on, the first one first."), code="days")
    if Vacation.objects.filter(
        user=person, first_day__lte=last, last_day__gte=first, ends_at__gt=timezone.now()
    ).exists():
        raise ValidationError(_("You have a vacation on some of these days already."), code="twice")
    for year in {first.year, last.year}:
        if _days_in(year, first, last) > (left := max(0, count_vacation_days_left(person, year))):
            why = _("In %(year)s you have %(left)s of %(all)s days left.")
            raise ValidationError(
                why, code="too-many", params={"year": year, "left": left, "all": VACATION_DAYS_PER_YEAR}
            )
    row = Vacation.objects.create(
        user=person,
        first_day=first,
        last_day=last,
        starts_at=_midnight(person, first),
        ends_at=_midnight(person, last + A_DAY),
    )
    vacation_changed.send(sender=User, person=person)
    return row


@write_transaction()
def end_vacation(*, person: User, pk: int) -> None:
    """Back earlier than planned: today still counts, the days to come don't. Doing so twice is fine."""
    _lock_active_user(person)
    row = Vacation.objects.filter(user=person, pk=pk, ends_at__gt=timezone.now()).first()
    if row is None:
        return
    if row.first_day > get_local_date(person):
        row.delete()
    else:
        row.last_day, row.ends_at = min(row.last_day, get_local_date(person)), timezone.now()
        row.save(update_fields=["last_day", "ends_at"])
    vacation_changed.send(sender=User, person=person)


def _lock_active_user(person: User) -> None:
    """Of many requests at once, each counts what the others have taken."""
    if not User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True).exists():
        raise PermissionDenied


def _midnight(person: User, day: date) -> datetime:
    return datetime.combine(day, time(0), get_time_zone(person)).astimezone(UTC)


def _days_in(year: int, first: date, last: date) -> int:
    begin, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (end - begin).days + 1)
