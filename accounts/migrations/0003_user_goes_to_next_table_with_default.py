from django.db import migrations, models


class Migration(migrations.Migration):
    """In the place of the one of this name, where that has not run: columns have their defaults in the database from the
    first moment on, so the code of the release before, which still serves, goes on writing rows."""

    replaces = [
        ('accounts', '0003_user_goes_to_next_table'),
    ]

    dependencies = [
        ('accounts', '0002_user_avatar'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='goes_to_next_table',
            field=models.BooleanField(db_default=False, default=False, verbose_name='goes to the next table by itself'),
        ),
    ]
