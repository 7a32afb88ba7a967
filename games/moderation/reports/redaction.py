"""Redacting text, and reading the original. The stored text never changes."""

from accounts.models import User
from accounts.services import audit_log
from accounts.staff import conflicts_of_interest
from config.db.locking import write_transaction
from games.moderation.reports.targets import ReportedContent, WrittenTargetType, get_written_type
from games.social.chat.sanitize import sanitize_text
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError
from games.tables.models import Table

REASON_LENGTH = 200


def set_redaction(*, kind: str, ref: str, by: User, hidden: bool, reason: str) -> None:
    """Redact a text, or undo that. Others see that a moderator has removed it. Raises a ServiceError."""
    why = _reason(reason)
    with write_transaction():
        target_type, piece = _get_content(kind, ref)
        _check_may(by, piece, "social.moderate_chat")
        if not target_type.redact(ref, hidden=hidden):
            raise ConflictError("no-such-line")
        _record_action("redact" if hidden else "unredact", piece, by, why)


def read_original(*, kind: str, ref: str, by: User, reason: str) -> str:
    """Return the redacted text and log that it was read. Raises a ServiceError."""
    why = _reason(reason)
    with write_transaction():
        _written, piece = _get_content(kind, ref)
        _check_may(by, piece, "social.view_redacted_messages")
        _record_action("read-original", piece, by, why)
        return piece.text


def is_playing_at(by: User, table: Table) -> bool:
    """Return whether the user plays at the running table: they must not read others' messages here."""
    return table.status == Table.Status.RUNNING and table.seats.filter(user=by).exists()


def _reason(text: str) -> str:
    why = sanitize_text(text)
    if not 1 <= len(why) <= REASON_LENGTH:
        raise BadRequestError("reason-needed", {"max": REASON_LENGTH})
    return why


def _get_content(kind: str, ref: str) -> tuple[WrittenTargetType, ReportedContent]:
    target_type = get_written_type(kind)
    piece = target_type.get_content(ref) if target_type else None
    if target_type is None or piece is None:
        raise ConflictError("no-such-line")
    return target_type, piece


def _check_may(by: User, piece: ReportedContent, right: str) -> None:
    if not by.has_perm(right):
        raise ForbiddenError("not-a-moderator")
    sits = piece.table.seats.filter(user=by).exists()
    if is_playing_at(by, piece.table) or (
        not by.is_superuser and (sits or conflicts_of_interest.has_strong_conflict(by.pk, piece.person.pk))
    ):
        raise ForbiddenError("plays-with-them")


def _record_action(action: str, piece: ReportedContent, by: User, why: str) -> None:
    details = {"ref": piece.ref, "of": piece.person.public_id}
    audit_log.record(action, kind=audit_log.TABLE, target=piece.table.public_id, by=by, reason=why, details=details)
