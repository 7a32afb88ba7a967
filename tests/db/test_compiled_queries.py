"""Statements whose SQL is kept give what Django would give."""

import pkgutil
import sys
from datetime import timedelta
from importlib import import_module

import django
import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Max, Subquery
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import accounts
import games
from config.db.compiled_queries import CompiledInsert, CompiledQuery, get_compiled_update
from config.db.value_lists import encode_values
from games.engine.chance import Rng
from games.social.friends.invitations import invite_people
from games.social.models import Friendship
from games.tables.models import Event, Seat, Table
from tests.matches import finished, opened, play_on, running, turn, waiting

TABLE = CompiledQuery(lambda public_id: Table.objects.select_related("position", "host").filter(public_id=public_id))
SEATS = CompiledQuery(lambda table: Seat.objects.select_related("user").filter(table=table).order_by("number"))
SPAN = CompiledQuery(
    lambda table, first, last: (
        Event.objects.filter(table=table, seq__range=(first, last), kind="house")
        .annotate(last=Subquery(Event.objects.order_by().values("table").annotate(last=Max("seq")).values("last")[:1]))
        .values_list("seq", "created_at", "keyframe", "last")
    )
)
FEW = CompiledQuery(lambda public_id: Table.objects.only("revision", "options").filter(public_id=public_id))


@pytest.fixture
def table(alice, bob):
    return running("lombard", alice, bob, seats=4)


