"""Results of checks at an honest table."""

from games.replays.verification.selectors import audit_table
from games.tables.models import Table
from tests.matches import fresh


def all_agree(table: Table) -> None:
    """Every question about the table is answered, and with yes."""
    report = audit_table(fresh(table))
    assert report.first_mismatch is None, (report.first_mismatch, table.public_id)
    assert [(answer.name, answer.outcome, answer.why) for answer in report.answers] == [
        (name, "agrees", "") for name in ("log", "columns", "rules", "clocks", "frames", "results", "bots")
    ]
    assert report.verdict == "yes"
    assert report.events == fresh(table).last_seq
