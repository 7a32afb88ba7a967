"""What can be reported, and what can be redacted. A kind of either joins by standing in KINDS (see kinds.py)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

from accounts.models import User
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Written:
    """Something written near by. `phrase` is the key of a quick one instead of a text."""

    kind: str
    ref: str
    person_pk: int
    text: str
    phrase: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that one reader may see, and report. `people`: whom it can be about, never the reader."""

    kind: str
    ref: str
    people: Sequence[User]
    back: str  # the address to return to
    table: Table | None = None
    words: str = ""
    around: Sequence[Written] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """Something written, for staff: as it is without the overlay."""

    kind: str
    ref: str
    person: User
    table: Table
    text: str
    hidden: bool
    at: datetime
    around: Sequence["Piece"] = field(default=())


class Kind(Protocol):
    """Something that can be reported."""

    label: Any

    def found(self, ref: str, reader: User) -> Subject | None:
        """What that names, if the reader may see it."""


@runtime_checkable
class WrittenKind(Kind, Protocol):
    """Something written, that can be redacted as well: others then read that it was, never what it said."""

    def piece(self, ref: str) -> Piece | None: ...

    def redact(self, ref: str, *, hidden: bool) -> bool:
        """Lay the overlay on it, or take it off. Inside a transaction; False: it is like that already, or gone."""

    def hidden(self, refs: Iterable[str]) -> set[str]:
        """Which of these are redacted now. At most 1 query."""


KINDS: dict[str, Kind] = {}


def subject(kind: str, ref: str, reader: User) -> Subject | None:
    """What is to be reported; None: there is no such thing, or not for these eyes."""
    return KINDS[kind].found(ref, reader) if kind in KINDS else None


def written_kind(kind: str) -> WrittenKind | None:
    found = KINDS.get(kind)
    return found if isinstance(found, WrittenKind) else None


def hidden_among(refs: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Of these (kind, ref) what is redacted now. 1 query per kind of written things."""
    by_kind: dict[str, set[str]] = {}
    for kind, ref in refs:
        by_kind.setdefault(kind, set()).add(ref)
    written = {kind: found for kind in by_kind if (found := written_kind(kind))}
    return {(kind, ref) for kind, found in written.items() for ref in found.hidden(by_kind[kind])}
