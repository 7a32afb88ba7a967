"""Growing a large base by plain SQL: rows as the site would have left them, as far as lists and sweeps look at them."""

import time
from typing import Any

from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection, models

from accounts.models import AuditLogEntry, KnownDevice, NetworkFingerprint, Sanction, Session, User
from config.db import append_only
from games.catalog import registry
from games.engine.game import AnyGame
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.moderation.models import Report
from games.notifications.models import Delivery, Notification
from games.replays.models import MatchSummary, TransparencyLogEntry, Verification
from games.social.models import ChatMessage, ChatRoom
from games.tables.models import Event, Position, Record, Result, Seat, Seed, Table

DAYS = 900
SEATS = 4
RUNNING_EACH, OPEN_EACH = 200, 1_000  # one in so many is still running, one waits for people
EVENTS = 100  # of a running table
TITLES = "(ARRAY['lombard','dilemma','sdc','crown','doudizhu','get9'])"
PERSON = "(1 + (n * 7919 + {seat} * 104729) % {people})"
AGO = "now() - interval '{days} days' * (1 - n::float / {count})"


def is_grown() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('tables_table')")
        (relation,) = cursor.fetchone()
    return bool(relation) and Table.objects.exists()


def grow(matches: int, people: int) -> None:
    """That many ended and living matches of that many people, then VACUUM ANALYZE."""
    start = time.perf_counter()
    call_command("migrate", verbosity=0)
    append_only.remove_triggers()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # new rows refer to existing ones
    _people(people)
    _tables(matches, people)
    _seats(matches, people)
    _results()
    _logs(matches)
    _beside(matches, people)
    append_only.install_triggers()
    _counted_on()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("VACUUM ANALYZE")
    print(f"{matches:,} matches of {people:,} people, in {time.perf_counter() - start:.0f} s")


def fill(model: type[models.Model], source: str, **values: str) -> None:
    """Rows of a model, one for each row of `source`; `values` are SQL, other columns get what the model says."""
    columns = {field.column: values.get(field.name) or _default(field) for field in model._meta.concrete_fields}
    named = {name: sql for name, sql in columns.items() if sql}
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({', '.join(map(_quoted, named))})"
            f" SELECT {', '.join(named.values())} FROM {source}"
        )


def _quoted(name: str) -> str:
    return f'"{name}"'


def _default(field: Any) -> str:
    if isinstance(field, models.BigAutoField):
        return ""
    if field.null:
        return "NULL"
    if isinstance(field, models.JSONField):
        return "'[]'" if field.default is list else "'{}'"
    if isinstance(field, models.DateTimeField):
        return "now()"
    if isinstance(field, models.BinaryField):
        return "''"
    if isinstance(field, models.BooleanField):
        return str(bool(field.default)).lower() if field.has_default() else "false"
    if isinstance(field, models.CharField | models.TextField):
        return f"'{field.default}'" if isinstance(field.default, str) else "''"
    return str(int(field.default)) if isinstance(field.default, int) else "0"


def _series(count: int) -> str:
    return f"generate_series(1::bigint, {count}) AS n"


def _people(people: int) -> None:
    password = make_password("password")
    fill(
        User,
        _series(people),
        id="n",
        username="'person' || n",
        name="'Person ' || n",
        password=f"'{password}'",
        folded_name="'person' || n",
        name_skeleton="'person' || n",
        folded_username="'person' || n",
        public_id="lpad(to_hex(n::bigint), 12, '0')",
        is_guest="n % 4 = 0",
        date_joined=AGO.format(days=DAYS, count=people),
        last_login=f"now() - interval '1 day' * (n % {DAYS})",
        language="CASE n % 3 WHEN 0 THEN 'ja' ELSE '' END",
        session_version="0",
        is_active="n % 1000 <> 0",
        idle_check_at="CASE WHEN n % 4 = 0 THEN now() + interval '1 day' * (n % 365) END",
    )
    _counted_on()
    User.objects.create_superuser(username="operator", name="Operator", password="password")
    User.objects.filter(pk=1).update(is_guest=False, is_active=True)


