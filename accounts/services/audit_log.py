"""The audit log: one entry for each act of staff on people, tables and secrets, and for the site's automatic acts.

Entries are written in the transaction of the act, so that neither exists without the other, and kept forever. They
refer to people by public id: details and reasons must not contain names or addresses, because entries outlive
anonymisation.
"""

from typing import Any

from django.db import connection
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditLogEntry, Sanction, User

TABLE, PERSON, SITE = "table", "person", "site"
ACTION_NAMES: dict[str, Any] = {  # name of each action, translated when shown; other apps register theirs
    **{f"sanction-{kind.value}": kind.label for kind in Sanction.Kind},
    "lift": _("Lift a sanction"),
    "keep-longer": _("Keep the longer sanction"),
    "refuse-appeal": _("Refuse an appeal"),
    "rename": _("Rename"),
    "reset": _("Issue a password reset link"),
    "anonymise": _("Anonymise"),
    "second-factor": _("Turn off two-factor authentication"),
    "tied": _("Refused because of ties"),
    "approve": _("Agree, for a moderator with ties"),
    "disapprove": _("Don’t agree, for a moderator with ties"),
    "signup-rules": _("Change who may join"),
    "invite": _("Create an invitation"),
    "withdraw-invitation": _("Withdraw an invitation"),
}


def register_actions(actions: dict[str, Any]) -> None:
    """Register an app's actions: codes (32 characters at most) and their names."""
    ACTION_NAMES.update(actions)


def record(
    action: str,
    *,
    kind: str,
    target: str,
    by: User | int | None = None,
    reason: str = "",
    details: dict[str, Any] | None = None,
) -> AuditLogEntry:
    """Record that `by` (None: the site itself) has done `action` to a target.

    `kind` is the target's kind and `target` its public id; `details` must be plain JSON. Raises ValueError for an
    unregistered action, and outside of a transaction.
    """
    if action not in ACTION_NAMES:
        raise ValueError(f"nobody has named the action {action!r}")
    if not connection.in_atomic_block:
        raise ValueError("an act and its entry belong into one transaction")
    actor = by.pk if isinstance(by, User) else by
    return AuditLogEntry.objects.create(
        action=str(action), target_type=kind, target_id=target, actor_id=actor, reason=reason, details=details or {}
    )
