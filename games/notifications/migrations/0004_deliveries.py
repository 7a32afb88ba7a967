from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('notifications', '0003_last_mail_of_a_person'),
    ]

    dependencies = [
        ('notifications', '0003_settings'),
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
    ]
