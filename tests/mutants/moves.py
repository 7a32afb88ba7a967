"""Bugs in moves and the services around a match: keys, turns, seats, giving up, playing again."""

from tests.mutants.listing import Bug, File

FILES = (
    File(
        "games/tables/gameplay/moves.py",
        ("tests/tables/test_idempotency.py",),
        (
            Bug(
                "a person answers a question that is no longer open",
                '        if seat.question_seq != question_seq:\n            raise ConflictError("stale")\n        return session, MoveReceipt(*play_move(session, seat, move, cause=Event.Cause.PLAYER',
                "        return session, MoveReceipt(*play_move(session, seat, move, cause=Event.Cause.PLAYER",
            ),
            Bug(
                "a bot answers a question that is no longer open",
                '    if seat.question_seq != question_seq:\n        raise ConflictError("stale")\n    return MoveReceipt(*play_move(session, seat, move, cause=cause, data=data))',
                "    return MoveReceipt(*play_move(session, seat, move, cause=cause, data=data))",
                ("tests/tables/test_bots.py",),
            ),
            Bug(
                "a key may be used for another move",
                '    if first_payload != payload:\n        raise UnprocessableError("key-reused")\n',
                "",
            ),
            Bug(
                "who holds the seat later gets the first one's receipt",
                '"move": to_json(move), "person": user_id}',
                '"move": to_json(move)}',
            ),
            Bug(
                "a move sent twice is refused while the table is frozen",
                "        if first := _find_earlier_receipt(",
                "        require_in_play(session.table)\n        if first := _find_earlier_receipt(",
            ),
            Bug(
                "a move sent twice after the rows are gone is refused",
                "return _find_archived_receipt(table, seat, key, payload) if table.is_ended else None",
                "return None",
                ("tests/replays/test_storage.py::test_a_move_sent_twice_is_answered_as_before",),
            ),
            Bug(
                "keys of any length and signs are taken",
                "if not key or len(key) > KEY_LENGTH or not KEY_CHARS.issuperset(key):",
                "if not key:",
            ),
            Bug(
                "a person plays while a bot has the seat",
                '        if seat.is_bot:  # it plays for the person\n            raise ForbiddenError("not-seated")\n',
                "",
                ("tests/tables/test_idempotency.py",),
            ),
        ),
    ),
    File(
        "games/tables/gameplay/moves.py",
        ("tests/tables/test_move.py",),
        (
            Bug(
                "who moves again keeps the number of the question answered",
                "if other.question_seq is not None and other is not seat\n",
                "if other.question_seq is not None\n",
                ("tests/tables/test_move.py",),
            ),
            Bug(
                "another's decision puts one's question anew",
                "{seat: before.get(seat, seq) for seat in",
                "{seat: seq for seat in",
            ),
            Bug(
                "questions stay open after the end",
                "        put_question(session, seat, None)\n        seat.on_vacation = False",
                "        seat.on_vacation = False",
                ("tests/moderation/test_void.py",),
            ),
            Bug(
                "results are not written down at the end",
                "    record_results(session)\n    signals.MatchEnded(session).send()",
                "    signals.MatchEnded(session).send()",
                ("tests/tables/test_resign.py", "tests/tables/views/test_history.py"),
            ),
        ),
    ),
    File(
        "games/tables/locked_table.py",
        ("tests/tables/test_move.py",),
        (
            Bug("pages are not told of a change", "        self.table.revision += 1\n", ""),
            Bug(
                "moves are taken while the table is paused",
                '    if table.paused_at is not None:\n        raise ConflictError("table-paused")\n',
                "",
                ("tests/tables/test_agreements.py",),
            ),
            Bug(
                "moves are taken while the table is frozen",
                '        raise ConflictError("not-started")\n    if table.frozen_at is not None:\n        raise ConflictError("table-frozen")\n',
                '        raise ConflictError("not-started")\n',
                ("tests/moderation/test_freeze.py",),
            ),
        ),
    ),
    File(
        "games/tables/services/seats.py",
        ("tests/tables/test_join.py", "tests/tables/test_leave.py"),
        (
            Bug(
                "one may sit down after the deal",
                "        require_open(session.table)\n        if is_bots_only(session.table):",
                "        if is_bots_only(session.table):",
            ),
            Bug(
                "the host's place stays with who has left",
                "    elif session.table.host_id == user_id:\n        session.table.host_id = heirs[0]\n",
                "",
            ),
            Bug(
                "a given seat is not the one that is taken",
                "if seat.is_vacant and number in (None, seat.number)]",
                "if seat.is_vacant]",
            ),
            Bug(
                "the host removes whoever sits there by now",
                " or get_holder_key(seat) != key:",
                ":",
                ("tests/tables/test_remove.py",),
            ),
            Bug(
                "what a person gave to the shuffle stays with the seat",
                '    seat.clear()\n    seat.client_seed_hash = ""\n',
                "    seat.clear()\n",
                ("tests/tables/test_leave.py", "tests/tables/test_strict.py", "tests/tables/test_client_seeds.py"),
            ),
        ),
    ),
    File(
        "games/tables/bots/substitutes.py",
        ("tests/tables/test_resign.py",),
        (
            Bug(
                "who gives up has lost like the others",
                "set_seat_player(session, seat, Seat.PlayedBy.BOT_AFTER_RESIGNING, level)",
                "set_seat_player(session, seat, Seat.PlayedBy.BOT_BY_MODERATOR, level)",
            ),
            Bug(
                "a bot weaker than the others takes a seat over",
                "weakest = max(map(levels.index, other_levels), default=0)",
                "weakest = min(map(levels.index, other_levels), default=0)",
                ("tests/moderation/test_own_table.py::TestTheLevelOfABot",),
            ),
            Bug(
                "a seat given up can be had back",
                '        if not seat.is_away:\n            raise ForbiddenError("not-yours-to-take")\n',
                "",
                ("tests/tables/test_time_up.py", "tests/tables/test_resign.py"),
            ),
        ),
    ),
    File(
        "games/tables/services/rematch.py",
        ("tests/tables/test_rematch.py",),
        (
            Bug(
                "a rematch is set up while the match runs",
                '        if session.table.status not in (Table.Status.FINISHED, Table.Status.BROKEN_OFF):\n            raise ConflictError("not-over")\n',
                "",
            ),
            Bug(
                "everybody who asks gets a rematch of their own",
                "rematch = session.table.rematch = _create_rematch(session, user_id)",
                "rematch = _create_rematch(session, user_id)",
            ),
            Bug(
                "the rematch of a private table is public",
                "visibility=Table.Visibility(before.visibility)",
                "visibility=Table.Visibility.PUBLIC",
            ),
        ),
    ),
    File(
        "games/tables/services/quotas.py",
        ("tests/tables/test_limits.py",),
        (
            Bug("one more than the limit is allowed", "if count >= limit:", "if count > limit:"),
            Bug(
                "guests have the limits of people with an account",
                'limits["guest" if guest else "account"]',
                'limits["account"]',
            ),
        ),
    ),
    File(
        "games/tables/gameplay/agreements.py",
        ("tests/tables/test_agreements.py",),
        (
            Bug(
                "one voice is enough to pause",
                "elif agreed == voters:",
                "elif agreed:",
            ),
        ),
    ),
)
