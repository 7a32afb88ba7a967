import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('tables', '0002_lesson_progress'),
        ('tables', '0011_hints'),
        ('tables', '0015_sent_forms'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('tables', '0003_seats'),
    ]

    operations = [
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
        migrations.AlterModelOptions(
            name='table',
            options={'default_permissions': ('view',), 'permissions': [('moderate_table', 'Can freeze, unfreeze and void tables and hand seats to bots'), ('view_hidden_cards', 'Can see the hidden cards of running tables, with a reason each time')], 'verbose_name': 'table', 'verbose_name_plural': 'tables'},
        ),
        migrations.AlterField(
            model_name='event',
            name='kind',
            field=models.CharField(choices=[('create', 'table created'), ('sit', 'a person sits down'), ('leave', 'a person leaves'), ('sit-bot', 'a bot sits down'), ('phrase', 'client seed added'), ('open', 'client seed shown'), ('break-off', 'called off'), ('start', 'match begins'), ('move', 'move'), ('take-back', 'move taken back'), ('hint', 'hint taken'), ('house', "the house's step"), ('freeze', 'table frozen'), ('thaw', 'table unfrozen'), ('voiding', 'table void in a day'), ('void', 'table declared void'), ('extend', 'more time given'), ('seat-to-bot', 'seat handed to a bot'), ('seat-back', 'seat given back'), ('expire', 'table closed'), ('forfeit', 'match forfeited'), ('pause', 'match paused'), ('resume', 'pause over'), ('vacation', 'vacation begins'), ('vacation-over', 'vacation over'), ('live', 'play live'), ('live-over', 'live play over')], max_length=16),
        ),
        migrations.AlterField(
            model_name='result',
            name='outcome',
            field=models.CharField(choices=[('won', 'won'), ('lost', 'lost'), ('resigned', 'resigned'), ('void', 'void'), ('closed', 'never begun'), ('removed', 'removed'), ('broken', 'called off')], max_length=8),
        ),
        migrations.AlterField(
            model_name='seat',
            name='played_by',
            field=models.CharField(choices=[('nobody', 'no one'), ('person', 'a person'), ('bot', 'a bot'), ('suspended', 'a bot, while suspended'), ('away', 'a bot, while away'), ('resigned', 'a bot, after resigning'), ('moderator', 'a bot, by a moderator'), ('forfeited', 'safe moves, after forfeiting')], default='nobody', max_length=10),
        ),
        migrations.AlterField(
            model_name='table',
            name='on_timeout',
            field=models.CharField(choices=[('bot', 'The safe move; in the end a bot takes over'), ('forfeit', 'The match is forfeited: only safe moves are played, and you finish last')], default='bot', max_length=8),
        ),
        migrations.AlterField(
            model_name='table',
            name='replay_visibility',
            field=models.PositiveSmallIntegerField(choices=[(1, 'Only the players of the match'), (2, 'Anyone with the link'), (3, 'Everyone (listed in the library)')], default=1),
        ),
        migrations.AlterField(
            model_name='table',
            name='status',
            field=models.CharField(choices=[('open', 'waiting for players'), ('running', 'running'), ('finished', 'finished'), ('voided', 'void'), ('abandoned', 'abandoned'), ('broken-off', 'called off')], default='open', max_length=10),
        ),
        migrations.AlterField(
            model_name='table',
            name='visibility',
            field=models.CharField(choices=[('public', 'Public: in the lobby for everyone'), ('link', 'By link: anyone with the link'), ('private', 'Private: invited people only')], default='public', max_length=8),
        ),
    ]
