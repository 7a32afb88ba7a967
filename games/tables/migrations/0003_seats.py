from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('tables', '0003_seat_took_back_in'),
        ('tables', '0008_seat_bot_priority'),
        ('tables', '0013_seat_has_hint'),
        ('tables', '0016_seat_clock_since'),
    ]

    dependencies = [
        ('tables', '0002_tables'),
    ]

    operations = [
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
    ]
