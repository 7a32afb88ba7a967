"""What can be reported or redacted. Types are registered in TARGET_TYPES."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from accounts.models import User
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class ContextMessage:
    """A text near the reported one. `phrase` is the key of a quick message instead of a text."""

    kind: str
    ref: str
    person_pk: int
    text: str
    phrase: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReportTarget:
    """Something the reader may see and report. `people`: whom it can be about, never the reader."""

    kind: str
    ref: str
    people: Sequence[User]
    back: str  # the URL to return to
    table: Table | None = None
    words: str = ""
    context: Sequence[ContextMessage] = ()


@dataclass(frozen=True, slots=True)
class ReportedContent:
    """A reported text for staff, without redaction."""

    kind: str
    ref: str
    person: User
    table: Table
    text: str
    hidden: bool
    at: datetime
    context: Sequence["ReportedContent"] = field(default=())


class TargetType(Protocol):
    """A type of things that can be reported."""

    label: Any

    def find(self, ref: str, reader: User) -> ReportTarget | None:
        """Return the target with that reference, if the reader may see it."""


@runtime_checkable
class WrittenTargetType(TargetType, Protocol):
    """A type of texts that can also be redacted: others then see that there was a text, but not the text."""

    def get_content(self, ref: str) -> ReportedContent | None: ...

    def redact(self, ref: str, *, hidden: bool) -> bool:
        """Redact the text or undo that, in a transaction. Return False if nothing changed or the text is gone."""

    def get_redacted(self, refs: Iterable[str]) -> set[str]:
        """Return those that are redacted now. At most 1 query."""


TARGET_TYPES: dict[str, TargetType] = {}


def get_report_target(kind: str, ref: str, reader: User) -> ReportTarget | None:
    """Return the target; None if it doesn't exist or the reader may not see it."""
    return TARGET_TYPES[kind].find(ref, reader) if kind in TARGET_TYPES else None


def get_written_type(kind: str) -> WrittenTargetType | None:
    target_type = TARGET_TYPES.get(kind)
    return target_type if isinstance(target_type, WrittenTargetType) else None


def get_redacted(refs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those (kind, ref) that are redacted now. 1 query per type."""
    by_kind: dict[str, set[str]] = {}
    for kind, ref in refs:
        by_kind.setdefault(kind, set()).add(ref)
    target_types = {kind: target_type for kind in by_kind if (target_type := get_written_type(kind))}
    return {
        (kind, ref) for kind, target_type in target_types.items() for ref in target_type.get_redacted(by_kind[kind])
    }
