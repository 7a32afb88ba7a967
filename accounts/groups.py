"""The roles of staff, as groups: each may do what the one before may. Every `migrate` sets them to what the apps say in
their AppConfigs; who wants another mix makes a group of another name.

    role_permissions = {"moderator": ("tables.view_table",), "senior": ("tables.view_hidden_cards",)}

A role opens nothing to somebody without the tick "staff", and nothing of a running table to who sits there.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.models import Group, Permission
from django.db import DEFAULT_DB_ALIAS

from config.db.append_only import is_last_with_models

ROLES = ("moderator", "senior", "admin")


def after_migrate(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    """Receives post_migrate, for every app in turn: the permissions of all have been made with the last."""
    if is_last_with_models(sender):
        sync_groups(using)


def sync_groups(using: str = DEFAULT_DB_ALIAS) -> None:
    """Make the groups, and give each its permissions. Raises LookupError for a permission that isn't there."""
    rows = Permission.objects.using(using).select_related("content_type")
    known = {f"{row.content_type.app_label}.{row.codename}": row for row in rows}
    for role in ROLES:
        wanted = list(list_role_permissions(role))
        if unknown := [name for name in wanted if name not in known]:
            raise LookupError(f"The role {role} has permissions that nobody defines: {', '.join(unknown)}")
        group, _made = Group.objects.using(using).get_or_create(name=role)
        group.permissions.set([known[name] for name in wanted])


def list_role_permissions(role: str) -> Iterator[str]:
    """What all apps give to this role, and to those below."""
    for lower in ROLES[: ROLES.index(role) + 1]:
        for app in apps.get_app_configs():
            yield from getattr(app, "role_permissions", {}).get(lower, ())
