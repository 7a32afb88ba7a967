from django.db import migrations


def note_series(apps, schema_editor):
    """Of tables from before the series was noted; the earlier of two has the smaller key."""
    Table = apps.get_model("tables", "Table")
    rows = Table.objects.filter(rematch__isnull=False).order_by("pk")
    first = {}
    for pk, rematch in rows.values_list("pk", "rematch").iterator():
        first[rematch] = first.get(pk, pk)
        Table.objects.filter(pk=rematch).update(series=first[rematch])


class Migration(migrations.Migration):

    dependencies = [
        ('tables', '0006_table_series'),
    ]

    operations = [
        migrations.RunPython(note_series, migrations.RunPython.noop),
    ]
