import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('notifications', '0007_channel_problems'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('notifications', '0004_deliveries'),
    ]

    operations = [
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
        migrations.AlterField(
            model_name='channelproblem',
            name='channel',
            field=models.CharField(choices=[('mail', 'email'), ('push', 'push notification'), ('webhook', 'webhook')], max_length=8),
        ),
        migrations.AlterField(
            model_name='channelproblem',
            name='problem',
            field=models.CharField(choices=[('', '–'), ('answered', 'no longer needed: already answered'), ('off', 'the channel was turned off'), ('blocked', 'this mailbox has refused email from us'), ('gone', 'the address no longer exists'), ('forbidden', 'this site isn’t allowed to send to the address'), ('key', 'the site has a new key'), ('unknown', "the address's name could not be found"), ('untrusted', "the other side's certificate is not valid"), ('refused', 'the other side refused it'), ('slow', 'the other side took too long'), ('unreachable', 'the other side can’t be reached')], max_length=12),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='channel',
            field=models.CharField(choices=[('mail', 'email'), ('push', 'push notification'), ('webhook', 'webhook')], max_length=8),
        ),
        migrations.AlterField(
            model_name='delivery',
            name='problem',
            field=models.CharField(blank=True, choices=[('', '–'), ('answered', 'no longer needed: already answered'), ('off', 'the channel was turned off'), ('blocked', 'this mailbox has refused email from us'), ('gone', 'the address no longer exists'), ('forbidden', 'this site isn’t allowed to send to the address'), ('key', 'the site has a new key'), ('unknown', "the address's name could not be found"), ('untrusted', "the other side's certificate is not valid"), ('refused', 'the other side refused it'), ('slow', 'the other side took too long'), ('unreachable', 'the other side can’t be reached')], max_length=12),
        ),
        migrations.AlterField(
            model_name='notification',
            name='kind',
            field=models.CharField(choices=[('your-turn', 'your turn'), ('reminder', 'reminder'), ('ended', 'match ended'), ('opening', 'your client seed is needed'), ('broken-off', 'table called off'), ('started', 'match started'), ('invitation', 'invitation'), ('friend-request', 'friend request'), ('friend-accepted', 'friend request accepted'), ('chat', 'chat messages'), ('table-full', 'table full'), ('pause-proposed', 'pause proposed'), ('pause-agreed', 'pause agreed'), ('pause-ended', 'pause ended'), ('timed-out', 'your time ran out'), ('seat-to-bot', 'a bot took your seat'), ('rematch', 'rematch'), ('reports', 'open reports'), ('appeals', 'open appeals'), ('opinions', 'second opinions')], max_length=16),
        ),
    ]
