from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('social', '0004_needs_notice'),
    ]

    dependencies = [
        ('social', '0002_invitations_and_requests'),
    ]

    operations = [
        migrations.AddField(
            model_name='friendship',
            name='needs_notice',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name='friendship',
            index=models.Index(condition=models.Q(('needs_notice', True)), fields=['id'], name='friendship_notice'),
        ),
        migrations.AlterModelOptions(
            name='chatmessage',
            options={'default_permissions': ('view',), 'permissions': [('moderate_chat', 'Can redact chat messages and comments'), ('view_redacted_messages', 'Can read redacted text, with a reason each time')], 'verbose_name': 'chat message', 'verbose_name_plural': 'chat messages'},
        ),
    ]
