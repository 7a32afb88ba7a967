from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('accounts', '0006_session_seen_at'),
    ]

    dependencies = [
        ('accounts', '0002_users'),
    ]

    operations = [
        migrations.AddField(
            model_name='session',
            name='seen_at',
            field=models.DateTimeField(null=True),
        ),
    ]
