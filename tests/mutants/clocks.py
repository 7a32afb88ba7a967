"""Bugs in clocks: deadlines, time banks, quiet hours, pauses, freezes, tables that nobody opens or looks after."""

from tests.mutants.listing import Bug, File

FILES = (
    File(
        "games/tables/services/timeouts.py",
        ("tests/tables/test_timeouts.py", "tests/tables/test_time_up.py"),
        (
            Bug(
                "time is up before the deadline",
                "late = seat.question_seq == asked and seat.deadline is not None and seat.deadline <= session.now",
                "late = seat.question_seq == asked and seat.deadline is not None",
            ),
            Bug(
                "an old deadline answers the next question",
                "late = seat.question_seq == asked and seat.deadline",
                "late = seat.question_seq is not None and seat.deadline",
            ),
            Bug(
                "the clock plays at a frozen table",
                "if not late or not session.table.is_in_play or not _is_unattended(seat, session.now):",
                "if not late or not _is_unattended(seat, session.now):",
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
                "ordered = order_by_hosts(found, lambda one: one[0].host_id)",
                "ordered = found",
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
        "games/tables/clocks/seat_clock.py",
        ("tests/tables/test_time_banks.py",),
        (
            Bug(
                "a bank grows without end",
                "seat.time_bank = min(\n        bank + _seconds(session.table.increment_seconds if answered else 0), _seconds(session.table.turn_seconds)\n    )",
                "seat.time_bank = bank + _seconds(session.table.increment_seconds if answered else 0)",
            ),
            Bug(
                "the increment comes with every question",
                "session.table.increment_seconds if answered else 0",
                "session.table.increment_seconds",
            ),
            Bug(
                "a bank is not charged",
                "    bank = min(max(left, NOTHING), get_time_bank(session, seat))\n",
                "    bank = get_time_bank(session, seat)\n",
            ),
            Bug(
                "quiet hours may fill a bank",
                "bank = min(max(left, NOTHING), get_time_bank(session, seat))",
                "bank = max(left, NOTHING)",
                ("tests/tables/test_vacations.py",),
            ),
            Bug(
                "a clock that stood still begins anew",
                "seat.deadline = add_active_time(_now(session), seat.time_left, _get_quiet_hours(session, seat))",
                "seat.deadline = add_active_time(_now(session), _time_for_question(session, seat) or seat.time_left, _get_quiet_hours(session, seat))",
                ("tests/tables/test_agreements.py", "tests/tables/test_vacations.py"),
            ),
            Bug(
                "a freeze costs the time it took",
                "active_time_between(since, seat.deadline, quiet), quiet)",
                "active_time_between(session.now, seat.deadline, quiet), quiet)",
                ("tests/tables/test_timeouts.py", "tests/tables/test_time_banks.py"),
            ),
            Bug(
                "clocks run on through a vacation",
                "return session.table.paused_at is not None or (\n        seat.on_vacation and",
                "return session.table.paused_at is not None or (\n        seat.has_resigned and",
                ("tests/tables/test_vacations.py",),
            ),
            Bug(
                "clocks run on while the table is paused",
                "return session.table.paused_at is not None or (\n        seat.on_vacation",
                "return (\n        seat.on_vacation",
                ("tests/tables/test_agreements.py",),
            ),
            Bug(
                "quiet hours count at quick clocks",
                "session.table.turn_seconds >= QUIET_HOURS_MIN_SECONDS\n        and session.table.live_since",
                "session.table.live_since",
                ("tests/tables/test_vacations.py",),
            ),
        ),
    ),
    File(
        "games/tables/clocks/quiet_hours.py",
        ("tests/tables/test_coarse_times.py", "tests/tables/test_quiet_hours.py"),
        (
            Bug(
                "the night in which it is asked is forgotten",
                "day = start.astimezone(quiet.zone).date() - A_DAY",
                "day = start.astimezone(quiet.zone).date()",
            ),
            Bug("a deadline falls into the night", "if begin - at >= left:", "if begin - at < left:"),
            Bug(
                "nights are told by the site's clock",
                "datetime.combine(day, quiet.begins, quiet.zone).astimezone(UTC)",
                "datetime.combine(day, quiet.begins, UTC)",
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
                "timedelta(seconds=max(MIN_REVEAL_SECONDS, table.turn_seconds))",
                "timedelta(seconds=min(MIN_REVEAL_SECONDS, table.turn_seconds))",
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
                '        if any(one.is_vacant or (one.user_id is not None and not one.client_seed_hash) for one in session.seats):\n            raise ConflictError("phrases-wanting")\n',
                "",
                ("tests/tables/test_strict.py",),
            ),
            Bug(
                "another phrase is opened than was sealed",
                "hash_client_seed(public_id, seat.number, phrase) != seat.client_seed_hash",
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
