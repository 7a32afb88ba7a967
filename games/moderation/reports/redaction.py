"""Laying an overlay on something written, and reading what is under it. What was written stays as it was."""

from accounts.models import User
from accounts.services import audit_log
from accounts.staff import conflicts_of_interest
from config.db.locking import write_transaction
from games.moderation.reports.targets import Piece, WrittenKind, written_kind
from games.social.chat.sanitize import cleaned
from games.tables.errors import Conflict, Malformed, NotAllowed
from games.tables.models import Table

REASON_LENGTH = 200


def piece_redact(*, kind: str, ref: str, by: User, hidden: bool, reason: str) -> None:
    """Others read that a moderator has removed it; or, taken off, what it says again. Raises a Refusal."""
    why = _reason(reason)
    with write_transaction():
        written, piece = _piece(kind, ref)
        _check_may(by, piece, "social.moderate_talk")
        if not written.redact(ref, hidden=hidden):
            raise Conflict("no-such-line")
        _noted("redact" if hidden else "unredact", piece, by, why)


def original_read(*, kind: str, ref: str, by: User, reason: str) -> str:
    """What it says under the overlay. That it was read is noted. Raises a Refusal."""
    why = _reason(reason)
    with write_transaction():
        _written, piece = _piece(kind, ref)
        _check_may(by, piece, "social.read_hidden_lines")
        _noted("read-original", piece, by, why)
        return piece.text


def plays_at(by: User, table: Table) -> bool:
    """Whether somebody plays at that table while it runs: what others say there is not for them to read here."""
    return table.status == Table.Status.RUNNING and table.seats.filter(user=by).exists()


def _reason(text: str) -> str:
    why = cleaned(text)
    if not 1 <= len(why) <= REASON_LENGTH:
        raise Malformed("reason-needed", {"max": REASON_LENGTH})
    return why


def _piece(kind: str, ref: str) -> tuple[WrittenKind, Piece]:
    written = written_kind(kind)
    piece = written.piece(ref) if written else None
    if written is None or piece is None:
        raise Conflict("no-such-line")
    return written, piece


def _check_may(by: User, piece: Piece, right: str) -> None:
    if not by.has_perm(right):
        raise NotAllowed("not-a-moderator")
    sits = piece.table.seats.filter(user=by).exists()
    if plays_at(by, piece.table) or (
        not by.is_superuser and (sits or conflicts_of_interest.tied(by.pk, piece.person.pk))
    ):
        raise NotAllowed("plays-with-them")


def _noted(action: str, piece: Piece, by: User, why: str) -> None:
    details = {"ref": piece.ref, "of": piece.person.public_id}
    audit_log.record(action, kind=audit_log.TABLE, target=piece.table.public_id, by=by, reason=why, details=details)
