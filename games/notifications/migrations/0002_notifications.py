import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('notifications', '0002_list_topics_formats'),
        ('notifications', '0002_list_topics_formats_with_defaults'),
        ('notifications', '0005_staff_kinds'),
        ('notifications', '0006_notifications_of_tables'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('notifications', '0001_initial'),
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
        migrations.AlterField(
            model_name='notification',
            name='event_seq',
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('your-turn', 'your turn'), ('reminder', 'reminder'), ('ended', 'match ended'), ('opening', 'your part of the shuffle is needed'), ('broken-off', 'table broken off'), ('started', 'match started'), ('invitation', 'invitation'), ('friend-request', 'friend request'), ('friend-accepted', 'friend request accepted'), ('chat', 'chat messages'), ('table-full', 'table full'), ('pause-proposed', 'pause proposed'), ('pause-agreed', 'pause agreed'), ('pause-ended', 'pause ended'), ('timed-out', 'your time ran out'), ('seat-to-bot', 'a bot took your seat'), ('rematch', 'rematch'), ('reports', 'open reports'), ('appeals', 'open appeals'), ('opinions', 'second opinions')], max_length=16),
        ),
        migrations.AlterField(
            model_name='notification',
            name='table',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notifications', to='tables.table'),
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
