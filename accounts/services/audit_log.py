"""The audit log: one entry for everything staff do to people, tables and secrets, and for what the site does by itself.

Written inside the transaction of the act, so that neither stands without the other, and kept for good. People go
by their public ids: neither details nor reasons may hold names or addresses, for an entry outlives an anonymising.
"""

from typing import Any

from django.db import connection
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditLogEntry, Sanction, User

TABLE, PERSON, SITE = "table", "person", "site"
ACTION_NAMES: dict[str, Any] = {  # what each action is called, translated when shown; other apps add theirs
    **{f"sanction-{kind.value}": kind.label for kind in Sanction.Kind},
    "lift": _("Lift a sanction"),
    "refuse-appeal": _("Refuse an appeal"),
    "rename": _("Rename"),
    "reset": _("Issue a password reset link"),
    "anonymise": _("Anonymise"),
    "second-factor": _("Remove two-factor authentication"),
    "tied": _("Refused because of ties"),
    "approve": _("Agree for a tied moderator"),
    "disapprove": _("Don’t agree for a tied moderator"),
}


def register_actions(actions: dict[str, Any]) -> None:
    """An app says what it notes: each action's code (32 characters at most) and its name for readers."""
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
    """Note that `by` (None: the site itself) has done `action` to what of this `kind` has the public id `target`.

    `details` must be plain JSON. Raises ValueError for an action nobody has named, and outside of a transaction.
    """
    if action not in ACTION_NAMES:
        raise ValueError(f"nobody has named the action {action!r}")
    if not connection.in_atomic_block:
        raise ValueError("an act and its entry belong into one transaction")
    actor = by.pk if isinstance(by, User) else by
    return AuditLogEntry.objects.create(
        action=str(action), target_type=kind, target_id=target, actor_id=actor, reason=reason, details=details or {}
    )
