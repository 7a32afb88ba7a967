"""Bugs in clocks: deadlines, time banks, quiet hours, pauses, freezes, tables without visitors."""

from tests.mutants.listing import Bug, File

FILES = (
    File(
        "games/tables/services/timeouts.py",
        ("tests/tables/test_timeouts.py", "tests/tables/test_time_up.py"),
        (
            Bug(
                "time is up before the deadline",
                "if seat.deadline is None or seat.deadline > session.now:",
                "if seat.deadline is None:",
            ),
            Bug(
                "an old deadline answers the next question",
                "or seat.question_seq != question_seq or",
                "or seat.question_seq is None or",
            ),
            Bug(
                "the clock plays at a frozen table",
                "if not session.table.is_in_play or seat.question_seq",
                "if seat.question_seq",
            ),
            Bug(
                "a deadline from before the quiet hours were chosen decides",
                "        refresh_deadline(session, seat)  # quiet",
                "        # quiet",
                ("tests/tables/test_availability_changes.py", "tests/tables/test_vacations.py"),
            ),
            Bug(
                "a bot takes the seat a timeout too late",
                "seat.timeouts >= session.table.bot_after",
                "seat.timeouts > session.table.bot_after",
            ),
            Bug(
                "who lets time run out forfeits at every table",
                "if seat.is_person and session.table.on_timeout == Table.OnTimeout.FORFEIT:",
                "if seat.is_person:",
            ),
            Bug(
                "who does not answer while all play live is played for",
                "if seat.is_person and session.table.live_since is not None:",
                "if seat.is_person and session.table.live_since is None and session.table.paused_at:",
                ("tests/tables/test_agreements.py",),
            ),
            Bug(
                "one host's many deadlines keep all others waiting",
                "ordered = order_by_hosts(overdue, lambda entry: entry[0].host_id)",
                "ordered = overdue",
            ),
        ),
    ),
    File(
        "games/tables/gameplay/moves.py",
        ("tests/tables/test_time_up.py",),
        (
            Bug(
                "an answer in between does not count",
                "seat.timeouts = seat.timeouts + 1 if cause == Event.Cause.CLOCK and not seat.is_bot else 0",
                "seat.timeouts += cause == Event.Cause.CLOCK and not seat.is_bot",
            ),
        ),
    ),
    File(
        "games/clocks/time_control.py",
        ("tests/tables/test_time_banks.py",),
        (
            Bug("a bank grows without end", "+ bonus, self.full_bank)", "+ bonus, bank + bonus)"),
            Bug(
                "the increment comes with every question",
                "self.increment_seconds if is_answered else 0",
                "self.increment_seconds",
            ),
            Bug(
                "a bank is not charged",
                "min(max(bank - charged, timedelta(0)) + bonus",
                "min(max(bank, timedelta(0)) + bonus",
            ),
        ),
    ),
    File(
        "games/tables/clocks/seat_clock.py",
        ("tests/tables/test_seat_clocks.py",),
        (
            Bug(
                "an overdrawn bank is charged with more than it has",
                "max(bank - max(remaining, NO_TIME), NO_TIME)",
                "max(bank - remaining, NO_TIME)",
                ("tests/tables/test_time_banks.py",),
            ),
            Bug(
                "a clock that stood still begins anew",
                "clock.stop(now, availability) if stopped else clock.start(now), availability)",
                "clock.stop(now, availability) if stopped else SeatClock(get_allotted_time(session.table, session.seats, seat) or NO_TIME, now), availability)",
                ("tests/tables/test_agreements.py", "tests/tables/test_vacations.py"),
            ),
            Bug(
                "a freeze costs the time it took",
                "clock.stop(since, availability).start(session.now)",
                "clock.stop(session.now, availability).start(session.now)",
                ("tests/tables/test_seat_clocks.py", "tests/tables/test_time_banks.py"),
            ),
            Bug(
                "clocks run on through a vacation",
                "(seat.on_vacation and not seat.has_forfeited",
                "(seat.has_resigned and not seat.has_forfeited",
                ("tests/tables/test_vacations.py",),
            ),
            Bug(
                "clocks run on while the table is paused",
                "return table.paused_at is not None or (seat.on_vacation",
                "return (seat.on_vacation",
                ("tests/tables/test_seat_clocks.py", "tests/tables/test_agreements.py"),
            ),
            Bug(
                "the account's quiet hours count for what a guest has used",
                "clock = SeatClock(remaining, None if clock.since is None else now)",
                "clock = SeatClock(clock.time_left, clock.since)",
                ("tests/tables/test_availability_changes.py",),
            ),
        ),
    ),
    File(
        "games/tables/clocks/availability.py",
        ("tests/tables/test_availability_changes.py", "tests/tables/test_vacations.py"),
        (
            Bug(
                "quiet hours count at quick clocks",
                "table.time_control.is_slow and table.live_since is None",
                "table.live_since is None",
            ),
            Bug(
                "quiet hours count while all play live",
                "table.time_control.is_slow and table.live_since is None",
                "table.time_control.is_slow",
            ),
            Bug(
                "a vacation counts where the table has none",
                "tuple(list_vacation_intervals(person, since)) if table.vacations else ()",
                "tuple(list_vacation_intervals(person, since))",
            ),
            Bug(
                "a late job takes hours of a vacation",
                "tuple(list_vacation_intervals(person, since)) if table.vacations else ()",
                "()",
            ),
            Bug(
                "the quiet hours of now count for what has run",
                "tuple(map(_read_version, list_quiet_hours_versions(person, since)))",
                "tuple(map(_read_version, list_quiet_hours_versions(person, since)[-1:]))",
            ),
        ),
    ),
    File(
        "games/clocks/availability.py",
        ("tests/clocks",),
        (
            Bug(
                "the night in which it is asked is forgotten",
                "day = start.astimezone(quiet.zone).date() - ONE_DAY",
                "day = start.astimezone(quiet.zone).date()",
            ),
            Bug(
                "a deadline falls into the night",
                "if begin - at >= time or begin >= latest:",
                "if begin - at > time or begin >= latest:",
            ),
            Bug(
                "nights are told by the site's clock",
                "datetime.combine(day, quiet.begins, quiet.zone).astimezone(UTC)",
                "datetime.combine(day, quiet.begins, UTC)",
            ),
            Bug("a night goes on in the next version", "end if until is None else min(end, until)", "end"),
            Bug("a night begins before its version", "clipped = max(begin, since), end", "clipped = begin, end"),
            Bug(
                "a night within a vacation counts twice", "running += max(begin - at, NO_TIME)", "running += begin - at"
            ),
        ),
    ),
    File(
        "accounts/services/availability.py",
        ("tests/accounts/test_quiet_hours.py", "tests/accounts/test_vacations.py"),
        (
            Bug(
                "quiet hours that are over are chosen again",
                "return day_begin + A_DAY if _has_quiet_time(version, day_begin, now) else now",
                "return now",
            ),
            Bug(
                "after a day quiet hours may change twice a night",
                "(now - version.valid_from) // A_DAY * A_DAY",
                "(now - version.valid_from) // A_DAY * (now - version.valid_from)",
            ),
            Bug(
                "a vacation gives back what has run since midnight",
                "starts_at=max(_midnight(row, first), now)",
                "starts_at=_midnight(row, first)",
            ),
            Bug(
                "a zone makes a vacation longer",
                "max(min(end, vacation.starts_at + longest), now)",
                "max(end, now)",
            ),
            Bug(
                "a vacation that has begun is deleted in another zone",
                "    if vacation.starts_at > now:\n        vacation.delete()",
                "    if vacation.first_day > now.astimezone(get_time_zone(row)).date():\n        vacation.delete()",
            ),
            Bug("days that were had are given back", "max(today, lasted)", "today"),
            Bug(
                "quiet hours change without end",
                "if history.filter(chosen_at__gt=now - A_DAY).count() >= MAX_CHANGES_PER_DAY:",
                "if history.filter(valid_from__gt=now).count() >= MAX_CHANGES_PER_DAY:",
            ),
            Bug(
                "the versions that still count are forgotten",
                "valid_from__lt=oldest.valid_from",
                "valid_from__lte=oldest.valid_from",
            ),
        ),
    ),
    File(
        "games/tables/clocks/question_clock.py",
        ("tests/notifications/test_reminders.py",),
        (
            Bug(
                "reminders come when a quarter of the time is over",
                "self.clock.get_reminder(self.allotted, self.availability)",
                "self.clock.get_reminder(self.allotted * 3, self.availability)",
            ),
            Bug(
                "a worker that is late wakes people",
                "        return self.availability.get_next_running_moment(now)\n",
                "        return now\n",
            ),
        ),
    ),
    File(
        "games/tables/clocks/display.py",
        ("tests/tables/test_time_banks.py", "tests/tables/test_vacations.py"),
        (
            Bug(
                "a bank is shown while a question uses it",
                "if table.status != Table.Status.RUNNING or not seat.is_person or seat.deadline is not None:",
                "if table.status != Table.Status.RUNNING or not seat.is_person:",
            ),
        ),
    ),
    File(
        "games/tables/services/vacations.py",
        ("tests/tables/test_vacations.py",),
        (
            Bug(
                "a vacation stops clocks at tables that do not allow it",
                "seat.on_vacation != (session.table.vacations and seat.user_id in resting)",
                "seat.on_vacation != (seat.user_id in resting)",
            ),
            Bug("a vacation does not end", "starts_at__lte=Now(), ends_at__gt=Now()", "starts_at__lte=Now()"),
        ),
    ),
    File(
        "games/tables/services/proposals.py",
        ("tests/tables/test_agreements.py",),
        (
            Bug(
                "after a pause the clocks stand still",
                "            update_clock(session, other)\n        session.event_writer.append(Event.Kind.RESUME",
                "        session.event_writer.append(Event.Kind.RESUME",
            ),
        ),
    ),
    File(
        "games/tables/services/seed_reveal.py",
        ("tests/tables/test_reveal_deadline.py",),
        (
            Bug(
                "every opening gives the others new time",
                "        elif session.table.reveal_deadline is None:\n",
                "        else:\n",
                ("tests/tables/test_reveal_deadline.py", "tests/tables/test_strict.py"),
            ),
            Bug(
                "a short clock leaves seconds for opening",
                "max(timedelta(seconds=MIN_REVEAL_SECONDS), time)",
                "min(timedelta(seconds=MIN_REVEAL_SECONDS), time)",
            ),
            Bug(
                "a host who kept silent does not count as who broke it off",
                "bool(hosts & (silent | {seat}))",
                "bool(hosts & {seat})",
            ),
            Bug(
                "a table is broken off before its time",
                "session.table.reveal_deadline is None\n            or session.table.reveal_deadline > session.now\n            or",
                "session.table.reveal_deadline is None\n            or",
            ),
            Bug(
                "a phrase is opened before all hashes are given",
                '        if any(\n            other.is_vacant or (other.user_id is not None and not other.client_seed_hash) for other in session.seats\n        ):\n            raise ConflictError("phrases-wanting")\n',
                "",
                ("tests/tables/test_strict.py",),
            ),
            Bug(
                "another phrase is opened than was sealed",
                "hash_client_seed(public_id, seat.number, client_seed) != seat.client_seed_hash",
                "not seat.client_seed_hash",
                ("tests/tables/test_strict.py",),
            ),
        ),
    ),
    File(
        "games/tables/services/cleanup.py",
        ("tests/tables/test_expiry.py",),
        (
            Bug(
                "a table that was touched meanwhile is closed",
                "or table.frozen_at is not None or not untouched:",
                "or table.frozen_at is not None:",
            ),
            Bug(
                "a suspended guest is forgotten",
                "idle = people.filter(~sits, is_guest=True, is_active=True, date_joined__lte=before, sanctions=None)",
                "idle = people.filter(~sits, is_guest=True, date_joined__lte=before)",
            ),
        ),
    ),
)
