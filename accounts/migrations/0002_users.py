from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('accounts', '0002_user_avatar'),
        ('accounts', '0002_user_avatar_with_default'),
        ('accounts', '0003_user_goes_to_next_table'),
        ('accounts', '0003_user_goes_to_next_table_with_default'),
        ('accounts', '0005_user_browser_language'),
        ('accounts', '0005_user_browser_language_with_default'),
        ('accounts', '0007_defaults_for_the_release_before'),
        ('accounts', '0011_user_declined_time_zones'),
    ]

    dependencies = [
        ('accounts', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='avatar',
            field=models.CharField(blank=True, db_default='', default='', max_length=20, verbose_name='picture'),
        ),
        migrations.AddField(
            model_name='user',
            name='goes_to_next_table',
            field=models.BooleanField(db_default=False, default=False, verbose_name='goes to the next table by itself'),
        ),
        migrations.AddField(
            model_name='user',
            name='browser_language',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=8),
        ),
        migrations.AddField(
            model_name='user',
            name='declined_time_zones',
            field=models.JSONField(blank=True, db_default=[], default=list, editable=False),
        ),
        migrations.AddField(
            model_name='user',
            name='quiet_hours_since',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='vacation_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