def _tables(matches: int, people: int) -> None:
    state = (
        f"CASE WHEN n % {OPEN_EACH} = 1 AND n > {matches} * 0.99 THEN 'open' WHEN n % {RUNNING_EACH} = 2 THEN 'running'"
        " WHEN n % 100 = 3 THEN 'abandoned' WHEN n % 500 = 4 THEN 'voided' ELSE 'finished' END"
    )
    at = AGO.format(days=DAYS, count=matches)
    ended = "s NOT IN ('open', 'running')"
    fill(
        Table,
        f"(SELECT n, {state} AS s, {at} AS at FROM {_series(matches)}) AS all_of_them",
        id="n",
        public_id="lpad(to_hex(n::bigint), 12, '0')",
        invite_code="md5(n::text || 'i')::varchar(12)",
        game_slug=f"CASE WHEN {ended} THEN {TITLES}[1 + n % 6] ELSE 'lombard' END",
        options=f"'{dump_canonical(_lombard().metadata.clean_options({}))}'",
        status="s",
        visibility="(ARRAY['public','link','private'])[1 + n % 3]",
        replay_visibility="1 + n % 3",
        host=PERSON.format(seat=0, people=people),
        commitment="md5(n::text) || md5(n::text)",
        digest="md5('d' || n) || md5('d' || n)",
        last_seq=str(EVENTS),
        revision=str(EVENTS),
        created_at="at",
        started_at="CASE s WHEN 'open' THEN NULL ELSE at END",
        changed_at="at + interval '2 days'",
        ended_at=f"CASE WHEN {ended} THEN at + interval '2 days' END",
        transparency_entry_count=f"CASE WHEN {ended} THEN 2 ELSE 1 END",
        frozen_at="CASE WHEN n % 5000 = 7 THEN at END",
        turn_seconds="86400",
        bot_after="3",
        vacations="true",
    )
    Table.objects.filter(status="open").update(changed_at=models.F("ended_at"), lobby_at=models.F("ended_at"))
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_table SET changed_at = now(), lobby_at = now() WHERE status IN ('open', 'running')"
        )


def _seats(matches: int, people: int) -> None:
    bot, question = "(n + seat) % 4 = 3", f"t.status = 'running' AND seat = n % {SEATS}"
    fill(
        Seat,
        f"tables_table t, generate_series(0, {SEATS - 1}) AS seat, LATERAL (SELECT t.id AS n) AS numbered",
        table="t.id",
        number="seat",
        user=f"CASE WHEN {bot} THEN NULL ELSE {PERSON.format(seat='seat', people=people)} END",
        played_by=f"CASE WHEN {bot} THEN 'bot' ELSE 'person' END",
        bot_level=f"CASE WHEN {bot} THEN 'normal' ELSE '' END",
        question_seq=f"CASE WHEN {question} THEN t.last_seq END",
        deadline=f"CASE WHEN {question} AND NOT {bot} THEN now() + interval '1 day' END",
        client_seed_hash="md5(n::text || seat) || md5(n::text || seat)",
    )


def _results() -> None:
    fill(
        Result,
        "tables_seat s JOIN tables_table t ON t.id = s.table_id AND t.ended_at IS NOT NULL AND s.user_id IS NOT NULL",
        table="t.id",
        user="s.user_id",
        game_slug="t.game_slug",
        place="1 + s.number",
        score="10 - s.number",
        outcome="CASE WHEN t.status <> 'finished' THEN 'void' WHEN s.number = 0 THEN 'won' ELSE 'lost' END",
        is_public="t.visibility = 'public'",
        is_rated="true",
        ended_at="t.ended_at",
    )


def _logs(matches: int) -> None:
    """Rows of living tables, records of ended ones."""
    live, ended = "tables_table t WHERE t.status = 'running'", "tables_table t WHERE t.ended_at IS NOT NULL"
    body = "'{\"happenings\":[],\"seq\":' || n || repeat(' ', 300) || '}'"
    lombard = _lombard()
    state = lombard.rules.setup(lombard.metadata.clean_options({}), SEATS)
    fill(
        Event,
        f"tables_table t, generate_series(1, {EVENTS}) AS n WHERE t.status = 'running'",
        table="t.id",
        seq="n",
        kind="CASE n WHEN 1 THEN 'create' WHEN 5 THEN 'start' ELSE 'move' END",
        seat=f"n % {SEATS}",
        cause="CASE n % 20 WHEN 0 THEN 'clock' ELSE 'player' END",
        body=body,
        digest="md5(n::text) || md5(n::text)",
        key="t.id || '-' || n",
        created_at="t.created_at",
    )
    fill(Position, live, table="t.id", seq=str(EVENTS), frame=f"'{dump_canonical(to_json(state))}'")
    fill(Seed, "tables_table t", table="t.id", value="decode(md5(t.id::text) || md5(t.id::text), 'hex')")
    fill(Record, ended, table="t.id", data="decode(md5(t.id::text), 'hex')", sha256="t.digest", lengths="'[1]'")
    fill(MatchSummary, ended, table="t.id", start_seq="5", end_seq=str(EVENTS), moves="80", moment_kinds="',lead,'")
    fill(
        Verification,
        ended,
        table="t.id",
        requested_at="t.ended_at",
        finished_at="t.ended_at",
        verified_sha256="t.digest",
        report="'{}'",
        code_version="'abc'",
    )
    fill(
        TransparencyLogEntry,
        "tables_table t",
        number="2 * t.id - 1",
        table="t.id",
        kind="1",
        entry_hash="t.commitment",
        created_at="t.created_at",
    )
    fill(
        TransparencyLogEntry,
        ended,
        number="2 * t.id",
        table="t.id",
        kind="2",
        chain_hash="t.digest",
        entry_hash="t.digest",
        created_at="t.ended_at",
    )


