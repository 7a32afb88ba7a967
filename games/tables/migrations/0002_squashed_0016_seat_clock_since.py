import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0 in one step. Replaces migrations that no release has published."""

    replaces = [
        ('tables', '0002_lesson_progress'),
        ('tables', '0003_seat_took_back_in'),
        ('tables', '0004_table_created_name'),
        ('tables', '0005_table_name_played_premove'),
        ('tables', '0005_table_name_played_premove_with_default'),
        ('tables', '0006_table_series'),
        ('tables', '0008_seat_bot_priority'),
        ('tables', '0010_defaults_for_the_release_before'),
        ('tables', '0011_hints'),
        ('tables', '0012_full_tables_and_proposals'),
        ('tables', '0013_seat_has_hint'),
        ('tables', '0015_sent_forms'),
        ('tables', '0016_seat_clock_since'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
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
        migrations.AddField(
            model_name='seat',
            name='took_back_in',
            field=models.PositiveIntegerField(blank=True, null=True),
        ),
        migrations.RemoveIndex(
            model_name='seat',
            name='seat_due',
        ),
        migrations.AddField(
            model_name='seat',
            name='bot_priority',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddIndex(
            model_name='seat',
            index=models.Index(condition=models.Q(('act_at__isnull', False)), fields=['bot_priority', 'act_at'], name='seat_to_act'),
        ),
        migrations.AddField(
            model_name='seat',
            name='has_hint',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='clock_since',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('create', 'table created'), ('sit', 'a person sits down'), ('leave', 'a person leaves'), ('sit-bot', 'a bot sits down'), ('phrase', 'client seed given'), ('open', 'client seed opened'), ('break-off', 'broken off'), ('start', 'match begins'), ('move', 'move'), ('take-back', 'move taken back'), ('hint', 'hint taken'), ('house', "the house's step"), ('freeze', 'table frozen'), ('thaw', 'table thawed'), ('voiding', 'table to be void in a day'), ('void', 'table declared void'), ('extend', 'more time given'), ('seat-to-bot', 'seat handed to a bot'), ('seat-back', 'seat given back'), ('expire', 'table closed'), ('forfeit', 'match forfeited'), ('pause', 'match paused'), ('resume', 'pause over'), ('vacation', 'vacation begins'), ('vacation-over', 'vacation over'), ('live', 'play live'), ('live-over', 'live play over')], max_length=16),
        ),
        migrations.CreateModel(
            name='LessonProgress',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_slug', models.CharField(max_length=32)),
                ('lesson', models.CharField(max_length=60)),
                ('steps_done', models.PositiveSmallIntegerField()),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('user', 'game_slug', 'lesson'), name='lesson_progress_once')],
            },
        ),
        migrations.CreateModel(
            name='PlayedPremove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('event_seq', models.PositiveIntegerField()),
                ('words', models.TextField()),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tables.seat')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('seat', 'event_seq'), name='one_played_premove_per_event')],
            },
        ),
        migrations.CreateModel(
            name='Hint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('question_seq', models.PositiveIntegerField()),
                ('asked_at', models.DateTimeField()),
                ('advice', models.TextField(blank=True)),
                ('seat', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='hints', to='tables.seat')),
            ],
            options={
                'verbose_name': 'hint',
                'verbose_name_plural': 'hints',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('seat', 'question_seq'), name='hint_once')],
            },
        ),
        migrations.CreateModel(
            name='SentForm',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('result', models.CharField(blank=True, max_length=20)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_index=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('user', 'key'), name='sent_form_once')],
            },
        ),
    ]
