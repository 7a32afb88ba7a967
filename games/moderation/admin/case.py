"""A case: one page about a person's reports, where moderators decide without leaving it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from accounts.admin import actions
from accounts.models import REASON_LENGTH, Sanction, User
from accounts.request_user import get_request_user
from accounts.services import audit_log
from accounts.staff import sanctions_in_force
from config.db.locking import write_transaction
from games.moderation.admin.case_preview import build_preview
from games.moderation.admin.case_table import build_reported_table, list_table_actions, order_from_case
from games.moderation.admin.forms import ALONE_LABEL
from games.moderation.inspection.game_state import parse_number
from games.moderation.models import ANSWER_LENGTH, NOTE_LENGTH, Report
from games.moderation.reports import decisions, prepared_texts, queue, resolve
from games.moderation.reports.case_history import get_shared_history
from games.moderation.services.conflicts_of_interest import ALONE_OFFERED
from games.tables.admin.base import TableRowAdmin, get_game_name
from games.tables.errors import BadRequestError, ServiceError
from games.tables.views.errors import get_error_sentence

AUDIT_SHOWN = 20
SAME_MOMENT = timedelta(seconds=10)
NAMES_OF_SANCTIONS = {decision.value for decision in decisions.SANCTIONS}


def get_queue_url(queue_filter: queue.QueueFilter) -> str:
    """Return the URL of the filtered queue the moderator came from."""
    return reverse("admin:moderation_report_queue") + (f"?{queue_filter.query}" if queue_filter.query else "")


def get_case_url(report: Report, queue_filter: queue.QueueFilter) -> str:
    """Return the URL of the case at one of its reports. It keeps the queue's filter for the links back."""
    address = reverse("admin:moderation_report_case", args=(report.reported_user.public_id,))
    query = "&".join(part for part in (urlencode({"report": report.pk}), queue_filter.query) if part)
    return f"{address}?{query}"


