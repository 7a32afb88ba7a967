"""When people don't play: daily quiet hours, during which slow clocks pause, and days of vacation.

Clocks use the hours in force at the time, so nothing here changes the past. A change of quiet hours creates a new
version and may have to wait; a vacation begins when it is requested, or later.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Max, Subquery, Value
from django.db.models.functions import Coalesce, Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import QuietHoursVersion, User, Vacation
from accounts.signals import availability_changed
from config.db.locking import write_transaction

MAX_QUIET_MINUTES = 10 * 60  # per day
MAX_CHANGES_PER_DAY = 20
HISTORY_KEPT = timedelta(days=90)  # longer than a question can stay open while its clock runs
VACATION_DAYS_PER_YEAR = 21
MAX_AHEAD = timedelta(days=365)
A_DAY, AN_HOUR = timedelta(days=1), timedelta(hours=1)
MAX_DECLINED_ZONES = 20  # only the newest are kept
QUIET_HOURS_FIELDS = ("time_zone", "quiet_hours_start", "quiet_hours_end")
# The columns of User that the functions below read.
AVAILABILITY_FIELDS = (*QUIET_HOURS_FIELDS, "quiet_hours_since", "vacation_until")
_ALWAYS = datetime(1970, 1, 1, tzinfo=UTC)  # earlier than any clock


@cache
def list_time_zones() -> list[str]:
    """List the names of time zones to choose from: places only, without legacy names."""
    return sorted(name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "SystemV/")))


def get_zone(name: str) -> ZoneInfo:
    """Return the named time zone, or the site's for "" and for zones that the system has no data for."""
    try:
        return ZoneInfo(name or settings.TIME_ZONE)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo(settings.TIME_ZONE)


def get_time_zone(person: User) -> ZoneInfo:
    """Return the time zone used for a person's clock and calendar."""
    return get_zone(person.time_zone)


def decline_time_zone(person: User, zone: str) -> None:
    """Remember that the person keeps the account's zone although a device is in `zone`: pages don't ask again."""
    with write_transaction():
        row = User.objects.select_for_update(no_key=True).only("declined_time_zones").get(pk=person.pk)
        if zone not in row.declined_time_zones:
            row.declined_time_zones = [*row.declined_time_zones, zone][-MAX_DECLINED_ZONES:]
            row.save(update_fields=["declined_time_zones"])


def get_local_date(person: User) -> date:
    return timezone.now().astimezone(get_time_zone(person)).date()


# --- quiet hours


def count_quiet_minutes(begins: time, ends: time) -> int:
    """Return the length of quiet hours by the wall clock; they span midnight if they end earlier than they begin."""
    minutes = (ends.hour - begins.hour) * 60 + ends.minute - begins.minute
    return minutes % (24 * 60)


def check_quiet_hours(begins: time | None, ends: time | None) -> None:
    """Raise ValidationError with the reason if these quiet hours aren't allowed."""
    if begins is None and ends is None:
        return
    if begins is None or ends is None:
        raise ValidationError(_("Please enter both times or neither."), code="both")
    if not 0 < count_quiet_minutes(begins, ends) <= MAX_QUIET_MINUTES:
        raise ValidationError(_("Quiet hours can be at most ten hours a day."), code="long")


@write_transaction()
def change_quiet_hours(*, person: User, changes: Mapping[str, Any]) -> datetime | None:
    """Change quiet hours or the time zone. Return when clocks start using them; None: now.

    `changes` holds new values by names of QUIET_HOURS_FIELDS. Pages, mails and vacations use a new zone immediately.
    Raises ValidationError with the reason, PermissionDenied for a suspended or deleted account.
    """
    row, now = _lock_person(person)
    before = {name: getattr(row, name) for name in QUIET_HOURS_FIELDS}
    after = before | {name: changes[name] for name in QUIET_HOURS_FIELDS if name in changes}
    if after != before:
        check_quiet_hours(after["quiet_hours_start"], after["quiet_hours_end"])
        _add_version(row, before, after, now)
        if after["time_zone"] != before["time_zone"]:
            _move_vacations(row, now)
        User.objects.filter(pk=row.pk).update(**{name: getattr(row, name) for name in AVAILABILITY_FIELDS})
        availability_changed.send(sender=User, person=row)
    for name in AVAILABILITY_FIELDS:
        setattr(person, name, getattr(row, name))
    return row.quiet_hours_since if row.quiet_hours_since is not None and row.quiet_hours_since > now else None


def get_pending_change(person: User) -> tuple[datetime, QuietHoursVersion] | None:
    """Return when the person's newest quiet hours take effect, and those in force until then.

    Return None, without a query, if they already have; else 1 query.
    """
    now = timezone.now()
    if person.quiet_hours_since is None or person.quiet_hours_since <= now:
        return None
    in_force = list_quiet_hours_versions(person, now)[0]
    is_same = all(getattr(in_force, name) == getattr(person, name) for name in QUIET_HOURS_FIELDS)
    return None if is_same else (person.quiet_hours_since, in_force)


