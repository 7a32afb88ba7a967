import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """In the place of the one of this name, where that has not run: columns have their defaults in the database from the
    first moment on, so the code of the release before, which still serves, goes on writing rows."""

    replaces = [
        ('notifications', '0002_list_topics_formats'),
    ]

    dependencies = [
        ('notifications', '0001_initial'),
        ('tables', '0005_table_name_played_premove'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='notification',
            name='actor',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='notification',
            name='count',
            field=models.PositiveSmallIntegerField(db_default=1, default=1),
        ),
        migrations.AddField(
            model_name='notification',
            name='is_listed',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='notification',
            name='read_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
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
            model_name='notification',
            name='event_seq',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('your-turn', 'your turn'), ('reminder', 'reminder'), ('ended', 'match ended'), ('opening', 'your part of the shuffle is needed'), ('broken-off', 'table broken off'), ('started', 'match started'), ('invitation', 'invitation'), ('friend-request', 'friend request'), ('friend-accepted', 'friend request accepted'), ('chat', 'chat messages')], max_length=16),
        ),
        migrations.AlterField(
            model_name='notification',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='tables.table'),
        ),
        migrations.AlterField(
            model_name='notificationsettings',
            name='webhook_format',
            field=models.CharField(choices=[('discord', 'Discord'), ('slack', 'Slack'), ('mattermost', 'Mattermost'), ('matrix', 'Matrix'), ('telegram', 'Telegram'), ('ntfy', 'ntfy'), ('json', "JSON, for programs of one's own")], default='discord', max_length=12),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(condition=models.Q(('is_listed', True), ('read_at__isnull', True)), fields=['recipient'], name='notification_unread'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(condition=models.Q(('is_listed', True)), fields=['recipient', '-created_at'], name='notification_list'),
        ),
        migrations.AddIndex(
            model_name='notification',
            index=models.Index(fields=['created_at'], name='notification_age'),
        ),
        migrations.AddConstraint(
            model_name='notification',
            constraint=models.UniqueConstraint(condition=models.Q(('table', None)), fields=('recipient', 'actor', 'kind'), name='notification_once_of_person'),
        ),
    ]