def _beside(matches: int, people: int) -> None:
    """Fill in people's notifications, messages, reports, and staff actions."""
    table, person = f"(1 + (n * 31) % {matches})", PERSON.format(seat=0, people=people)
    at = AGO.format(days=DAYS, count=matches)
    other = PERSON.format(seat=1, people=people)
    half, fiftieth = matches // 2, matches // 50
    fill(
        Notification,
        _series(half),
        recipient=person,
        table=table,
        event_seq="n",
        kind="'your-turn'",
        created_at=at,
        decision="'told'",
    )
    fill(
        Delivery,
        f"(SELECT id, recipient_id, created_at, id AS n FROM notifications_notification LIMIT {half // 2}) AS told",
        notification="id",
        recipient="recipient_id",
        channel="'mail'",
        created_at="created_at",
        sent_at="created_at",
        problem="CASE n % 50 WHEN 0 THEN 'slow' ELSE '' END",
    )
    fill(ChatRoom, "tables_table t WHERE t.id % 4 = 0", table="t.id", name="'all'", topic="lpad(to_hex(t.id), 12, '0')")
    fill(
        ChatMessage,
        "social_chatroom r, generate_series(1, 2) AS n",
        room="r.id",
        number="n",
        user=f"(1 + (r.id * 7919) % {people})",
        text="'Well played ' || r.id",
        created_at="now() - interval '1 day' * (r.id % 90)",
    )
    fill(
        Report,
        _series(fiftieth),
        reporter=person,
        reported_user=other,
        target_type="'person'",
        target_id="n::text",
        name_at_report="'Person'",
        table=table,
        category="'abuse'",
        created_at=AGO.format(days=DAYS, count=fiftieth),
        priority="n % 100",
        quoted_text="''",
        decided_at=f"CASE WHEN n < {fiftieth} * 0.98 THEN now() END",
        outcome=f"CASE WHEN n < {fiftieth} * 0.98 THEN 'upheld' ELSE '' END",
    )
    fill(
        Sanction,
        _series(fiftieth // 2),
        public_id="lpad(to_hex(n::bigint), 12, '0')",
        person=other,
        kind="'mute'",
        category="'abuse'",
        reason="'words'",
        issued_by="1",
        started_at="now() - interval '90 days'",
        closed_at="now()",
        end_reason="'expired'",
    )
    fill(
        AuditLogEntry,
        _series(matches // 10),
        created_at=AGO.format(days=DAYS, count=matches // 10),
        action="'freeze'",
        target_type="'table'",
        target_id="lpad(to_hex(n::bigint), 12, '0')",
        reason="'a look'",
    )
    fill(
        KnownDevice,
        _series(people),
        user="n",
        token_hash="md5((n / 2)::text) || md5('d')",
        expires_at="now() + interval '1 day' * (1 + n % 90)",
    )
    fill(
        NetworkFingerprint,
        f"{_series(people)}, generate_series(1, 4) AS week",
        user="n",
        week="(extract(epoch FROM now()) / 604800)::int - week",
        token_hash="md5((n / 3)::text || week) || md5('n')",
    )
    fill(
        Session,
        _series(people),
        session_key="md5(n::text)",
        session_data="repeat('x', 200)",
        expire_date="now() + interval '1 day' * (1 + n % 60)",
        user="n",
    )


def _lombard() -> AnyGame:
    return registry.get_game("lombard")


def _counted_on() -> None:
    """Advance the sequences past explicitly written keys."""
    with connection.cursor() as cursor:
        for model in (User, Table):
            table = model._meta.db_table
            cursor.execute(
                f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT coalesce(max(id), 1) FROM {table}))"
            )
