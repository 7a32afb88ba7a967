"""The staff roles, as groups: each has the permissions of the one before it and more.

Every `migrate` sets them to what the apps declare in their AppConfigs, so a site that wants another mix needs a group
of another name.

    role_permissions = {"moderator": ("tables.view_table",), "senior": ("tables.view_hidden_cards",)}

A role is useless without `is_staff`, and shows nothing of a running table to those who play at it.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.models import Group, Permission
from django.db import DEFAULT_DB_ALIAS

from config.db.append_only import is_last_with_models

ROLES = ("moderator", "senior", "admin")


def after_migrate(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    """Sync the groups after `post_migrate` of the last app, when the permissions of all apps exist."""
    if is_last_with_models(sender):
        sync_groups(using)


def sync_groups(using: str = DEFAULT_DB_ALIAS) -> None:
    """Create the groups and set their permissions. Raises LookupError for a permission that doesn't exist."""
    rows = Permission.objects.using(using).select_related("content_type")
    by_name = {f"{row.content_type.app_label}.{row.codename}": row for row in rows}
    for role in ROLES:
        names = list(list_role_permissions(role))
        if unknown := [name for name in names if name not in by_name]:
            raise LookupError(f"The role {role} has permissions that nobody defines: {', '.join(unknown)}")
        group, _made = Group.objects.using(using).get_or_create(name=role)
        group.permissions.set([by_name[name] for name in names])


def list_role_permissions(role: str) -> Iterator[str]:
    """Yield the permissions that all apps give to this role and to lower ones."""
    for lower in ROLES[: ROLES.index(role) + 1]:
        for app in apps.get_app_configs():
            yield from getattr(app, "role_permissions", {}).get(lower, ())
