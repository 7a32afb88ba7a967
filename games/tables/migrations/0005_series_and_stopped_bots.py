from django.db import migrations
from django.db.models import Q

STOPPED = 2


def note_series(apps, schema_editor):
    """Note the series of earlier rematches. Of two tables the earlier has the smaller key."""
    Table = apps.get_model("tables", "Table")
    rows = Table.objects.filter(rematch__isnull=False).order_by("pk")
    first = {}
    for pk, rematch in rows.values_list("pk", "rematch").iterator():
        first[rematch] = first.get(pk, pk)
        Table.objects.filter(pk=rematch).update(series=first[rematch])


def note_stopped_tables(apps, schema_editor):
    """Note which tables are frozen or paused. Whether bots play alone is noted when they next move."""
    Seat = apps.get_model("tables", "Seat")
    stopped = Q(table__frozen_at__isnull=False) | Q(table__paused_at__isnull=False)
    Seat.objects.filter(stopped, table__status="running").update(bot_priority=STOPPED)


class Migration(migrations.Migration):
    """Fill the new columns. Separate, so that no table stays locked while its rows are read."""

    replaces = [
        ('tables', '0007_series_of_rematches'),
        ('tables', '0009_stopped_bots'),
        ('tables', '0014_hints_are_events'),
    ]

    dependencies = [
        ('tables', '0004_hints_and_forms'),
    ]

    operations = [
        migrations.RunPython(note_series, migrations.RunPython.noop),
        migrations.RunPython(note_stopped_tables, migrations.RunPython.noop),
    ]
