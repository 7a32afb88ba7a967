"""The three roles of staff, as groups: each may do what the one before may. Every `migrate` sets them to what stands
here; who wants another mix makes a group of another name.

A role opens nothing to somebody without the tick "staff", and nothing of a running table to who sits there.
"""

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.db import DEFAULT_DB_ALIAS

MODERATOR = (
    "accounts.sanction_person", "accounts.suspend_person", "accounts.view_approval", "accounts.view_sanction",
    "accounts.view_user", "games.handle_report", "games.moderate_table", "games.moderate_talk",
    "games.view_event", "games.view_hint", "games.view_line", "games.view_modaction", "games.view_report",
    "games.view_seat", "games.view_table",
)  # fmt: skip
SENIOR = (
    *MODERATOR,
    "accounts.rename_person", "accounts.view_auditentry", "games.read_hidden_lines", "games.see_hidden_cards",
)  # fmt: skip
ADMIN = (
    *SENIOR, "accounts.delete_blockedmailbox", "accounts.issue_reset", "accounts.view_blockedmailbox",
    "games.view_delivery", "games.view_notice",
)  # fmt: skip
ROLES = {"moderator": MODERATOR, "senior": SENIOR, "admin": ADMIN}


def settle(using: str = DEFAULT_DB_ALIAS, **_: Any) -> None:
    """Make the groups, and give each its rights, as far as these exist by now."""
    rows = Permission.objects.using(using).select_related("content_type")
    known = {f"{row.content_type.app_label}.{row.codename}": row for row in rows}
    for name, rights in ROLES.items():
        group, _made = Group.objects.using(using).get_or_create(name=name)
        group.permissions.set([known[right] for right in rights if right in known])
