import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('tables', '0004_table_created_name'),
        ('tables', '0005_table_name_played_premove'),
        ('tables', '0005_table_name_played_premove_with_default'),
        ('tables', '0006_table_series'),
        ('tables', '0010_defaults_for_the_release_before'),
        ('tables', '0012_full_tables_and_proposals'),
    ]

    dependencies = [
        ('tables', '0001_initial'),
    ]

    operations = [
        migrations.AlterField(
            model_name='table',
            name='created_at',
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name='created'),
        ),
        migrations.AddField(
            model_name='table',
            name='name',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
        ),
        migrations.AddField(
            model_name='table',
            name='series',
            field=models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='tables.table'),
        ),
        migrations.AddField(
            model_name='table',
            name='proposed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='table',
            name='starts_when_full',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('create', 'table created'), ('sit', 'a person sits down'), ('leave', 'a person leaves'), ('sit-bot', 'a bot sits down'), ('phrase', 'client seed given'), ('open', 'client seed opened'), ('break-off', 'broken off'), ('start', 'match begins'), ('move', 'move'), ('take-back', 'move taken back'), ('hint', 'hint taken'), ('house', "the house's step"), ('freeze', 'table frozen'), ('thaw', 'table thawed'), ('voiding', 'table to be void in a day'), ('void', 'table declared void'), ('extend', 'more time given'), ('seat-to-bot', 'seat handed to a bot'), ('seat-back', 'seat given back'), ('expire', 'table closed'), ('forfeit', 'match forfeited'), ('pause', 'match paused'), ('resume', 'pause over'), ('vacation', 'vacation begins'), ('vacation-over', 'vacation over'), ('live', 'play live'), ('live-over', 'live play over')], max_length=16),
        ),
    ]
