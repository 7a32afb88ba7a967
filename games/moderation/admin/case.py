"""A case: everything about one person on one page, and what a moderator does there."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext

from accounts.admin import actions
from accounts.models import User
from accounts.request_user import get_request_user
from accounts.services import audit_log
from config.db.locking import write_transaction
from games.moderation.models import ANSWER_LENGTH, NOTE_LENGTH, Report
from games.moderation.reports import queue, resolve
from games.tables.admin.base import TableRowAdmin, get_game_name
from games.tables.errors import BadRequestError, ServiceError
from games.tables.views.errors import get_error_sentence

AUDIT_SHOWN = 20


def case_view(page: TableRowAdmin, request: HttpRequest, public_id: str) -> HttpResponse:
    """GET: the page; that it was looked at is noted. POST: `do`; what is refused stands on the page."""
    by = get_request_user(request)
    person = User.objects.filter(public_id=public_id).exclude(pk=by.pk).first()
    if person is None:
        raise Http404
    if request.method == "POST":
        return _handle_post(page, request, person, by)
    with write_transaction():
        audit_log.record("inquiry", kind=audit_log.PERSON, target=person.public_id, by=by)
    return _page(page, request, person)


def _handle_post(page: TableRowAdmin, request: HttpRequest, person: User, by: User) -> HttpResponse:
    try:
        _parse_action(request, person, by)()
    except ServiceError as refusal:
        return _page(page, request, person, refusal)
    messages.success(request, gettext("Done, and noted."))
    return redirect("admin:moderation_report_inquiry", person.public_id)


def _parse_action(request: HttpRequest, person: User, by: User) -> Callable[[], None]:
    """What the form asks for. Raises BadRequestError."""
    said = request.POST
    ways: dict[str, Callable[[], None]] = {
        "claim": lambda: resolve.claim_case(person=person, by=by),
        "release": lambda: resolve.release_case(person=person, by=by),
        "note": lambda: resolve.add_case_note(person=person, by=by, text=said.get("text", "")),
        "merge": lambda: resolve.merge_reports(
            report_pk=_number(said.get("report", "")), lead_pk=_number(said.get("into", "")), by=by
        ),
        "decide": lambda: resolve.decide_report(
            report_pk=_number(said.get("report", "")), by=by, outcome=said.get("outcome", ""),
            answer=said.get("answer", ""),
        ),
    }  # fmt: skip
    if said.get("do") not in ways:
        raise BadRequestError("malformed")
    return ways[said["do"]]


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise BadRequestError("malformed")
    return int(text)


def _page(page: TableRowAdmin, request: HttpRequest, person: User, refusal: ServiceError | None = None) -> HttpResponse:
    by = get_request_user(request)
    context: dict[str, Any] = {
        **page.admin_site.each_context(request), "opts": page.opts, "person": person,
        "title": gettext("Inquiry: %(name)s") % {"name": person}, **queue.get_case(person, by),
        "outcomes": [one for one in Report.Outcome.choices if one[0]],
        "answer_length": ANSWER_LENGTH, "note_length": NOTE_LENGTH, "acts": _list_sanction_links(person, by),
        "refusal": get_error_sentence(refusal) if refusal else "",
        "may_handle": request.user.has_perm("moderation.handle_report"),
        "may_piece": request.user.has_perm("social.moderate_chat"),
    }  # fmt: skip
    context["seats"] = [(seat, get_game_name(seat.table.game_slug)) for seat in context["seats"]]
    context["mine"] = context["claim"] is not None and context["claim"].claimed_by_id == by.pk
    context["audit"] = (
        context["audit"].order_by("-pk")[:AUDIT_SHOWN] if by.has_perm("accounts.view_auditlogentry") else []
    )
    template = "admin/moderation/report/case.html"
    return render(request, template, context, status=refusal.status if refusal else 200)


def _list_sanction_links(person: User, by: User) -> list[tuple[str, Any]]:
    """What may be done to the person, and where; afterwards one is back here."""
    back = urlencode({"next": reverse("admin:moderation_report_inquiry", args=(person.public_id,))})
    offered = actions.list_allowed_actions(by, person)
    return [(f"{actions.get_action_url(name, [person.pk])}&{back}", act.label) for name, act in offered]
