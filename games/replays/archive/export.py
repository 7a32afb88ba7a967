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
from games.tables.access import TableAccess
from games.tables.errors import ConflictError
from games.tables.labels import inline_names, list_seat_lines, localize_text
from games.tables.models import Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import parse_log_row
from games.tables.storage.archived_log import ArchivedLog
from games.tables.templatetags.game_templates import BOARDS

VERIFY_RECORD_PATH = Path(__file__).parents[1] / "standalone" / "verify_record.py"
RECORD_FORMAT_PATH = Path(__file__).parents[3] / "docs" / "record.md"


def get_record_text(table: Table) -> str:
    """The sealed record, byte for byte as it was sealed. 1 query. Raises ConflictError while the job is not done."""
    return _get_archived_log(table).text


def render_plain_text(access: TableAccess) -> str:
    """The match in the reader's language, with all hands open, from its record. 1 query."""
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
            told = BOARDS.render_log_line(line.content, slug, get_language() or "", names, None)
            yield f"{line.seq:>5}  {_visible_text(told)}"


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


def _visible_text(html: str) -> str:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return " ".join(reader.text.split())


def _moment(at: datetime) -> str:
    moment = localtime(at)
    return f"{date_format(moment, 'DATETIME_FORMAT')} ({moment.tzname()})"
