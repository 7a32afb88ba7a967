"""The reported table on a case's page: its board then and now as spectators see it, and acts on the table."""

from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from markupsafe import Markup

from accounts.models import User
from games.moderation.inspection.game_state import Inspection, build_inspection, parse_number
from games.moderation.inspection.replay_check import get_replay_check, get_report
from games.moderation.models import ModerationAction, Report
from games.moderation.services.approvals import order_action
from games.rendering.log_lines import LogLine
from games.tables.access import TableAccess
from games.tables.admin.base import TableRowAdmin
from games.tables.boards import draw_part
from games.tables.errors import BadRequestError, ForbiddenError
from games.tables.models import Seat, Table
from games.tables.selectors.event_log import list_log_lines
from games.tables.selectors.event_source import list_log_rows

Action = ModerationAction.Action
LINES = 12  # of the log, up to the reported event


@dataclass(frozen=True, slots=True)
class ReportedTable:
    """The table of a report. It never shows more than a spectator may know: hidden cards are for the inspector."""

    then: Inspection
    board_then: str  # "": the match hadn't begun
    now: Inspection | None  # None: nothing has happened since
    board_now: str
    lines: list[LogLine]
    table: Table
    rebuild: Any
    report: Any  # the result of the replay check


def build_reported_table(report: Report) -> ReportedTable | None:
    """Return the table with its board at the time of the report and now. 10 queries at most."""
    if report.table_id is None:
        return None
    table = Table.objects.select_related("seed").get(pk=report.table_id)
    seats = Seat.objects.filter(table=table).select_related("user").order_by("number")
    access = TableAccess(table, tuple(seats), None)
    then = build_inspection(access, report.last_event, None)
    rows = list_log_rows(table, max(then.n - LINES, 0), then.n)
    now = build_inspection(access, None, None) if then.n < table.last_seq else None
    row = get_replay_check(table)
    return ReportedTable(
        then=then,
        board_then=_draw(then),
        now=now,
        board_now=_draw(now) if now else "",
        lines=list_log_lines(table.game_slug, rows, None)[::-1],
        table=table,
        rebuild=row,
        report=get_report(row),
    )


def _draw(shown: Inspection) -> str:
    """Render the board. Its sections become groups, because a page with two boards mustn't repeat landmarks."""
    if shown.view is None:
        return ""
    seen = {"view": shown.view, "names": shown.names, "seats": shown.seats, "seat": None}
    board = draw_part(shown.slug, "table", **seen, standing=None, open=None, result=False)
    return Markup(str(board).replace("<section", '<div role="group"').replace("</section", "</div"))


def list_table_actions(report: Report, by: User) -> list[tuple[str, Any]]:
    """Return the acts that are possible on the table now."""
    table = report.table
    if table is None or table.is_ended or not _may_moderate(by):
        return []
    if table.void_due_at:
        return [(Action.THAW.value, _("Restore match"))]
    holds = Action.THAW if table.frozen_at else Action.FREEZE
    return [(holds.value, holds.label), (Action.VOID.value, Action.VOID.label)]


def order_from_case(page: TableRowAdmin, request: HttpRequest, person: User, by: User) -> None:
    """Freeze, unfreeze, cancel or restore the table of a report about this person. Raises a ServiceError."""
    said = request.POST
    number, action = parse_number(said.get("report")), said.get("action", "")
    if number is None or action not in Action.values:
        raise BadRequestError("malformed")
    if not _may_moderate(by):
        raise ForbiddenError("not-a-moderator")
    report = Report.objects.select_related("table").filter(pk=number, reported_user=person).first()
    if report is None or report.table is None or action not in dict(list_table_actions(report, by)):
        raise BadRequestError("malformed")
    reason = said.get("reason", "")
    done = order_action(
        public_id=report.table.public_id, moderator_id=by.pk, action=action, reason=reason, alone="alone" in said
    )
    line = f"{Action(action).label}: {reason}"
    page.log_change(request, report.table, line if done else gettext("Proposed: %s") % line)


def _may_moderate(by: User) -> bool:
    return by.has_perm("tables.moderate_table") and by.has_perm("tables.view_table")
