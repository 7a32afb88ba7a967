from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('notifications', '0004_defaults_for_the_release_before'),
    ]

    dependencies = [
        ('notifications', '0002_notifications'),
    ]

    operations = [
        migrations.AddField(
            model_name='notificationsettings',
            name='offer_answered',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='notificationsettings',
            name='topics',
            field=models.JSONField(blank=True, db_default={}, default=dict),
        ),
        migrations.AddField(
            model_name='notificationsettings',
            name='webhook_mention',
            field=models.CharField(blank=True, db_default='', default='', max_length=100),
        ),
        migrations.AlterField(
            model_name='notificationsettings',
            name='webhook_format',
            field=models.CharField(default='discord', max_length=12),
        ),
    ]
