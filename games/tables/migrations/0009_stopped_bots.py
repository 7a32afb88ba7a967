from django.db import migrations
from django.db.models import Q

STOPPED = 2


def note_stopped_tables(apps, schema_editor):
    """Of tables that are frozen or paused; whether bots play alone is noted when they next do."""
    Seat = apps.get_model("tables", "Seat")
    stopped = Q(table__frozen_at__isnull=False) | Q(table__paused_at__isnull=False)
    Seat.objects.filter(stopped, table__status="running").update(bot_priority=STOPPED)


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0008_seat_bot_priority'),
    ]

    operations = [
        migrations.RunPython(note_stopped_tables, migrations.RunPython.noop),
    ]
