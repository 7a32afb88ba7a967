"""Reports as tests make them."""

from accounts.models import User
from games.moderation.models import Report
from games.moderation.reports.submit import submit_report
from games.moderation.reports.targets import get_report_target
from games.social.models import ChatMessage
from games.tables.models import Table


def line_of(line: ChatMessage) -> str:
    return f"{line.room.table.public_id}.{line.room.name}.{line.number}"


def filed(kind: str, ref: str, by: User, about: User, category: str = "abuse", text: str = "") -> Report:
    report_target = get_report_target(kind, ref, by)
    assert report_target is not None, "the reporter does not see it"
    return submit_report(report_target, reporter=by, about=about.public_id, category=category, text=text)


def at_table(table: Table, by: User, about: User, category: str = "abuse", text: str = "") -> Report:
    return filed("table", table.public_id, by, about, category, text)
