import django.db.models.deletion
import games.tables.models.table
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('social', '0002_sent_requests_and_friend_link'),
        ('social', '0002_sent_requests_and_friend_link_with_default'),
        ('social', '0003_defaults_for_the_release_before'),
    ]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ('social', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='tableinvitation',
            name='by_name',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='tableinvitation',
            name='needs_notice',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddIndex(
            model_name='tableinvitation',
            index=models.Index(condition=models.Q(('needs_notice', True)), fields=['id'], name='invitation_notice'),
        ),
        migrations.CreateModel(
            name='FriendLink',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='friend_link', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('code', models.CharField(default=games.tables.models.table.new_public_id, max_length=12, unique=True)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='SentFriendRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('typed_name', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('recipient', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sent_friend_requests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(condition=models.Q(('typed_name', ''), _negated=True), fields=('user', 'typed_name'), name='sent_request_once'), models.UniqueConstraint(condition=models.Q(('typed_name', '')), fields=('user', 'recipient'), name='sent_request_on_page_once')],
            },
        ),
    ]
