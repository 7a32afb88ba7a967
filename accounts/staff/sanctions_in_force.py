"""The sanctions in force against a person, as shown to staff before they impose another one.

Warnings add up. Of every other kind one is in force at a time, and a shorter one replaces a longer one only if the
moderator asks for it.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Sanction, User

Kind = Sanction.Kind
TIMED_KINDS = (Kind.MUTE, Kind.NO_REPORTS, Kind.SUSPEND)  # kinds with a duration to compare
_REPLACE_LABELS = {
    Kind.MUTE: _("Replace the mute that is in force"),
    Kind.NO_REPORTS: _("Replace the block on reports that is in force"),
    Kind.SUSPEND: _("Replace the suspension that is in force"),
}


@dataclass(frozen=True, slots=True)
class Outlook:
    """The effect of a new sanction: `sentences` for the moderator. `is_refused`: a longer one is in force."""

    sentences: list[str]
    is_refused: bool = False


def list_in_force(people: Collection[User]) -> dict[int, list[Sanction]]:
    """Return the sanctions of each person, by the person's key, with their issuers. 1 query."""
    rows: dict[int, list[Sanction]] = {person.pk: [] for person in people}
    for row in Sanction.objects.in_force().filter(person__in=people).select_related("issued_by").order_by("pk"):
        rows[row.person_id].append(row)
    return rows


def of_kind(rows: Iterable[Sanction], kind: str) -> list[Sanction]:
    return [row for row in rows if row.kind == kind]


def serialize(rows: Iterable[Sanction], kind: str = "") -> str:
    """Return a text for a form's hidden field, to detect changes since the page was rendered.

    `kind`: only of this kind.
    """
    return " ".join(sorted(f"{row.person_id}:{row.kind}:{row.public_id}" for row in rows if kind in ("", row.kind)))


def select_seen(seen_sanctions: str, person: User, kind: str) -> str:
    """Return the part of `serialize`'s text for one person and kind."""
    return " ".join(sorted(part for part in seen_sanctions.split() if part.startswith(f"{person.pk}:{kind}:")))


def find_longer(rows: Iterable[Sanction], ends_at: datetime | None) -> Sanction | None:
    """Return the sanction that ends last, if that is after `ends_at` (None: no end)."""
    longest = find_longest(rows)
    if longest is None or ends_at is None:
        return None
    return longest if longest.ends_at is None or longest.ends_at > ends_at else None


def find_longest(rows: Iterable[Sanction]) -> Sanction | None:
    return max(rows, key=lambda row: (row.ends_at is None, row.ends_at or row.started_at), default=None)


def describe(row: Sanction) -> str:
    """Return kind and end: "Suspension until Aug. 3, 2026, 14:00"."""
    if row.kind in (Kind.WARN, Kind.NAME):
        return str(row.label)
    if row.ends_at is None:
        return str(row.label) if row.kind == Kind.SUSPEND else gettext("%(kind)s, permanent") % {"kind": row.label}
    words = {"kind": row.label, "until": _format_end(row.ends_at)}
    return gettext("%(kind)s until %(until)s") % words


def _format_end(moment: datetime) -> str:
    """Format without "p.m.", whose full stop would collide with a sentence's."""
    local = timezone.localtime(moment)
    words = {"day": date_format(local, "DATE_FORMAT"), "time": date_format(local, "H:i")}
    return gettext("%(day)s, %(time)s") % words


def describe_in_full(row: Sanction) -> str:
    """Return the description with issuer and reason."""
    words = {"sanction": describe(row), "name": row.issued_by, "reason": row.reason}
    return gettext("%(sanction)s, imposed by %(name)s: “%(reason)s”") % words


def get_replace_label(rows: Sequence[Sanction]) -> Any:
    """Return the label of the checkbox for replacing these sanctions; "" if none of them could be longer."""
    timed = [row for row in rows if row.kind in TIMED_KINDS]
    if not timed:
        return ""
    if all(row.kind == Kind.SUSPEND and row.ends_at is None for row in timed):
        return _("Replace the ban that is in force")
    kinds = {Kind(row.kind) for row in timed}
    return _REPLACE_LABELS[kinds.pop()] if len(kinds) == 1 else _("Replace the longer sanction that is in force")


def forecast(new: Sanction, rows: Sequence[Sanction], *, replaces: bool) -> Outlook:
    """Return the sanctions in force after imposing the unsaved `new` on a person with the sanctions `rows`."""
    same = [] if new.kind == Kind.WARN else of_kind(rows, new.kind)
    longer = find_longer(same, new.ends_at)
    if longer is not None and not replaces:
        words = {"sanction": describe(longer), "box": get_replace_label(same)}
        refused = gettext(
            "%(sanction)s stays in force. Tick “%(box)s” to replace it; otherwise this decision is refused."
        )
        return Outlook([refused % words], is_refused=True)
    if same:
        words = {"new": describe(new), "old": ", ".join(describe(row) for row in same)}
        sentences = [gettext("In force from then on: %(new)s. It replaces: %(old)s.") % words]
    else:
        sentences = [gettext("In force from then on: %(new)s.") % {"new": describe(new)}]
    if unaffected := [describe(row) for row in rows if row not in same]:
        sentences.append(gettext("Also stays in force: %(others)s.") % {"others": ", ".join(unaffected)})
    return Outlook(sentences)


def describe_outcome(kind: Kind, rows: Sequence[Sanction], *, has_end: bool) -> str:
    """Describe the effect of another sanction of a kind before its length is chosen. `has_end`: it can be shorter."""
    longest = find_longest(rows)
    if kind == Kind.WARN or longest is None:
        return ""
    if not has_end:
        return gettext("The new sanction will be in force instead.")
    if longest.ends_at is None:
        return gettext("This one stays in force, unless you tick the box below to replace it.")
    words = {"until": _format_end(longest.ends_at)}
    return (
        gettext(
            "The new sanction will be in force instead. If it ends before %(until)s it is refused, unless you tick "
            "the box below."
        )
        % words
    )
