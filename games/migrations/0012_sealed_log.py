"""Records are packed, and what they hold need not be kept twice.

The records there are were of another form. They are made again from the rows, which are all still there.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.utils import timezone

VERBS = ("update", "delete", "replace", "truncate")


def unsealed(apps, schema_editor):
    """Take the old records away, in spite of the triggers (which come back after the migration), and have new ones made."""
    on_table = " ON games_record" if schema_editor.connection.vendor == "postgresql" else ""
    for verb in VERBS:
        schema_editor.execute(f"DROP TRIGGER IF EXISTS games_record_no_{verb}{on_table}")
    Record, Table = apps.get_model("games", "Record"), apps.get_model("games", "Table")
    Table.objects.filter(record__isnull=False).update(seal_at=timezone.now())
    Record.objects.all().delete()
    apps.get_model("games", "Outline").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0010_outline")]
    operations = [
        migrations.RunPython(unsealed, migrations.RunPython.noop),
        migrations.AddField("record", "lengths", models.JSONField(default=list), preserve_default=False),
        migrations.AddField("table", "drop_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "table",
            models.Index(condition=models.Q(("drop_at__isnull", False)), fields=["drop_at"], name="table_to_slim"),
        ),
        migrations.AddField("verification", "proven", models.CharField(blank=True, default="", max_length=64), preserve_default=False),
    ]
