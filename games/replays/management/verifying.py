"""What `verify_matches` does and prints: one table at a time, in words for operators."""

from collections.abc import Iterable, Iterator

from games.replays.audit.report import AGREES, NO, YES
from games.replays.verification.selectors import audit_table
from games.tables.models import Table

FAILED = "failed"


def verify_tables(tables: Iterable[Table], *, bots: bool) -> Iterator[tuple[Table, str, list[str]]]:
    """Each table with its verdict (yes, no, partly, or FAILED if the check itself did) and what to print of it."""
    for table in tables:
        try:
            report = audit_table(table, bots=bots)
        except Exception as problem:  # one broken table must not hide the others; the text may name cards
            yield table, FAILED, [f"  {type(problem).__name__}"]
            continue
        open_ends = [answer for answer in report.answers if answer.outcome != AGREES]
        lines = [
            f"  {check.name}: {check.outcome}, {check.why}{_where(check.event, check.kind)}" for check in open_ends
        ]
        yield table, report.verdict, lines


def format_table(table: Table, verdict: str) -> str:
    """A table's line: its id, title, length and verdict."""
    return f"{table.public_id} {table.game_slug}, {table.last_seq} events: {verdict}"


def is_sound(verdict: str) -> bool:
    """Return whether an operator can continue: nothing differs, nothing failed."""
    return verdict not in (NO, FAILED)


def is_unremarkable(verdict: str, lines: list[str]) -> bool:
    return verdict == YES and not lines


def _where(event: int | None, kind: str) -> str:
    if event is None:
        return ""
    return f" at event {event}{f' ({kind})' if kind else ''}"
