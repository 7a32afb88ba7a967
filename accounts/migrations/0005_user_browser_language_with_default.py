from django.db import migrations, models


class Migration(migrations.Migration):
    """In the place of the one of this name, where that has not run: columns have their defaults in the database from the
    first moment on, so the code of the release before, which still serves, goes on writing rows."""

    replaces = [
        ('accounts', '0005_user_browser_language'),
    ]

    dependencies = [
        ('accounts', '0004_words_of_sanctions'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='browser_language',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=8),
        ),
    ]
