from datetime import UTC

from django.db import migrations
from django.db.models.functions import Now

from games.engine.hash_chain import next_digest
from games.engine.serialization.canonical_json import dump_canonical, parse_json

FULL_SNAPSHOT_EVERY = 50


def log_earlier_hints(apps, schema_editor):
    """Note in the logs of running matches which seats have taken a hint: one event per seat, caused by the house."""
    Table = apps.get_model("tables", "Table")
    Seat = apps.get_model("tables", "Seat")
    running = Table.objects.filter(status="running", seats__hints__isnull=False).order_by("pk").distinct()
    for pk in list(running.values_list("pk", flat=True)):
        table = (
            Table.objects.select_for_update(of=("self",), no_key=True).annotate(clock=Now()).select_related("seed")
        ).get(pk=pk)
        if table.status != "running":
            continue
        for seat in Seat.objects.filter(table=table, hints__isnull=False, has_hint=False).order_by("number").distinct():
            _append_hint(apps, table, seat.number)
            Seat.objects.filter(pk=seat.pk).update(has_hint=True)


def _append_hint(apps, table, number):
    """Append the event to the locked table's log, as `games.tables.event_writer` does. The state stays as it is."""
    Event, Position = apps.get_model("tables", "Event"), apps.get_model("tables", "Position")
    before = Event.objects.get(table=table, seq=table.last_seq)
    seq, moment = table.last_seq + 1, max(table.clock, before.created_at).astimezone(UTC)
    body = dump_canonical({
        **parse_json(before.body),
        "seq": seq, "kind": "hint", "seat": number, "cause": "house", "move": None, "happenings": [], "data": {},
        "time": moment.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
    })  # fmt: skip
    keyframe = seq % FULL_SNAPSHOT_EVERY == 0
    position = Position.objects.filter(table=table)
    table.digest = next_digest(table.digest, table.public_id, bytes(table.seed.value), seq, body)
    Event.objects.create(
        table=table, seq=seq, kind="hint", seat=number, cause="house", body=body, keyframe=keyframe,
        frame=position.values_list("frame", flat=True).get() if keyframe else "null",
        digest=table.digest, created_at=moment,
    )  # fmt: skip
    position.update(seq=seq)
    table.last_seq, table.changed_at, table.revision = seq, moment, table.revision + 1
    table.save(update_fields=["digest", "last_seq", "changed_at", "revision"])


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0013_seat_has_hint'),
    ]

    operations = [
        migrations.RunPython(log_earlier_hints, migrations.RunPython.noop),
    ]
