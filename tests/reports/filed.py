"""Reports as tests make them."""

from accounts.models import User
from games.moderation.models import Report
from games.moderation.reports.submit import report_file
from games.moderation.reports.targets import subject
from games.social.models import Line
from games.tables.models import Table


def line_of(line: Line) -> str:
    return f"{line.room.table.public_id}.{line.room.name}.{line.number}"


def filed(kind: str, ref: str, by: User, about: User, category: str = "abuse", text: str = "") -> Report:
    found = subject(kind, ref, by)
    assert found is not None, "the reporter does not see it"
    return report_file(found, reporter=by, about=about.public_id, category=category, text=text)


def at_table(table: Table, by: User, about: User, category: str = "abuse", text: str = "") -> Report:
    return filed("table", table.public_id, by, about, category, text)
