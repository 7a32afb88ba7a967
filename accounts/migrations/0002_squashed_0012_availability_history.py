import accounts.models.user
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Max, OuterRef, Subquery
from django.db.models.functions import Now


def keep_existing_sites_as_they_are(apps, schema_editor):
    """Save the defaults for sites that have people: only the operator of a new site is asked first."""
    using = schema_editor.connection.alias
    if apps.get_model("accounts", "User").objects.using(using).exists():
        apps.get_model("accounts", "SignupSettings").objects.using(using).get_or_create(id=1)


def note_vacations_to_come(apps, schema_editor):
    """Note when the latest vacation of each person ends, where it isn't over."""
    User, Vacation = apps.get_model("accounts", "User"), apps.get_model("accounts", "Vacation")
    latest = Vacation.objects.filter(user=OuterRef("pk")).order_by().values("user").annotate(end=Max("ends_at"))
    people = Vacation.objects.filter(ends_at__gt=Now()).values("user")
    User.objects.filter(pk__in=people).update(vacation_until=Subquery(latest.values("end")))


class Migration(migrations.Migration):
    """Changes since 1.0.0 in one step. Replaces migrations that no release has published."""

    replaces = [
        ('accounts', '0002_user_avatar'),
        ('accounts', '0002_user_avatar_with_default'),
        ('accounts', '0003_user_goes_to_next_table'),
        ('accounts', '0003_user_goes_to_next_table_with_default'),
        ('accounts', '0004_words_of_sanctions'),
        ('accounts', '0005_user_browser_language'),
        ('accounts', '0005_user_browser_language_with_default'),
        ('accounts', '0006_session_seen_at'),
        ('accounts', '0007_defaults_for_the_release_before'),
        ('accounts', '0008_who_may_join'),
        ('accounts', '0009_merged_guests'),
        ('accounts', '0010_security_notices'),
        ('accounts', '0011_user_declined_time_zones'),
        ('accounts', '0012_availability_history'),
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
        migrations.AddField(
            model_name='user',
            name='goes_to_next_table',
            field=models.BooleanField(db_default=False, default=False, verbose_name='goes to the next table by itself'),
        ),
        migrations.AlterField(
            model_name='sanction',
            name='category',
            field=models.CharField(choices=[('cheating', 'Cheating or collusion'), ('abuse', 'Insults, hate or spam'), ('stalling', 'Stalling on purpose'), ('name', 'Name or profile'), ('account', 'Account used by somebody else'), ('false', 'False reports'), ('other', 'Something else')], max_length=12, verbose_name='ground'),
        ),
        migrations.AlterField(
            model_name='sanction',
            name='kind',
            field=models.CharField(choices=[('warn', 'Warning'), ('mute', 'Mute'), ('no-reports', 'No more reports'), ('name', 'Name reset'), ('suspend', 'Suspension')], max_length=12, verbose_name='kind'),
        ),
        migrations.AddField(
            model_name='user',
            name='browser_language',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=8),
        ),
        migrations.AddField(
            model_name='session',
            name='seen_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='declined_time_zones',
            field=models.JSONField(blank=True, db_default=[], default=list, editable=False),
        ),
        migrations.AddField(
            model_name='user',
            name='quiet_hours_since',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='vacation_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(default=accounts.models.user.new_public_id, editable=False, max_length=12, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('note', models.CharField(blank=True, max_length=60, verbose_name='for whom')),
                ('max_uses', models.PositiveSmallIntegerField(default=1, verbose_name='accounts')),
                ('expires_at', models.DateTimeField(verbose_name='until')),
                ('revoked_at', models.DateTimeField(null=True, verbose_name='withdrawn')),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations_sent', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'invitation',
                'verbose_name_plural': 'invitations',
                'ordering': ['-pk'],
                'default_permissions': ('add', 'change', 'view'),
            },
        ),
        migrations.CreateModel(
            name='InvitationUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('used_at', models.DateTimeField(auto_now_add=True)),
                ('invitation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='uses', to='accounts.invitation')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='invitation_use', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='SignupSettings',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ('signup', models.CharField(choices=[('open', 'Open: anyone can create an account'), ('invitation', 'By invitation: new accounts need an invitation link'), ('closed', 'Closed: no sign-up form; only people with an invitation link get in')], default='open', max_length=12, verbose_name='new accounts')),
                ('guests_allowed', models.BooleanField(default=True, verbose_name='visitors may play as guests')),
                ('members_may_invite', models.BooleanField(default=False, verbose_name='members may invite people')),
            ],
            options={
                'verbose_name': 'who may join',
                'verbose_name_plural': 'who may join',
                'default_permissions': ('change',),
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='signup_settings_one_row')],
            },
        ),
        migrations.CreateModel(
            name='MergedGuest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('guest_id', models.BigIntegerField(unique=True)),
                ('merged_at', models.DateTimeField(auto_now_add=True)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='merged_guests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='SecurityNotice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('change', models.CharField(choices=[('password', 'The password of your account was changed'), ('email', 'The email address of your account was changed'), ('passkey-added', 'A passkey was added to your account'), ('passkey-removed', 'A passkey was removed from your account'), ('two-factor-on', 'Two-factor authentication was switched on'), ('two-factor-off', 'Two-factor authentication was switched off'), ('recovery-codes', 'New recovery codes were made for your account')], max_length=16)),
                ('email', models.EmailField(max_length=254)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_attempt_at', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['next_attempt_at'], name='security_notice_due')],
            },
        ),
        migrations.CreateModel(
            name='QuietHoursVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('valid_from', models.DateTimeField()),
                ('chosen_at', models.DateTimeField()),
                ('time_zone', models.CharField(blank=True, max_length=64)),
                ('quiet_hours_start', models.TimeField(null=True)),
                ('quiet_hours_end', models.TimeField(null=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='quiet_hours_versions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'default_permissions': (),
                'indexes': [models.Index(fields=['user', 'valid_from'], name='quiet_hours_history')],
            },
        ),
        migrations.RunPython(keep_existing_sites_as_they_are, migrations.RunPython.noop),
        migrations.RunPython(note_vacations_to_come, migrations.RunPython.noop),
    ]
