import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


ENDED = ("finished", "voided", "abandoned")


def share_as_it_was(apps, schema_editor):
    """Ended tables are seen by whoever could see them before; a match against bots by whoever has the link."""
    ended = apps.get_model("games", "Table").objects.filter(status__in=ENDED)
    ended.filter(visibility="public").update(sharing=3)
    ended.filter(visibility="link").update(sharing=2)
    seated = models.Count("seats__user")
    alone = ended.filter(visibility="private", started_at__isnull=False).annotate(people=seated).filter(people=1)
    ended.filter(pk__in=alone.values("pk")).update(sharing=2)
    living = apps.get_model("games", "Table").objects.exclude(status__in=ENDED)
    living.filter(visibility="public").update(sharing=3)
    living.filter(visibility="link").update(sharing=2)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_outline'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Fork',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='fork', serialize=False, to='games.table')),
                ('event', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField(null=True)),
                ('taken', models.TextField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Note',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveIntegerField()),
                ('text', models.TextField(max_length=2000)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Preview',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=24)),
                ('day', models.DateField()),
                ('png', models.BinaryField()),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('sharing', models.PositiveSmallIntegerField(choices=[(1, 'Only who took part'), (2, 'Whoever has the link'), (3, 'Everybody (listed in the library)')])),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.AddField(
            model_name='line',
            name='position',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddField(
            model_name='result',
            name='rated',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='table',
            name='forked',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='table',
            name='sharing',
            field=models.PositiveSmallIntegerField(choices=[(1, 'Only who took part'), (2, 'Whoever has the link'), (3, 'Everybody (listed in the library)')], default=1),
        ),
        migrations.AlterField(
            model_name='room',
            name='name',
            field=models.CharField(choices=[('players', 'players'), ('spectators', 'spectators'), ('replay', 'replay')], max_length=10),
        ),
        migrations.AlterField(
            model_name='talkaction',
            name='room',
            field=models.CharField(choices=[('players', 'players'), ('spectators', 'spectators'), ('replay', 'replay')], max_length=10),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=["sharing", "status", "-ended_at", "-public_id"], name="table_listed"),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(fields=["title", "sharing", "status", "-ended_at", "-public_id"], name="table_listed_title"),
        ),
        migrations.AddField(
            model_name='fork',
            name='origin',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='forks', to='games.table'),
        ),
        migrations.AddField(
            model_name='note',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='games.table'),
        ),
        migrations.AddField(
            model_name='note',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='preview',
            constraint=models.UniqueConstraint(fields=('title', 'day'), name='preview_once'),
        ),
        migrations.AddField(
            model_name='wish',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='games.table'),
        ),
        migrations.AddField(
            model_name='wish',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='note',
            constraint=models.UniqueConstraint(fields=('user', 'table', 'position'), name='note_once'),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.UniqueConstraint(fields=('table', 'user'), name='wish_once'),
        ),
        migrations.RunPython(share_as_it_was, migrations.RunPython.noop, elidable=True),
    ]