def list_quiet_hours_versions(person: User, since: datetime) -> list[QuietHoursVersion]:
    """Return the versions of a person's quiet hours in force from `since` on, in order.

    The first one was also in force before, as far as is known. 1 query if a later version begins after `since`; else
    none, and the user's row, in which AVAILABILITY_FIELDS must be loaded, is the only version.
    """
    if person.quiet_hours_since is None or person.quiet_hours_since <= since:
        since = person.quiet_hours_since or _ALWAYS
        values = {name: getattr(person, name) for name in QUIET_HOURS_FIELDS}
        return [QuietHoursVersion(user_id=person.pk, valid_from=since, chosen_at=since, **values)]
    versions = QuietHoursVersion.objects.filter(user=person.pk)
    in_force_since = Subquery(versions.filter(valid_from__lte=since).order_by("-valid_from").values("valid_from")[:1])
    return list(versions.filter(valid_from__gte=Coalesce(in_force_since, Value(_ALWAYS))).order_by("valid_from", "pk"))


def _add_version(row: User, before: Mapping[str, Any], after: Mapping[str, Any], now: datetime) -> None:
    """Write the version that follows `before` and update the user's row.

    A pending version is superseded by a later row with the same start.
    """
    history = QuietHoursVersion.objects.filter(user=row.pk)
    if history.filter(chosen_at__gt=now - A_DAY).count() >= MAX_CHANGES_PER_DAY:
        raise ValidationError(
            _("You have changed your hours or time zone %(count)s times within a day. Try again tomorrow."),
            code="too-often",
            params={"count": MAX_CHANGES_PER_DAY},
        )
    valid_from = now
    if row.quiet_hours_since is None:
        QuietHoursVersion.objects.create(user=row, valid_from=_ALWAYS, chosen_at=_ALWAYS, **before)
    else:
        in_force = history.filter(valid_from__lte=now).order_by("-valid_from", "-pk").first()
        if in_force is not None:
            valid_from = get_start_of_change(in_force, now)
        # Never before the previous version, even if the database's clock goes back.
        valid_from = max(valid_from, row.quiet_hours_since)
    QuietHoursVersion.objects.create(user=row, valid_from=valid_from, chosen_at=now, **after)
    for name, value in after.items():
        setattr(row, name, value)
    row.quiet_hours_since = valid_from
    oldest = history.filter(valid_from__lte=now - HISTORY_KEPT).order_by("-valid_from").first()
    if oldest is not None:
        history.filter(valid_from__lt=oldest.valid_from).delete()


def get_start_of_change(version: QuietHoursVersion, now: datetime) -> datetime:
    """Return when a change made while `version` is in force takes effect.

    That is now, or at the end of a day whose quiet hours have begun. Days are counted from when the version took
    effect. So each version lasts for whole days with at most MAX_QUIET_MINUTES of quiet hours each, plus time without
    any. However often quiet hours are changed, no one gets more than that per day on average.
    """
    day_begin = version.valid_from + (now - version.valid_from) // A_DAY * A_DAY
    return day_begin + A_DAY if _has_quiet_time(version, day_begin, now) else now


def _has_quiet_time(version: QuietHoursVersion, begin: datetime, end: datetime) -> bool:
    """Return whether any of the version's quiet hours lie between two moments."""
    first, last = version.quiet_hours_start, version.quiet_hours_end
    if first is None or last is None:
        return False
    zone = get_zone(version.time_zone)
    day = begin.astimezone(zone).date() - A_DAY
    while (since := datetime.combine(day, first, zone).astimezone(UTC)) < end:
        until = datetime.combine(day if first < last else day + A_DAY, last, zone).astimezone(UTC)
        if max(since, begin) < until:
            return True
        day += A_DAY
    return False


# --- vacations


def list_vacations(person: User) -> list[Vacation]:
    """List vacations that aren't over, the next one first. 1 query."""
    return list(Vacation.objects.filter(user=person, ends_at__gt=timezone.now()).order_by("first_day"))


def list_vacation_intervals(person: User, since: datetime) -> list[tuple[datetime, datetime]]:
    """List start and end of a person's vacations that aren't over at `since`, in order, future ones included.

    1 query if there are any, else none. AVAILABILITY_FIELDS must be loaded.
    """
    if person.vacation_until is None or person.vacation_until <= since:
        return []
    rows = Vacation.objects.filter(user=person.pk, ends_at__gt=since).order_by("starts_at", "ends_at")
    return list(rows.values_list("starts_at", "ends_at"))


