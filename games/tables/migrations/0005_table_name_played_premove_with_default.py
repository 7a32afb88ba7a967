import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """In the place of the one of this name, where that has not run: columns have their defaults in the database from the
    first moment on, so the code of the release before, which still serves, goes on writing rows."""

    replaces = [
        ('tables', '0005_table_name_played_premove'),
    ]

    dependencies = [
        ('tables', '0004_table_created_name'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='name',
            field=models.CharField(blank=True, db_default='', default='', max_length=40),
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
    ]