def case_view(page: TableRowAdmin, request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the case (GET), which is logged. A POST does what `do` says; errors are shown on the page."""
    by = get_request_user(request)
    person = User.objects.filter(public_id=public_id).exclude(pk=by.pk).first()
    if person is None:
        raise Http404
    if request.method == "POST" and request.POST.get("do") == "preview":
        return _preview(request, person, by)
    if request.method == "POST":
        return _handle_post(page, request, person, by)
    with write_transaction():
        audit_log.record("inquiry", kind=audit_log.PERSON, target=person.public_id, by=by)
    return _page(request, person)


def _handle_post(page: TableRowAdmin, request: HttpRequest, person: User, by: User) -> HttpResponse:
    try:
        _parse_action(page, request, person, by)()
    except ServiceError as refusal:
        return _page(request, person, refusal)
    messages.success(request, gettext("Done, and noted."))
    query = request.GET.copy()
    if request.POST.get("do") == "decide":
        query["decided"] = request.POST["report"]
        query.pop("report", None)
    return redirect(f"{request.path}?{query.urlencode()}" if query else request.path)


def _parse_action(page: TableRowAdmin, request: HttpRequest, person: User, by: User) -> Callable[[], object]:
    """Return the requested act. Raises BadRequestError."""
    posted = request.POST
    ways: dict[str, Callable[[], object]] = {
        "claim": lambda: resolve.claim_case(person=person, by=by),
        "release": lambda: resolve.release_case(person=person, by=by),
        "note": lambda: resolve.add_case_note(person=person, by=by, text=posted.get("text", "")),
        "merge": lambda: resolve.merge_reports(
            report_pk=_number(posted.get("report")), lead_pk=_number(posted.get("into")), by=by
        ),
        "decide": lambda: decisions.decide_case(
            report_pk=_number(posted.get("report")), by=by, decision=decisions.parse_decision(posted)
        ),
        "table": lambda: order_from_case(page, request, person, by),
    }  # fmt: skip
    if posted.get("do") not in ways:
        raise BadRequestError("malformed")
    return ways[posted["do"]]


def _number(text: str | None) -> int:
    number = parse_number(text)
    if number is None:
        raise BadRequestError("malformed")
    return number


def _preview(request: HttpRequest, person: User, by: User) -> HttpResponse:
    """Render the preview for the form's values, without doing anything. Without scripts, render the whole page."""
    if not request.headers.get("HX-Request"):
        return _page(request, person, posted=request.POST)
    number = parse_number(request.POST.get("report")) or 0
    report = queue.list_open_reports(by).filter(reported_user=person, pk=number).first()
    if report is None and Report.objects.filter(reported_user=person, pk=number).exclude(decided_at=None).exists():
        return HttpResponse(status=204)  # decided in the meantime
    if report is None:
        raise Http404
    in_force = sanctions_in_force.list_in_force([person])[person.pk]
    return render(request, "moderation/case/_preview.html", build_preview(report, by, request.POST, in_force))


def _page(
    request: HttpRequest, person: User, refusal: ServiceError | None = None, posted: QueryDict | None = None
) -> HttpResponse:
    by, queue_filter = get_request_user(request), queue.QueueFilter.from_query(request.GET)
    case = queue.get_case(person, by)
    posted = posted or (request.POST if refusal else QueryDict())
    report = _choose_report(request, case["reports"])
    context: dict[str, Any] = {
        **case, **_list_acts(person, by), "person": person, "report": report, "wanted": queue_filter, "said": posted,
        "reports": [(row, get_case_url(row, queue_filter)) for row in case["reports"]],
        "queue_url": get_queue_url(queue_filter), "answer_length": ANSWER_LENGTH, "note_length": NOTE_LENGTH,
        "reason_length": REASON_LENGTH, "refusal": get_error_sentence(refusal) if refusal else "",
        "alone_label": ALONE_LABEL if refusal and refusal.code == ALONE_OFFERED else "",
        "may_handle": by.has_perm("moderation.handle_report"), "may_redact": by.has_perm("social.moderate_chat"),
        "mine": case["claim"] is not None and case["claim"].claimed_by_id == by.pk,
        "seats": [(seat, get_game_name(seat.table.game_slug)) for seat in case["seats"]],
        "audit": _list_audit(case["audit"], by), "may_inspect": by.has_perm("tables.view_event"),
        "back": request.get_full_path(), **_get_decided(request, person, by, case["sanctions"]),
    }  # fmt: skip
    if report is not None:
        context |= _get_report_context(request, report, by, posted)
    template = "moderation/case/page.html"
    return render(request, template, context, status=refusal.status if refusal else 200)


def _choose_report(request: HttpRequest, reports: list[Report]) -> Report | None:
    """Return the requested report, or else the most urgent one."""
    number = parse_number(request.POST.get("report") or request.GET.get("report"))
    return next((report for report in reports if report.pk == number), reports[0] if reports else None)


def _get_report_context(request: HttpRequest, report: Report, by: User, posted: QueryDict) -> dict[str, Any]:
    """Return the context for an open report: its table, shared history, the form and its preview."""
    shared = get_shared_history(report, by)
    in_force = sanctions_in_force.list_in_force([report.reported_user])[report.reported_user_id]
    return {
        "shared": shared, "shared_tables": [(table, get_game_name(table.game_slug)) for table in shared.latest],
        "at_table": build_reported_table(report) if by.has_perm("tables.view_event") else None,
        "table_actions": list_table_actions(report, by), "grounds": Sanction.Category.choices,
        "ground": posted.get("ground") or prepared_texts.get_ground(report),
        **build_preview(report, by, posted, in_force), **_describe_in_force(in_force, posted),
    }  # fmt: skip


def _describe_in_force(in_force: list[Sanction], posted: QueryDict) -> dict[str, Any]:
    """Return the person's sanctions in force, for the form. Drop the confirmation if they have changed."""
    serialized = sanctions_in_force.serialize(in_force)
    return {
        "in_force": [sanctions_in_force.describe_in_full(row) for row in in_force], "seen": serialized,
        "replace_label": sanctions_in_force.get_replace_label(in_force),
        "replaces": posted.get("replaces") == "yes" and posted.get("seen") == serialized,
    }  # fmt: skip


def _list_acts(person: User, by: User) -> dict[str, Any]:
    """Return the decisions available here, and links to other acts on the account, which lead back here."""
    back = urlencode({"next": reverse("admin:moderation_report_case", args=(person.public_id,))})
    offered = dict(actions.list_allowed_actions(by, person))
    choices = [
        (decision.value, decision.label)
        for decision in decisions.Decision
        if decision not in decisions.SANCTIONS or decision.value in offered
    ]
    spans = actions.STAFF_ACTIONS["suspend"].form().fields["hours"]
    return {
        "acts": [(f"{actions.get_action_url(name, [person.pk])}&{back}", act.label) for name, act in offered.items()],
        "sanction_choices": [choice for choice in choices if choice[0] in NAMES_OF_SANCTIONS],
        "outcome_choices": [choice for choice in choices if choice[0] not in NAMES_OF_SANCTIONS],
        "spans": spans.choices,  # type: ignore[attr-defined]
    }


def _list_audit(entries: Any, by: User) -> list[Any]:
    rows = entries.order_by("-pk")[:AUDIT_SHOWN] if by.has_perm("accounts.view_auditlogentry") else []
    return list(rows)


def _get_decided(request: HttpRequest, person: User, by: User, sanctions: list[Sanction]) -> dict[str, Any]:
    """Return the report just decided and the resulting sanction, so that the page can offer to undo it."""
    number = parse_number(request.GET.get("decided"))
    if number is None:
        return {"decided": None}
    row = Report.objects.filter(pk=number, reported_user=person, decided_by=by).first()
    own_sanctions = [
        sanction
        for sanction in sanctions
        if row is not None and sanction.issued_by_id == by.pk and _is_same_moment(sanction, row)
    ]
    return {"decided": row, "given": own_sanctions[0] if own_sanctions else None}


def _is_same_moment(sanction: Sanction, report: Report) -> bool:
    """Return whether both were written in one transaction."""
    assert report.decided_at is not None
    return abs(report.decided_at - sanction.started_at) < SAME_MOMENT