def count_vacation_days_left(person: User, year: int) -> int:
    """Return how many days of vacation the person may still take in `year`. 1 query."""
    vacations = Vacation.objects.filter(user=person, first_day__lte=date(year, 12, 31), last_day__gte=date(year, 1, 1))
    return VACATION_DAYS_PER_YEAR - sum(_days_in(year, row.first_day, row.last_day) for row in vacations)


@write_transaction()
def take_vacation(*, person: User, first: date, last: date) -> Vacation:
    """Take a vacation of whole days from `first` to `last`, both included; today counts from now.

    Raises ValidationError.
    """
    row, now = _lock_person(person)
    today = now.astimezone(get_time_zone(row)).date()
    if first < today or last < first or last > today + MAX_AHEAD:
        raise ValidationError(_("Please choose days from today on, in the right order."), code="days")
    if Vacation.objects.filter(user=row, first_day__lte=last, last_day__gte=first, ends_at__gt=now).exists():
        raise ValidationError(_("You already have a vacation on some of these days."), code="twice")
    for year in {first.year, last.year}:
        if _days_in(year, first, last) > (days_left := max(0, count_vacation_days_left(row, year))):
            why = _("You have %(left)s of %(all)s days left in %(year)s.")
            raise ValidationError(
                why, code="too-many", params={"year": year, "left": days_left, "all": VACATION_DAYS_PER_YEAR}
            )
    vacation = Vacation.objects.create(
        user=row,
        first_day=first,
        last_day=last,
        starts_at=max(_midnight(row, first), now),
        ends_at=_midnight(row, last + A_DAY),
    )
    _save_vacation_until(row)
    availability_changed.send(sender=User, person=row)
    return vacation


@write_transaction()
def end_vacation(*, person: User, pk: int) -> None:
    """End a vacation now, or cancel one that hasn't begun. Today still counts against the allowance, later days don't.

    Does nothing if it is over already.
    """
    row, now = _lock_person(person)
    vacation = Vacation.objects.filter(user=row, pk=pk, ends_at__gt=now).first()
    if vacation is None:
        return
    if vacation.starts_at > now:
        vacation.delete()
    else:
        # By the calendar, but never fewer days than it has lasted: the zone may have changed since.
        lasted = vacation.first_day + max(now - vacation.starts_at - AN_HOUR, timedelta(0)) // A_DAY * A_DAY
        today = now.astimezone(get_time_zone(row)).date()
        vacation.last_day, vacation.ends_at = min(vacation.last_day, max(today, lasted)), now
        vacation.save(update_fields=["last_day", "ends_at"])
    _save_vacation_until(row)
    availability_changed.send(sender=User, person=row)


def _move_vacations(row: User, now: datetime) -> None:
    """Recompute the start and end of vacations that aren't over, by the person's time zone.

    One that has begun keeps its start and never gets longer than its days: otherwise moving to a zone further west
    would lengthen each vacation by up to a day.
    """
    for vacation in row.vacations.filter(ends_at__gt=now):
        begin, end = _midnight(row, vacation.first_day), _midnight(row, vacation.last_day + A_DAY)
        if vacation.starts_at <= now:
            # Daylight saving time may change on one of the days.
            longest = (vacation.last_day - vacation.first_day + A_DAY) + AN_HOUR
            vacation.ends_at = max(min(end, vacation.starts_at + longest), now)
        elif end <= now:  # already over in the new zone, and never began
            vacation.delete()
            continue
        else:
            vacation.starts_at, vacation.ends_at = max(begin, now), end
        vacation.save(update_fields=["starts_at", "ends_at"])
    row.vacation_until = _get_vacation_until(row)


def _get_vacation_until(row: User) -> datetime | None:
    latest: datetime | None = row.vacations.aggregate(latest=Max("ends_at"))["latest"]
    return latest


def _save_vacation_until(row: User) -> None:
    User.objects.filter(pk=row.pk).update(vacation_until=_get_vacation_until(row))


def _lock_person(person: User) -> tuple[User, datetime]:
    """Lock a person's row and return it with the database's time, so that each request counts what others have done.

    Only AVAILABILITY_FIELDS are loaded. Raises PermissionDenied for a suspended or deleted account.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk=person.pk, is_active=True).only(*AVAILABILITY_FIELDS)
    row = rows.annotate(clock=Now()).first()
    if row is None:
        raise PermissionDenied
    return row, row.clock


def _midnight(person: User, day: date) -> datetime:
    return datetime.combine(day, time(0), get_time_zone(person)).astimezone(UTC)


def _days_in(year: int, first: date, last: date) -> int:
    begin, end = max(first, date(year, 1, 1)), min(last, date(year, 12, 31))
    return max(0, (end - begin).days + 1)
