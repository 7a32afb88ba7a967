"""What moderation listens to: people who may no longer play, pages of tables. Connected when the app is ready."""

from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.auth import get_user_model
from django.db.models import Model, ProtectedError
from django.db.models.signals import pre_delete
from django.utils.translation import gettext_lazy as _

from accounts import audit, signals
from games.moderation import ties
from games.moderation.models import ModAction
from games.moderation.proposals import proposal_added
from games.moderation.suspended import tables_nudged
from games.tables import access, hooks

ACTS = {
    "void-final": _("Void for good"),
    "see-hidden": _("Look at hidden cards"),
    "absent-to-bot": _("Seat of somebody suspended or gone to a bot"),
    "absent-back": _("Seat back after a suspension"),
}


def connect() -> None:
    audit.named(dict(ModAction.Action.choices) | ACTS)
    for signal in (signals.person_suspended, signals.person_restored, signals.person_anonymised):
        signal.connect(seats_follow, dispatch_uid="games.seats_follow")
    pre_delete.connect(history_stays, sender=get_user_model(), dispatch_uid="games.history_stays")
    ties.connect()
    access.READ_ALONG.append("proposal")
    hooks.page_made.connect(proposal_added)


def seats_follow(person: Any, **more: Any) -> None:
    """Suspended, restored or gone: their tables look for themselves what is to be done."""
    tables_nudged(person.pk)


def history_stays(instance: Any, **more: Any) -> None:
    """Django would delete what a member of staff has done along with the person. Whoever goes is anonymised instead."""
    entries: set[Model] = set(LogEntry.objects.filter(user=instance)[:1])
    if entries:
        raise ProtectedError("Somebody with entries in the administration's history can't be deleted.", entries)
