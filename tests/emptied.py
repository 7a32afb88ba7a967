"""The database after a transactional test: as it was when nobody had come yet.

Django's flush deletes rights and roles as well, has the end of a migration make them anew, and empties PostgreSQL's
tables by TRUNCATE, which makes their files anew: that took as long as the test. Here they stay, unless the test has
changed one.
"""

from functools import cache
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection, transaction

from config.db import append_only

LASTING = (ContentType, Permission, Group, Group.permissions.through)


def lasting() -> list[Any]:
    """The rows that a migration leaves behind."""
    return [list(model.objects.order_by("pk").values_list()) for model in LASTING]


def emptied(before: list[Any]) -> None:
    """Delete what has come since `before`. The log's triggers would refuse that, so they are made anew."""
    append_only.remove_triggers()
    if lasting() != before:
        call_command("flush", verbosity=0, interactive=False, reset_sequences=False)  # and all that a migration does
        return
    with transaction.atomic(), connection.cursor() as cursor:
        for table in _passing():
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
    append_only.install_triggers()


@cache
def _passing() -> list[str]:
    kept = {model._meta.db_table for model in LASTING}
    tables = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [table for table in tables if table not in kept]