def fields(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_its_mechanism_was_tried_with_this_release_of_django():
    """Another one may have changed what it uses: look through its list there, run this file, then name it here."""
    assert django.VERSION[:2] == (5, 2)


def statements():
    """Every query of the site that is kept, by the name of its module and its own."""
    for package in (accounts, games):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if "migrations" not in module.name and "catalog" not in module.name and "standalone" not in module.name:
                import_module(module.name)
    return {
        f"{module.__name__}.{name}": value
        for module in list(sys.modules.values())
        if module.__name__.partition(".")[0] in ("accounts", "games")
        for name, value in vars(module).items()
        if isinstance(value, CompiledQuery)
    }


def cases(table, client, alice, bob):
    """Values for each, of which some find rows and some find none."""
    client.force_login(alice)
    Friendship.objects.create(requester=alice, recipient=bob, accepted_at=timezone.now())
    finished("sdc", alice, bob)
    running("lombard", bob, seats=2)
    asks = opened("lombard", bob, seats_=3)
    invite_people(asks, bob.pk, [alice])
    waits = next(seat for seat in table.seats.all() if seat.user_id and seat.question_seq is None)
    listed = [encode_values([table.pk, asks.pk]), encode_values([])]
    by_id, by_pk = [{"public_id": table.public_id}, {"public_id": "none"}], [{"table": table.pk}, {"table": -1}]
    keyed = table.events.filter(key__isnull=False).last()
    assert keyed is not None
    tail = {"table": table.pk, "seen_seq": 0, "after": 0, "last": table.last_seq}
    answer = {"table": table.pk, "seat": keyed.seat, "key": keyed.key}
    return {
        "accounts.sessions._SESSION_WITH_USER": [{"key": client.session.session_key}, {"key": "x" * 32}],
        "games.tables.access._TABLE": by_id,
        "games.tables.access._SEATS": by_pk,
        "games.tables.access._PAGE_VERSION": by_id,
        "games.tables.gameplay.moves._ANSWER": [answer, answer | {"key": "another"}],
        "games.tables.locked_table._TABLE": by_id,
        "games.tables.locked_table._SEATS": by_pk,
        "games.tables.locked_table._POSITION": by_pk,
        "games.tables.selectors.event_log._TAIL": [
            tail | {"seat": 0},
            tail | {"seat": 1, "after": 4},
            tail | {"seat": None, "seen_seq": table.last_seq},
            tail | {"seat": 0, "after": table.last_seq},
        ],
        "games.tables.selectors.event_source._FRAMES": [
            {"table": table.pk, "after": 0, "last": table.last_seq},
            {"table": table.pk, "after": 3, "last": 2},
        ],
        "games.tables.selectors.header_counts._COUNTS": [{"user": alice.pk}, {"user": -1}],
        "games.tables.selectors.lobby._OPEN": [{}],
        "games.tables.selectors.lobby._WATCHED": [{"user": alice.pk}, {"user": -1}],
        "games.tables.selectors.table_lists._FINISHED": [{"user": alice.pk}, {"user": -1}],
        "games.tables.selectors.table_lists._FIRST_OF_MINE": [{"user": alice.pk}, {"user": -1}],
        "games.tables.selectors.table_lists._TABLES": [{"pks": pks} for pks in listed],
        "games.tables.selectors.table_lists._SEATS": [{"tables": pks} for pks in listed],
        "games.social.friends.invitations._NEWEST": [{"user_id": alice.pk}, {"user_id": bob.pk}],
        "games.social.friends.lobby._FRIENDS_TABLES": [{"user_id": alice.pk}, {"user_id": -1}],
        "games.notifications.offer._UNASKED": [{"user": waits.user_id}, {"user": -1}],
    }


def test_every_statement_answers_as_the_orm_does(table, client, alice, bob):
    for _ in range(2):
        table = play_on(table, until=0)
        turn(table, waiting(table)[0], Rng(b"statements", "turn"))
    table = play_on(table, until=0)
    tried, compiled = cases(table, client, alice, bob), statements()
    assert tried.keys() == compiled.keys()
    for name, statement in compiled.items():
        answers = [read_rows(statement, statement.all(**values)) for values in tried[name]]
        with transaction.atomic():
            assert answers == [read_rows(statement, statement.plain(**values)) for values in tried[name]], name
        assert any(answers), f"{name}: nothing was compared"


def read_rows(statement, rows):
    """Return the values of rows and of the related rows loaded with them, sorted."""
    rows = list(rows)
    with CaptureQueriesContext(connection) as queries:
        values = [row if isinstance(row, tuple) else read_values(row) for row in rows]
    assert len(queries) == 0, "what is read along was asked for again"
    return sorted(values, key=repr)


def read_values(row, path=()):
    values = {name: value for name, value in vars(row).items() if not name.startswith("_")}
    if clock := values.pop("clock", None):
        assert abs(timezone.now() - clock) < timedelta(minutes=5)
    relations = [field for field in row._meta.get_fields() if field.is_relation and not field.auto_created]
    relations += [field for field in row._meta.get_fields() if field.one_to_one and field.auto_created]
    read = {field.name: field.get_cached_value(row, None) for field in relations if field.is_cached(row)}
    related = {name: other for name, other in read.items() if other not in path}
    return values | {name: other and read_values(other, (*path, row)) for name, other in related.items()}


def test_a_row_with_what_belongs_to_it(table, alice):
    row, expected = TABLE.first(public_id=table.public_id), Table.objects.get(pk=table.pk)
    assert fields(row) == fields(expected)
    with CaptureQueriesContext(connection) as queries:
        assert (row.host, fields(row.position)) == (alice, fields(expected.position))
    assert [query["sql"] for query in queries if "tables_position" not in query["sql"]] == []


def test_each_call_reads_anew_and_for_its_own_values(table, alice, bob):
    other = running("lombard", alice, bob)
    Table.objects.filter(pk=table.pk).update(revision=70)
    assert TABLE.first(public_id=table.public_id).revision == 70
    Table.objects.filter(pk=table.pk).update(revision=71)
    assert TABLE.first(public_id=table.public_id).revision == 71
    assert TABLE.first(public_id=other.public_id).pk == other.pk
    assert TABLE.first(public_id="none") is None
    assert TABLE.first(public_id="' OR 1=1 --") is None


def test_rows_of_people_and_of_nobody(table):
    assert [fields(seat) for seat in SEATS.all(table=table.pk)] == [fields(s) for s in table.seats.order_by("number")]
    assert [seat.user and seat.user.name for seat in SEATS.all(table=table.pk)] == ["Alice", "Bob", None, None]


def test_plain_rows(table):
    events = Event.objects.filter(table=table, seq__range=(2, 9), kind="house")
    plain = events.values_list("seq", "created_at", "keyframe")
    last = Event.objects.aggregate(last=Max("seq"))["last"]
    assert SPAN.all(table=table.pk, first=2, last=9) == [(*row, last) for row in plain]
    assert SPAN.all(table=table.pk, first=5, last=4) == []


def test_what_was_not_asked_for_is_read_when_needed(table):
    row = FEW.first(public_id=table.public_id)
    assert row.get_deferred_fields() == {f.attname for f in Table._meta.concrete_fields} - {
        "id",
        "revision",
        "options",
    }
    assert (row.options, row.digest) == (table.options, table.digest)


def test_a_value_that_is_missing_is_an_error(table):
    with pytest.raises(KeyError):
        TABLE.first()


def test_rows_put_in(table):
    last = table.events.order_by("seq").last()
    values = fields(last) | {"id": None, "seq": last.seq + 1, "key": "a-key", "body": "{\"ä\":'%s'}"}
    second_values = values | {"seq": last.seq + 2, "key": None, "created_at": timezone.now()}
    with CaptureQueriesContext(connection) as queries:
        CompiledInsert(Event)([Event(**values), Event(**second_values)])
    assert len(queries) == 1
    inserted = table.events.filter(seq__gt=last.seq).order_by("seq")
    assert [fields(row) | {"id": None} for row in inserted] == [values, second_values]


def test_a_row_that_is_there_already(table):
    event = table.events.get(seq=1)
    duplicate = Event(**fields(event) | {"id": None, "body": "another"})
    with pytest.raises(IntegrityError), transaction.atomic():
        CompiledInsert(Event)([duplicate])
    seat = table.seats.get(number=1)
    CompiledInsert(Seat, ignore_conflicts=True)(
        [Seat(**fields(seat) | {"id": None, "played_by": "bot", "bot_level": "normal", "user_id": None})]
    )
    assert fields(table.seats.get(number=1)) == fields(seat)


def test_each_row_gets_its_own_values_and_others_keep_theirs(table):
    before = list(table.seats.order_by("number").values())
    late = timezone.now()
    for seat in (seats := list(table.seats.order_by("number")))[:2]:
        seat.question_seq, seat.deadline, seat.bot_level = 70 + seat.number, late, "written by nobody"
    get_compiled_update(Seat, "question_seq", "deadline")(seats[:2])
    changes = [{"question_seq": 70, "deadline": late}, {"question_seq": 71, "deadline": late}, {}, {}]
    after = [row | change for row, change in zip(before, changes, strict=True)]
    assert list(table.seats.order_by("number").values()) == after


def test_a_relation_and_plain_data_are_written(table, bob):
    table.host, table.options = bob, {"rules": 7, "names": ["ä"]}
    get_compiled_update(Table, "host", "options")([table])
    row = Table.objects.get(pk=table.pk)
    assert (row.host, row.options) == (bob, table.options)


def test_nothing_to_write_asks_nothing(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        CompiledInsert(Event)([])
        get_compiled_update(Seat, "question_seq")([])
