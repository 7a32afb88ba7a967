from django.db import migrations, models


class Migration(migrations.Migration):
    """In the place of the one of this name, where that has not run: columns have their defaults in the database from the
    first moment on, so the code of the release before, which still serves, goes on writing rows."""

    replaces = [
        ('accounts', '0002_user_avatar'),
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
    ]
