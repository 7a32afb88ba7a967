"""An ended match to take along: its sealed record, and the same as plain text."""

from collections.abc import Iterator
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.catalog import registry
from games.tables.access import Access
from games.tables.errors import Conflict
from games.tables.labels import in_language, in_sentences, seat_lines
from games.tables.models import Table
from games.tables.selectors.event_log import log_lines
from games.tables.selectors.event_source import row_of
from games.tables.storage.archived_log import Sealed
from games.tables.templatetags.game_templates import BOARDS

CHECKER = Path(__file__).parents[1] / "standalone" / "verify_record.py"
FORMAT_TEXT = Path(__file__).parents[3] / "docs" / "record.md"


def record_text(table: Table) -> str:
    """The sealed record, byte for byte as it was sealed. 1 query. Raises Conflict while the job is not done."""
    return _sealed(table).text


def plain_text(access: Access) -> str:
    """The match in the reader's language, with all hands open, from its record. 1 query."""
    sealed = _sealed(access.table)
    return "\n".join([*_head(access, sealed.head["digest"]), "", *_lines(access, sealed), ""])


def _sealed(table: Table) -> Sealed:
    if table.sealed is None:
        raise Conflict("not-sealed")
    return table.sealed


def _head(access: Access, digest: str) -> Iterator[str]:
    table = access.table
    yield f"{in_language(registry.title(table.title).meta.name)} · {table.public_id}"
    if table.ended_at:
        yield _moment(table.ended_at)
    for line in seat_lines(access.seats, None):
        yield f"{line.number + 1}. {line.name}"
    yield _("Secret’s fingerprint: %(commitment)s") % {"commitment": table.commitment}
    yield _("Last receipt: %(digest)s") % {"digest": digest}


def _lines(access: Access, sealed: Sealed) -> Iterator[str]:
    slug, names = access.table.title, tuple(in_sentences(seat_lines(access.seats, None)))
    for line in log_lines(slug, map(row_of, sealed.events()), None, everything=True):
        if not line.silent:
            told = BOARDS.told(line.said, slug, get_language() or "", names, None)
            yield f"{line.seq:>5}  {_read_out(told)}"


class _Reader(HTMLParser):
    """What is read out of a sentence: not what is drawn for eyes only, like a card's pip."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.unseen = "", 0  # how deep within what is for eyes only

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.unseen or ("aria-hidden", "true") in attrs:
            self.unseen += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Nothing is within it."""

    def handle_endtag(self, tag: str) -> None:
        self.unseen = max(0, self.unseen - 1)
        self.text += " " if tag in ("p", "li") else ""

    def handle_data(self, data: str) -> None:
        self.text += "" if self.unseen else data


def _read_out(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return " ".join(reader.text.split())


def _moment(at: datetime) -> str:
    moment = localtime(at)
    return f"{date_format(moment, 'DATETIME_FORMAT')} ({moment.tzname()})"
