"""Names are held apart by what they look like; devices of the suspended; staff's rights one by one."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts import lookalikes

BATCH = 1000


def make_keys(apps, schema_editor):
    """Whoever was first keeps the plain key. Later look-alikes keep their names too: theirs is told apart by the row."""
    User = apps.get_model("accounts", "User")
    taken = {"name_key": set(), "name_look": set(), "username_key": set()}

    def claim(field, key, pk):
        if key in taken[field]:
            return f"{key} {pk}"
        taken[field].add(key)
        return key

    batch = []
    for user in User.objects.order_by("pk").only("name", "username", "is_guest").iterator(BATCH):
        user.name_key, user.name_look = lookalikes.key(user.name), lookalikes.look(user.name)
        if not user.is_guest:
            user.name_key = claim("name_key", user.name_key, user.pk)
            user.name_look = claim("name_look", user.name_look, user.pk)
        user.username_key = claim("username_key", lookalikes.username_key(user.username), user.pk)
        batch.append(user)
    User.objects.bulk_update(batch, list(taken), batch_size=BATCH // 4)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0001_initial"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="user",
            options={
                "permissions": [
                    ("suspend_person", "Can suspend people"),
                    ("rename_person", "Can rename people"),
                    ("issue_reset", "Can issue password reset links"),
                ],
                "verbose_name": "user",
                "verbose_name_plural": "users",
            },
        ),
        migrations.RemoveConstraint(model_name="user", name="full_account_name_unique"),
        migrations.AddField(
            model_name="user",
            name="anonymised_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="anonymised"),
        ),
        migrations.AddField(
            model_name="user",
            name="session_round",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="user",
            name="name_key",
            field=models.CharField(db_index=True, default="", editable=False, max_length=300),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="user",
            name="name_look",
            field=models.CharField(default="", editable=False, max_length=300),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="user",
            name="username_key",
            field=models.CharField(default="", editable=False, max_length=300),
            preserve_default=False,
        ),
        migrations.RunPython(make_keys, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_guest", False)), fields=("name_key",), name="full_account_name_key_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_guest", False)), fields=("name_look",), name="full_account_name_look_unique"
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(fields=("username_key",), name="username_key_unique"),
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("token_hash", models.CharField(max_length=64)),
                ("expires_at", models.DateTimeField(db_index=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="devices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddConstraint(
            model_name="device",
            constraint=models.UniqueConstraint(fields=("token_hash", "user"), name="device_person_once"),
        ),
    ]
