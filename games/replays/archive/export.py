"""Export of an ended match: its record, and as plain text."""

from collections.abc import Iterator
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.catalog import registry
from games.tables.access import TableAccess
from games.tables.boards import BOARDS
from games.tables.errors import ConflictError
from games.tables.labels import inline_names, list_seat_lines, localize_text
from games.tables.models import Record, Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import parse_log_row
from games.tables.storage.archived_log import ArchivedLog

RECORD_FORMAT_PATH = Path(__file__).parents[3] / "docs" / "record.md"


def get_record_text(table: Table) -> str:
    """Return the record, byte for byte as archived. 1 query. Raises ConflictError before it is archived."""
    return _get_archived_log(table).text


def is_record_of(public_id: str, sha256: str) -> bool:
    """Return whether this is the hash of the record of a match played here. 1 query."""
    return Record.objects.filter(table__public_id=public_id, sha256=sha256).exists()


def render_plain_text(access: TableAccess) -> str:
    """Render the match from its record in the active language, with all hands open. 1 query."""
    sealed = _get_archived_log(access.table)
    return "\n".join([*_head(access, sealed.head["digest"]), "", *_lines(access, sealed), ""])


def _get_archived_log(table: Table) -> ArchivedLog:
    if table.archived_log is None:
        raise ConflictError("not-sealed")
    return table.archived_log


def _head(access: TableAccess, digest: str) -> Iterator[str]:
    table = access.table
    yield f"{localize_text(registry.get_game(table.game_slug).metadata.name)} · {table.public_id}"
    if table.ended_at:
        yield _moment(table.ended_at)
    for line in list_seat_lines(access.seats, None):
        yield f"{line.number + 1}. {line.name}"
    yield _("Secret’s fingerprint: %(commitment)s") % {"commitment": table.commitment}
    yield _("Last receipt: %(digest)s") % {"digest": digest}


def _lines(access: TableAccess, sealed: ArchivedLog) -> Iterator[str]:
    slug, names = access.table.game_slug, tuple(inline_names(list_seat_lines(access.seats, None)))
    for line in list_log_lines(slug, map(parse_log_row, sealed.events()), None, everything=True):
        if not line.is_empty:
            sentence = BOARDS.render_log_line(line.content, slug, get_language() or "", names, None)
            yield f"{line.seq:>5}  {_visible_text(sentence)}"


class _Reader(HTMLParser):
    """A parser that extracts the readable text, without text hidden from screen readers, such as a card's pip."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.unseen = "", 0  # nesting depth within hidden elements

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.unseen or ("aria-hidden", "true") in attrs:
            self.unseen += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Ignore empty elements."""

    def handle_endtag(self, tag: str) -> None:
        self.unseen = max(0, self.unseen - 1)
        self.text += " " if tag in ("p", "li") else ""

    def handle_data(self, data: str) -> None:
        self.text += "" if self.unseen else data


def _visible_text(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return " ".join(reader.text.split())


def _moment(at: datetime) -> str:
    moment = localtime(at)
    return f"{date_format(moment, 'DATETIME_FORMAT')} ({moment.tzname()})"
