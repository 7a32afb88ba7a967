"""Bugs in records: the chain of digests, sealing, the checkers, the audit, the chain over all tables."""

from tests.mutants.listing import Bug, File

FILES = (
    File(
        "games/engine/hash_chain.py",
        ("tests/engine/test_chain.py",),
        (
            Bug(
                "a digest doesn't depend on the one before",
                "hashlib.sha256(bytes.fromhex(previous) + leaf)",
                "hashlib.sha256(leaf)",
            ),
            Bug(
                "all events of a table have the same salt",
                'f"{table_id}|event|{seq}".encode()',
                'f"{table_id}|event".encode()',
            ),
            Bug(
                "a person has the same mark at all tables",
                'f"{table_id}|person|{person}".encode()',
                'f"person|{person}".encode()',
            ),
        ),
    ),
    File(
        "games/tables/event_writer.py",
        ("tests/replays/audit/test_honest.py", "tests/tables/test_log.py"),
        (
            Bug(
                "the log doesn't hold what was asked for",
                'request = {} if key is None else {"request": hash_request(key, payload)}',
                "request: dict[str, str] = {}",
            ),
            Bug(
                "an event tells where the table stood before it",
                '"state": self.snapshot.hashes if self.snapshot else None',
                '"state": previous.hashes if previous else None',
            ),
        ),
    ),
    File(
        "games/tables/storage/archived_log.py",
        ("tests/tables/test_archive_format.py",),
        (
            Bug(
                "the event at the edge of a block is read twice",
                "if after < event.seq <= last)",
                "if after <= event.seq <= last)",
            ),
            Bug(
                "a position is read without the changes since the whole frame",
                "if event.seq <= n and event.frame",
                "if event.keyframe and event.seq <= n and event.frame",
                ("tests/replays/test_storage.py::test_the_same_is_told_from_rows_and_from_the_record",),
            ),
            Bug(
                "a digest that does not follow is made anew",
                '        if follows and _with_state(short, hashes) == body:\n            return ArchivedEvent(n, short, frame, keyframe, "")\n',
                '        if _with_state(short, hashes) == body:\n            return ArchivedEvent(n, short, frame, keyframe, "")\n',
                ("tests/tables/test_archive_format.py", "tests/replays/test_archiving.py"),
            ),
        ),
    ),
    File(
        "games/replays/archive/services.py",
        ("tests/replays/test_archiving.py",),
        (
            Bug("a running table is sealed", "    if not table.is_ended:\n        return False\n", ""),
            Bug(
                "rows are dropped that no verified record holds",
                "if is_record_verified(table_pk):  # database triggers check this too",
                "if table_pk:",
                (
                    "tests/replays/test_storage.py::test_another_record_s_verification_opens_nothing",
                    "tests/replays/test_storage.py::test_only_what_was_verified_goes",
                ),
            ),
            Bug(
                "rows stay until the sweep",
                "            prune_table(table_pk)\n\n",
                "            pass\n\n",
                ("tests/replays/test_verification_jobs.py",),
            ),
            Bug(
                "what fails to be sealed is tried again at once",
                "_postpone(pk, LEASE_SECONDS if tries < TRIES else RETRY_SECONDS, archive_attempts=tries + 1)",
                "_postpone(pk, 0, archive_attempts=tries + 1)",
            ),
        ),
    ),
    File(
        "games/replays/verification/services.py",
        (
            "tests/replays/test_storage.py::test_what_differs_stays",
            "tests/replays/test_storage.py::test_another_record_s_verification_opens_nothing",
        ),
        (
            Bug(
                "a record counts as proven although something differs",
                "if not report.is_ok or report.answers[-1].name != RECORD:",
                "if report.answers[-1].name != RECORD:",
            ),
            Bug(
                "any verification opens the rows, not that of this record",
                'table=table_pk, table__verification__verified_sha256=F("sha256")).exists()',
                'table=table_pk).exclude(table__verification__verified_sha256="").exists()',
            ),
        ),
    ),
    File(
        "games/replays/verification/selectors.py",
        (
            "tests/replays/test_storage.py::test_a_record_that_is_not_what_was_played_keeps_the_rows",
            "tests/replays/test_storage.py::test_a_row_that_is_not_in_the_record_is_named",
            "tests/replays/audit/test_results.py::test_every_part_of_a_summary",
        ),
        (
            Bug(
                "a record is not held against the hash it was sealed with",
                "if wrong or hash_text(dump_canonical(plain)) != record.sha256:",
                "if wrong:",
            ),
            Bug(
                "rows are not held against the record",
                "if self.answer.outcome == AGREES and _archived_fields(row) != _archived_fields(other):",
                "if row is None and other is None:",
            ),
            Bug(
                "summaries are not held against the record",
                "CheckResult(SUMMARY, DIFFERS if wrong else AGREES, wrong)",
                "CheckResult(SUMMARY, AGREES, wrong)",
            ),
        ),
    ),
    File(
        "games/replays/transparency_log.py",
        (
            "tests/replays/test_transparency_log.py",
            "tests/replays/audit/test_results.py::test_the_links_of_a_table",
        ),
        (
            Bug("a link forgets the one before", 'f"{before}|{kind.name.lower()}|', 'f"{kind.name.lower()}|'),
            Bug(
                "a table's end is not linked",
                "tables = [*Table.objects.filter(transparency_entry_count=0)[:limit], *ended[:limit]]",
                "tables = [*Table.objects.filter(transparency_entry_count=0)[:limit]]",
            ),
            Bug(
                "a link's digest may differ from the table's",
                'if link.chain_hash != (digest if link.kind == TransparencyLogEntry.Kind.ENDED else ""):',
                "if link.kind == TransparencyLogEntry.Kind.OPENED and link.chain_hash:",
            ),
        ),
    ),
    File(
        "games/replays/audit/hash_chain.py",
        (
            "tests/replays/audit/test_tampering.py::test_the_last_event_is_gone",
            "tests/replays/audit/test_tampering.py::test_another_seed",
        ),
        (
            Bug(
                "the audit overlooks events cut off at the end",
                "if self.events < self.table.seq:",
                "if self.events > self.table.seq:",
            ),
            Bug(
                "the audit does not hold the seed against the commitment",
                "if hash_server_seed(self.table.public_id, self.table.seed) != self.table.commitment:",
                "if not self.table.hash_server_seed:",
            ),
        ),
    ),
    File(
        "games/engine/take_back.py",
        ("tests/tables/test_take_back.py",),
        (
            Bug(
                "a decision can be taken back after a card was shown",
                "return is_others_move and not starts_chapter and not shows_hidden(event.happenings, meta.deck)",
                "return is_others_move and not starts_chapter",
                ("tests/tables/test_take_back.py::test_no_more_once_a_card_was_shown",),
            ),
        ),
    ),
    File(
        "games/tables/services/take_back.py",
        ("tests/tables/test_take_back.py",),
        (
            Bug(
                "decisions can be taken back again and again",
                "if seat.took_back_in == game.get_chapter_number(public):",
                "if seat.took_back_in == -1:",
                ("tests/tables/test_take_back.py::test_once_a_round",),
            ),
            Bug(
                "among people decisions can be taken back",
                "if not is_solo(session.seats) or not seat.is_person:",
                "if not seat.is_person:",
                ("tests/tables/test_take_back.py::test_not_among_people",),
            ),
        ),
    ),
    File(
        "games/replays/audit/take_back.py",
        ("tests/tables/test_take_back.py",),
        (
            Bug(
                "the audit doesn't count what was taken back",
                "if self._chapters.get(seat) == chapter:",
                "if self._chapters.get(seat) == -1:",
                ("tests/tables/test_take_back.py::test_the_audit_counts_how_often",),
            ),
        ),
    ),
    File(
        "games/replays/audit/replay_check.py",
        (
            "tests/replays/audit/test_dishonest.py",
            "tests/replays/audit/test_tampering.py",
            "tests/tables/test_bot_thinking_time.py",
        ),
        (
            Bug(
                "the audit takes a bot's move at a person's seat",
                'if (body["cause"] == "bot") != (seat in self.levels) and body["cause"] in ("bot", "player", "plan"):',
                'if body["cause"] == "bot" and self.frozen:',
                ("tests/replays/audit/test_dishonest.py::test_a_bot_s_or_the_house_s_move_at_a_person_s_seat",),
            ),
            Bug(
                "the audit takes any bot for one that ran out of time",
                "or self.levels.get(seat) not in Game.MORE_LEVELS",
                "or self.frozen",
                ("tests/tables/test_bot_thinking_time.py::test_a_mark_that_cannot_be_right",),
            ),
            Bug(
                "the audit takes moves at a frozen table",
                "if self.frozen or self.paused:",
                "if self.paused:",
                ("tests/replays/audit/test_dishonest.py::test_a_move_at_a_frozen_table",),
            ),
            Bug(
                "the audit takes any move for what the clock plays",
                'if (body["cause"] in ("clock", "house") or "safe" in body["data"]) and move',
                'if body["cause"] == "house" and move',
                ("tests/replays/audit/test_dishonest.py::test_a_move_put_into_somebody_s_mouth",),
            ),
            Bug(
                "the audit does not compare what happened",
                'if happenings != dump_canonical(body["happenings"]) and happenings',
                "if not happenings and happenings",
                ("tests/replays/audit/test_tampering.py::test_a_happening_rewritten_and_the_chain_made_anew",),
            ),
        ),
    ),
    File(
        "games/replays/audit/older_timeouts.py",
        ("tests/replays/audit/test_older_timeouts.py",),
        (
            Bug(
                "the audit takes a time that was up too soon in an older log",
                "if not is_bot and _parse_moment(deadline) - _parse_moment(since) < self._get_minimum_time():",
                "if not is_bot and _parse_moment(deadline) < _parse_moment(since):",
            ),
        ),
    ),
    File(
        "games/replays/audit/timeouts.py",
        ("tests/replays/cheats/test_clocks.py",),
        (
            Bug(
                "the audit takes a time that was up too soon",
                "if question.clock.get_remaining(deadline) > NO_TIME:",
                "if question.clock.get_remaining(now) > timedelta(days=400):",
            ),
            Bug(
                "the audit counts a freeze as time used",
                "return self.is_frozen or self.is_paused or is_away",
                "return self.is_paused or is_away",
            ),
            Bug(
                "the audit counts a vacation as time used",
                "return self.is_frozen or self.is_paused or is_away",
                "return self.is_frozen or self.is_paused",
            ),
            Bug(
                "the audit takes any charge",
                "if type(charged) is not int or not minimum <= charged <= maximum:",
                "if type(charged) is not int:",
            ),
            Bug(
                "the audit takes any statement of a bank",
                "if type(stated[name]) is not int or not minimum <= stated[name] <= maximum:",
                "if type(stated[name]) is not int:",
            ),
            Bug(
                "the audit takes what was not stated for right",
                '        if with_bank and "time_left" not in body["data"]:\n            raise NotRunError("clock-unstated")\n        if not with_bank and',
                "        if",
            ),
            Bug(
                "the audit takes a match that is void at once",
                "elif self.void_announced_at is None or now - self.void_announced_at < VOID_NOTICE:",
                "elif self.void_announced_at is None:",
            ),
            Bug(
                "the audit takes any clock",
                '    if find_unsupported_setting(control):\n        raise MismatchError("clock-settings")\n',
                "",
            ),
        ),
    ),
    File(
        "games/replays/audit/bot_check.py",
        ("tests/replays/audit/test_dishonest.py",),
        (
            Bug(
                "a bot that knew more counts as other code",
                "        if is_same_code:\n            raise MismatchError(SAME_CODE)\n",
                "",
                (
                    "tests/replays/audit/test_dishonest.py::test_a_bot_that_is_told_to_play_otherwise_counts_under_the_same_code",
                ),
            ),
            Bug(
                "other code counts as the same",
                'is_same_code = body["data"].get("bots") == self._get_own_digest()',
                "is_same_code = True",
                ("tests/replays/audit/test_dishonest.py::test_a_bot_of_other_code_may_choose_otherwise",),
            ),
        ),
    ),
    File(
        "games/replays/audit/client_seeds.py",
        (
            "tests/tables/test_strict.py::test_another_phrase_is_found",
            "tests/replays/audit/test_dishonest.py::test_a_phrase_that_the_house_has_put_in_anothers_place",
        ),
        (
            Bug(
                "the audit takes a phrase that is not behind its hash",
                "if hash_client_seed(self.table_id, seat, bytes.fromhex(client_seed)) != self.given[seat]:",
                "if not self.given[seat]:",
            ),
            Bug(
                "the audit takes other hashes at the start than were given",
                "if phrases != self.given:  # the server has tried others",
                "if any(phrases) != any(self.given):",
            ),
        ),
    ),
    File(
        "games/replays/audit/snapshots.py",
        (
            "tests/replays/audit/test_tampering.py::test_a_frame",
            "tests/replays/audit/test_tampering.py::test_one_seat_s_view_in_the_middle",
        ),
        (
            Bug(
                "the audit does not look at what was shown",
                'if type(body["state"]) is not dict or self.shown.hashes.get(part) != body["state"].get(part):',
                'if type(body["state"]) is not dict:',
            ),
        ),
    ),
    File(
        "games/replays/audit/results.py",
        ("tests/replays/audit/test_results.py::test_a_result_that_is_gone",),
        (
            Bug(
                "the audit overlooks a result that is missing",
                '            if holder not in stored:\n                raise MismatchError("result-missing")\n',
                "            if holder not in stored:\n                continue\n",
            ),
        ),
    ),
    File(
        "games/replays/standalone/record_checker/record.py",
        ("tests/replays/test_verify_record.py",),
        (
            Bug(
                "the program for everybody takes another seed",
                'self.record["format"] == FORMAT and commitment == self.digest',
                'self.record["format"] == FORMAT',
                ("tests/replays/test_verify_record.py::test_another_seed_than_was_promised_is_named",),
            ),
            Bug(
                "the program for everybody takes an exchanged digest",
                'need(self.digest == event["digest"], "chain")',
                'need(len(self.digest) == len(event["digest"]), "chain")',
                ("tests/replays/test_export.py::test_whatever_is_flipped_is_found",),
            ),
            Bug(
                "the program for everybody takes cards that move by themselves",
                'need(self.frame == before and not body["happenings"], "cards moved although nobody played")',
                'need(not body["happenings"], "cards moved although nobody played")',
                ("tests/replays/test_verify_record.py::test_a_cheat_is_named",),
            ),
            Bug(
                "the program for everybody takes any receipt",
                "            return item\n    return None\n\n\ndef remark",
                "            continue\n    return None\n\n\ndef remark",
                ("tests/replays/test_verify_record.py::test_a_phrase_changed_is_named_and_so_is_one_that_was_kept",),
            ),
            Bug(
                "the program for everybody takes a record that is cut short",
                'status = "finished" if self.is_over else ENDINGS.get(self.kind)',
                'status = ENDINGS.get(self.kind, "finished")',
                ("tests/replays/test_verify_record.py::test_a_record_cut_short_is_named[lombard]",),
            ),
            Bug(
                "the program for everybody takes a phrase given after the start",
                'need(not started, "phrases: one given after the start")',
                'need(body["data"], "phrases: one given after the start")',
                ("tests/replays/test_verify_record.py::test_a_phrase_given_after_the_start_is_named",),
            ),
        ),
    ),
)
