import accounts.models.user
import django.core.validators
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
    """Changes since 1.0.0. Replaces migrations that no release has published."""

    replaces = [
        ('accounts', '0004_words_of_sanctions'),
        ('accounts', '0008_who_may_join'),
        ('accounts', '0009_merged_guests'),
        ('accounts', '0010_security_notices'),
        ('accounts', '0012_availability_history'),
    ]

    dependencies = [
        ('accounts', '0003_sessions'),
    ]

    operations = [
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
        migrations.AlterModelOptions(
            name='user',
            options={'permissions': [('sanction_user', 'Can warn and mute people, reset their names and stop them from reporting'), ('suspend_person', 'Can suspend people'), ('rename_person', 'Can rename people'), ('issue_password_reset', 'Can issue password reset links')], 'verbose_name': 'user', 'verbose_name_plural': 'users'},
        ),
        migrations.AlterField(
            model_name='sanction',
            name='category',
            field=models.CharField(choices=[('cheating', 'Cheating or collusion'), ('abuse', 'Insults, hate or spam'), ('stalling', 'Stalling on purpose'), ('name', 'Name or profile'), ('account', 'Account used by someone else'), ('false', 'False reports'), ('other', 'Something else')], max_length=12, verbose_name='ground'),
        ),
        migrations.AlterField(
            model_name='securitynotice',
            name='change',
            field=models.CharField(choices=[('password', 'The password of your account was changed'), ('email', 'The email address of your account was changed'), ('passkey-added', 'A passkey was added to your account'), ('passkey-removed', 'A passkey was removed from your account'), ('two-factor-on', 'Two-factor authentication was turned on'), ('two-factor-off', 'Two-factor authentication was turned off'), ('recovery-codes', 'New recovery codes were created for your account')], max_length=16),
        ),
        migrations.AlterField(
            model_name='signupsettings',
            name='guests_allowed',
            field=models.BooleanField(default=True, verbose_name='visitors can play as guests'),
        ),
        migrations.AlterField(
            model_name='signupsettings',
            name='members_may_invite',
            field=models.BooleanField(default=False, verbose_name='members can invite people'),
        ),
        migrations.AlterField(
            model_name='user',
            name='email_turn_notifications',
            field=models.BooleanField(default=False, verbose_name='emails about turns'),
        ),
        migrations.AlterField(
            model_name='user',
            name='goes_to_next_table',
            field=models.BooleanField(db_default=False, default=False, verbose_name='goes to the next table automatically'),
        ),
        migrations.AlterField(
            model_name='user',
            name='username',
            field=models.CharField(error_messages={'unique': 'This username is already taken.'}, help_text='Up to 40 letters, digits and . + - _', max_length=40, unique=True, validators=[django.core.validators.RegexValidator('^[\\w.+-]+\\Z', 'Usernames can contain letters, digits and . + - _')], verbose_name='username'),
        ),
    ]
