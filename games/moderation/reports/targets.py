"""What can be reported, and what can be redacted. A type of either joins by standing in TARGET_TYPES."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from accounts.models import User
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class ContextMessage:
    """Something written near by. `phrase` is the key of a quick message instead of a text."""

    kind: str
    ref: str
    person_pk: int
    text: str
    phrase: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ReportTarget:
    """Something that one reader may see, and report. `people`: whom it can be about, never the reader."""

    kind: str
    ref: str
    people: Sequence[User]
    back: str  # the address to return to
    table: Table | None = None
    words: str = ""
    context: Sequence[ContextMessage] = ()


@dataclass(frozen=True, slots=True)
class ReportedContent:
    """Something written, for staff: as it is without the overlay."""

    kind: str
    ref: str
    person: User
    table: Table
    text: str
    hidden: bool
    at: datetime
    context: Sequence["ReportedContent"] = field(default=())


class TargetType(Protocol):
    """Something that can be reported."""

    label: Any

    def find(self, ref: str, reader: User) -> ReportTarget | None:
        """What that names, if the reader may see it."""


@runtime_checkable
class WrittenTargetType(TargetType, Protocol):
    """Something written, that can be redacted as well: others then read that it was, never what it said."""

    def get_content(self, ref: str) -> ReportedContent | None: ...

    def redact(self, ref: str, *, hidden: bool) -> bool:
        """Lay the overlay on it, or take it off. Inside a transaction; False: it is like that already, or gone."""

    def get_redacted(self, refs: Iterable[str]) -> set[str]:
        """Which of these are redacted now. At most 1 query."""


TARGET_TYPES: dict[str, TargetType] = {}


def get_report_target(kind: str, ref: str, reader: User) -> ReportTarget | None:
    """What is to be reported; None: there is no such thing, or not for these eyes."""
    return TARGET_TYPES[kind].find(ref, reader) if kind in TARGET_TYPES else None


def get_written_type(kind: str) -> WrittenTargetType | None:
    found = TARGET_TYPES.get(kind)
    return found if isinstance(found, WrittenTargetType) else None


def get_redacted(refs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Of these (kind, ref) what is redacted now. 1 query per kind of written things."""
    by_kind: dict[str, set[str]] = {}
    for kind, ref in refs:
        by_kind.setdefault(kind, set()).add(ref)
    written = {kind: found for kind in by_kind if (found := get_written_type(kind))}
    return {(kind, ref) for kind, found in written.items() for ref in found.get_redacted(by_kind[kind])}
