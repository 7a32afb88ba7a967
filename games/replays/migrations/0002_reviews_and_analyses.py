import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('replays', '0002_review'),
        ('replays', '0003_analysis'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('replays', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Review',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(max_length=32, unique=True)),
                ('n', models.PositiveIntegerField()),
                ('revision', models.PositiveIntegerField(default=1)),
                ('moved_at', models.DateTimeField(db_index=True)),
                ('leader', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reviews', to='tables.table')),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='waiting', max_length=8)),
                ('requested_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('leased_until', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('total', models.PositiveIntegerField(null=True)),
                ('decisions', models.JSONField(default=list)),
                ('adviser_version', models.CharField(blank=True, max_length=12)),
                ('requested_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='analyses', to='tables.table')),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(condition=models.Q(('leased_until__isnull', False)), fields=['leased_until'], name='analysis_due')],
                'constraints': [models.UniqueConstraint(fields=('table', 'seat'), name='analysis_once')],
            },
        ),
        migrations.AlterField(
            model_name='sharingpreference',
            name='replay_visibility',
            field=models.PositiveSmallIntegerField(choices=[(1, 'Only the players of the match'), (2, 'Anyone with the link'), (3, 'Everyone (listed in the library)')]),
        ),
    ]
