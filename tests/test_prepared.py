"""Queries whose SQL is kept give what Django would give."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Max, Subquery
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.db.compiled_queries import CompiledInsert, CompiledQuery, QueryParam, get_compiled_update
from games.tables.models import Event, Seat, Table
from tests.matches import running

TABLE = CompiledQuery(lambda: Table.objects.select_related("position", "host").filter(public_id=QueryParam("id")))
SEATS = CompiledQuery(lambda: Seat.objects.select_related("user").filter(table=QueryParam("table")).order_by("number"))
SPAN = CompiledQuery(
    lambda: (
        Event.objects.filter(
            table=QueryParam("table"), seq__range=(QueryParam("first"), QueryParam("last")), kind="house"
        )
        .annotate(last=Subquery(Event.objects.order_by().values("table").annotate(last=Max("seq")).values("last")[:1]))
        .values_list("seq", "created_at", "keyframe", "last")
    )
)
FEW = CompiledQuery(lambda: Table.objects.only("revision", "options").filter(public_id=QueryParam("id")))


@pytest.fixture
def table(alice, bob):
    return running("lombard", alice, bob, seats=4)


def fields(row):
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_row_with_what_belongs_to_it(table, alice):
    found, meant = TABLE.first(id=table.public_id), Table.objects.get(pk=table.pk)
    assert fields(found) == fields(meant)
    with CaptureQueriesContext(connection) as asked:
        assert (found.host, fields(found.position)) == (alice, fields(meant.position))
    assert [query["sql"] for query in asked if "tables_position" not in query["sql"]] == []


def test_each_call_reads_anew_and_for_its_own_values(table, alice, bob):
    other = running("lombard", alice, bob)
    Table.objects.filter(pk=table.pk).update(revision=70)
    assert TABLE.first(id=table.public_id).revision == 70
    Table.objects.filter(pk=table.pk).update(revision=71)
    assert TABLE.first(id=table.public_id).revision == 71
    assert TABLE.first(id=other.public_id).pk == other.pk
    assert TABLE.first(id="none") is None
    assert TABLE.first(id="' OR 1=1 --") is None


def test_rows_of_people_and_of_nobody(table):
    assert [fields(seat) for seat in SEATS.all(table=table.pk)] == [fields(s) for s in table.seats.order_by("number")]
    assert [seat.user and seat.user.name for seat in SEATS.all(table=table.pk)] == ["Alice", "Bob", None, None]


def test_plain_rows(table):
    meant = Event.objects.filter(table=table, seq__range=(2, 9), kind="house")
    plain = meant.values_list("seq", "created_at", "keyframe")
    last = Event.objects.aggregate(last=Max("seq"))["last"]
    assert SPAN.all(table=table.pk, first=2, last=9) == [(*row, last) for row in plain]
    assert SPAN.all(table=table.pk, first=5, last=4) == []


def test_what_was_not_asked_for_is_read_when_needed(table):
    found = FEW.first(id=table.public_id)
    assert found.get_deferred_fields() == {f.attname for f in Table._meta.concrete_fields} - {
        "id",
        "revision",
        "options",
    }
    assert (found.options, found.digest) == (table.options, table.digest)


def test_a_value_that_is_missing_is_an_error(table):
    with pytest.raises(KeyError):
        TABLE.first()


def test_rows_put_in(table):
    meant = table.events.order_by("seq").last()
    values = fields(meant) | {"id": None, "seq": meant.seq + 1, "key": "a-key", "body": "{\"ä\":'%s'}"}
    more = values | {"seq": meant.seq + 2, "key": None, "created_at": timezone.now()}
    with CaptureQueriesContext(connection) as asked:
        CompiledInsert(Event)([Event(**values), Event(**more)])
    assert len(asked) == 1
    found = table.events.filter(seq__gt=meant.seq).order_by("seq")
    assert [fields(row) | {"id": None} for row in found] == [values, more]


def test_a_row_that_is_there_already(table):
    there = table.events.get(seq=1)
    again = Event(**fields(there) | {"id": None, "body": "another"})
    with pytest.raises(IntegrityError), transaction.atomic():
        CompiledInsert(Event)([again])
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
    found = Table.objects.get(pk=table.pk)
    assert (found.host, found.options) == (bob, table.options)


def test_nothing_to_write_asks_nothing(db, django_assert_num_queries):
    with django_assert_num_queries(0):
        CompiledInsert(Event)([])
        get_compiled_update(Seat, "question_seq")([])
