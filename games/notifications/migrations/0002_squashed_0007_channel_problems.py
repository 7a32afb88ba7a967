import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0 in one step. Replaces migrations that no release has published."""

    replaces = [
        ('notifications', '0002_list_topics_formats'),
        ('notifications', '0002_list_topics_formats_with_defaults'),
        ('notifications', '0003_last_mail_of_a_person'),
        ('notifications', '0004_defaults_for_the_release_before'),
        ('notifications', '0005_staff_kinds'),
        ('notifications', '0006_notifications_of_tables'),
        ('notifications', '0007_channel_problems'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('notifications', '0001_initial'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='delivery',
            index=models.Index(condition=models.Q(('channel', 'mail'), ('sent_at__isnull', False)), fields=['recipient', 'sent_at'], name='delivery_last_mail'),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='problem',
            field=models.CharField(blank=True, choices=[('', '–'), ('answered', 'no longer needed: already answered'), ('off', 'the channel was switched off'), ('blocked', 'this mailbox wants no mail from here'), ('gone', 'the address no longer exists'), ('forbidden', 'the address is not one this site may send to'), ('key', 'the site has a new key'), ('unknown', "the address's name could not be found"), ('untrusted', "the other side's certificate is not valid"), ('refused', 'the other side refused it'), ('slow', 'the other side took too long'), ('unreachable', 'the other side could not be reached')], max_length=12),
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
            model_name='notificationsettings',
            name='webhook_format',
            field=models.CharField(default='discord', max_length=12),
        ),
        migrations.AddField(
            model_name='pushsubscription',
            name='browser',
            field=models.CharField(blank=True, db_default='', default='', max_length=60),
        ),
        migrations.AddField(
            model_name='pushsubscription',
            name='site_key',
            field=models.CharField(blank=True, db_default='', default='', max_length=100),
        ),
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
        migrations.CreateModel(
            name='ChannelProblem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('mail', 'mail'), ('push', 'push notification'), ('webhook', 'webhook')], max_length=8)),
                ('push_subscription_id', models.PositiveBigIntegerField(default=0)),
                ('problem', models.CharField(choices=[('', '–'), ('answered', 'no longer needed: already answered'), ('off', 'the channel was switched off'), ('blocked', 'this mailbox wants no mail from here'), ('gone', 'the address no longer exists'), ('forbidden', 'the address is not one this site may send to'), ('key', 'the site has a new key'), ('unknown', "the address's name could not be found"), ('untrusted', "the other side's certificate is not valid"), ('refused', 'the other side refused it'), ('slow', 'the other side took too long'), ('unreachable', 'the other side could not be reached')], max_length=12)),
                ('browser', models.CharField(blank=True, max_length=60)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('dismissed_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='channel_problems', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('user', 'channel', 'push_subscription_id'), name='channel_problem_once')],
            },
        ),
    ]
