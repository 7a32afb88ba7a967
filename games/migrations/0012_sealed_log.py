"""Records are packed, and what they hold need not be kept twice; strict tables; records brought along.

The records there are were of another form. They are made again from the rows, which are all still there.
"""

import django.db.models.deletion
import games.tables.models.table
from django.conf import settings
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
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # else the tables can't be altered in this transaction


class Migration(migrations.Migration):
    dependencies = [("games", "0010_outline"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.RunPython(unsealed, migrations.RunPython.noop),
        migrations.AddField("record", "lengths", models.JSONField(default=list), preserve_default=False),
        migrations.AddField("table", "drop_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddIndex(
            "table",
            models.Index(condition=models.Q(("drop_at__isnull", False)), fields=["drop_at"], name="table_to_slim"),
        ),
        migrations.AddField("verification", "proven", models.CharField(blank=True, default="", max_length=64), preserve_default=False),
        migrations.AddField(
            model_name='seat',
            name='phrase',
            field=models.CharField(blank=True, max_length=1600),
        ),
        migrations.AddField(
            model_name='table',
            name='strict',
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('create', 'table set up'), ('sit', 'a person sits down'), ('leave', 'a person leaves'), ('sit-bot', 'a bot sits down'), ('phrase', 'phrase given'), ('open', 'phrase opened'), ('start', 'match begins'), ('move', 'move'), ('house', "the house's step"), ('freeze', 'table frozen'), ('thaw', 'table thawed'), ('void', 'table declared void'), ('seat-to-bot', 'seat handed to a bot'), ('seat-back', 'seat given back'), ('expire', 'table closed'), ('forfeit', 'match forfeited'), ('pause', 'match paused'), ('resume', 'pause over'), ('vacation', 'vacation begins'), ('vacation-over', 'vacation over'), ('live', 'play live'), ('live-over', 'live play over')], max_length=16),
        ),
        migrations.CreateModel(
            name='Brought',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=games.tables.models.table.new_public_id, editable=False, max_length=12, unique=True)),
                ('title', models.CharField(max_length=24)),
                ('names', models.JSONField(default=list)),
                ('by_link', models.BooleanField(default=False)),
                ('sha256', models.CharField(max_length=64)),
                ('text', models.BinaryField(blank=True)),
                ('data', models.BinaryField(blank=True)),
                ('lengths', models.JSONField(default=list)),
                ('outline', models.JSONField(null=True)),
                ('report', models.JSONField(null=True)),
                ('problem', models.CharField(blank=True, choices=[('', '–'), ('unreadable', "its events can't be read"), ('too-long', 'it takes too long to check'), ('failed', 'the check failed')], max_length=12)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('leased_until', models.DateTimeField(null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('bringer', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='brought', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['bringer', '-id'], name='brought_list'), models.Index(condition=models.Q(('leased_until__isnull', False)), fields=['leased_until'], name='brought_due')],
                'constraints': [models.UniqueConstraint(fields=('bringer', 'sha256'), name='brought_once')],
            },
        ),
    ]
