"""Imported records for the viewer and its pages, in the form of an unsaved ended table."""

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.replays.archive.export import is_record_of
from games.replays.audit.report import NO, YES, load_report
from games.replays.models import ImportedMatch, MatchSummary
from games.replays.verification.selectors import SeedContribution, VerificationPage
from games.replays.viewer.access import get_ended_access
from games.tables.access import TableAccess
from games.tables.errors import ConflictError, NotFoundError
from games.tables.labels import localize_text, seat_name
from games.tables.models import Seat, Table
from games.tables.selectors.event_source import parse_log_row
from games.tables.storage.archived_log import ArchivedLog


def get_record_access(public_id: str, user_id: int | None) -> TableAccess:
    """Return an ended table or an imported record, if the user may see it. Raises a ServiceError."""
    try:
        return get_ended_access(public_id, user_id)
    except NotFoundError:
        return get_import_access(public_id, user_id)


def get_import_access(public_id: str, user_id: int | None) -> TableAccess:
    """Return an imported record. Raises NotFoundError, or ConflictError while it can't be shown. 1 query."""
    row = get_import(public_id, user_id)
    if row.leased_until is not None:
        raise ConflictError("not-sealed")
    if row.summary is None:
        raise ConflictError("cant-be-shown")
    return TableAccess(_table(row), _seats(row), None)


def get_import(public_id: str, user_id: int | None) -> ImportedMatch:
    """Return the imported match. Raises NotFoundError if the user may not know about it."""
    row = ImportedMatch.objects.filter(public_id=public_id).first()
    if row is None or not (row.is_link_shared or row.owner_id == user_id):
        raise NotFoundError("no-such-table")
    return row


def _table(row: ImportedMatch) -> Table:
    """Build a table in memory, never saved, with the record's own log."""
    sealed = ArchivedLog(bytes(row.data), row.block_lengths)
    head, last = sealed.head, list(sealed.events(sealed.count - 1))[-1]
    table = Table(
        public_id=row.public_id, game_slug=row.game, options=head["options"], status=head["status"], digest=row.sha256,
        commitment=head["commitment"], last_seq=sealed.count, visibility=Table.Visibility.PRIVATE,
        ended_at=_time(sealed, last.seq),
    )  # fmt: skip
    table.archived_log, table.summary = sealed, MatchSummary(**(row.summary or {}))  # there are no rows for them
    verdict = load_report(row.report).verdict if row.report else ""
    table.agrees, table.fails_check = verdict == YES, verdict == NO  # type: ignore[attr-defined]
    return table


def _time(sealed: ArchivedLog, seq: int) -> datetime | None:
    try:
        return parse_log_row(next(sealed.events(seq - 1, seq))).created_at
    except Exception:  # the body may contain anything
        return None


def _seats(row: ImportedMatch) -> tuple[Seat, ...]:
    """Build the seats. People have the names entered by the uploader, or none; bots their own."""
    holders, bots = (row.summary or {})["seat_holders"], registry.get_game(row.game).bots
    seats = []
    for number, name in enumerate(row.names):
        level = holders[number][-1][1] if number < len(holders) else ""
        seat = Seat(number=number)
        if level in bots:
            seat.set_player(Seat.PlayedBy.BOT, level)
        else:
            seat.set_player(Seat.PlayedBy.PERSON)
            display_name = name or _("Seat %(n)s") % {"n": number + 1}
            seat.user = User(pk=-1 - number, name=display_name, is_guest=True, public_id="")
        seats.append(seat)
    return tuple(seats)


def get_import_verification(row: ImportedMatch) -> VerificationPage:
    """Return the result of the import's check."""
    report = load_report(row.report) if row.report else None
    head = ArchivedLog(bytes(row.data), row.block_lengths).head if row.block_lengths else {}
    return VerificationPage(
        id=row.public_id,
        game_name=localize_text(registry.get_game(row.game).metadata.name),
        started=bool(row.summary and row.summary["start_seq"]),
        forked=False,
        pending=row.leased_until is not None,
        failed=row.leased_until is None and report is None,
        verdict=report.verdict if report else "",
        first=report.first_mismatch if report else None,
        answers=report.answers if report else (),
        at=row.created_at if report else None,
        code_changed=False,
        events=report.events if report else 0,
        seed=head.get("seed", ""),
        commitment=head.get("commitment", ""),
        digest=head.get("digest", ""),
        links=(),
        table=head.get("table", ""),
        parts=_parts(row, head.get("phrases")),
        strict=_strict(row),
        is_imported=True,
        is_record_of_ours=is_record_of(head.get("table", ""), row.sha256),
    )


def _parts(row: ImportedMatch, phrases: object) -> tuple[SeedContribution, ...]:
    """Return the contributions to the shuffle according to the record."""
    if not (row.summary and row.summary["start_seq"] and isinstance(phrases, list)):
        return ()
    bots, seats = registry.get_game(row.game).bots, _seats(row)
    began = [spans[0][1] in bots for spans in row.summary["seat_holders"]]
    return tuple(
        SeedContribution(seat_name(seat), str(phrase), bot)
        for seat, phrase, bot in zip(seats, phrases, began, strict=False)  # nothing in the record is trusted
    )


def _strict(row: ImportedMatch) -> bool:
    try:
        first = next(ArchivedLog(bytes(row.data), row.block_lengths).events(0, 1))
        return parse_json(first.body)["data"].get("strict") is True
    except Exception:  # the body may contain anything
        return False
