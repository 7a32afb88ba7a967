"""The page that describes a chosen moderation action, asks for a reason and performs it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from accounts.admin.back import get_back_url
from games.moderation.admin.forms import ActionForm
from games.moderation.models import ModerationAction
from games.moderation.selectors import list_people_to_ask
from games.moderation.services.approvals import order_action
from games.moderation.services.conflicts_of_interest import ALONE_OFFERED
from games.tables.admin.base import get_game_name
from games.tables.admin.tables import TableAdmin
from games.tables.errors import ServiceError
from games.tables.labels import seat_name
from games.tables.models import Seat, Table

Action = ModerationAction.Action
TABLES_LIMIT = 100  # so that their ids fit into a URL
RejectedTables = Sequence[tuple[Table, ServiceError]]
SEAT_ACTIONS = (Action.SEAT_TO_BOT, Action.SEAT_BACK, Action.EXTEND, Action.PLAY, Action.REMOVE)


@dataclass(frozen=True, slots=True)
class BulkAction:
    """An action on tables; some actions concern one seat of one table."""

    action: Action
    tables: list[Table]
    seat: Seat | None

    def execute(self, table: Table, moderator_id: int, fields: dict[str, Any]) -> bool:
        """Perform the action at one table. Return False if other players have to agree first. Raises a ServiceError."""
        number = self.seat.number if self.seat else None
        return order_action(
            public_id=table.public_id, moderator_id=moderator_id, action=self.action, number=number, **fields
        )

    def describe(self, fields: dict[str, Any], is_done: bool) -> str:
        """Return the entry for the table's history."""
        subject = f"{self.action.label} ({seat_name(self.seat)})" if self.seat else self.action.label
        line = f"{subject}: {fields['reason']}"
        return line if is_done else gettext("Proposed: %s") % line


def moderate(page: TableAdmin, request: HttpRequest, action: str) -> HttpResponse:
    """Show the page (GET), or act on every table in the query string, with one transaction each (POST).

    Refusals are shown on the page, with the error's status, so that the form can be sent again.
    """
    order = _parse_request(page, request, action)
    form = ActionForm(order.action, order.seat, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _render_page(page, request, order, form, status=422 if form.is_bound else 200)
    if refused := _execute_all(page, request, order, form.cleaned_data):
        order = replace(order, tables=[table for table, _refusal in refused])
        if any(refusal.code == ALONE_OFFERED for _table, refusal in refused):
            form.offer_acting_alone()
        return _render_page(page, request, order, form, refused, status=refused[0][1].status)
    if back := get_back_url(request.GET):
        return redirect(back)
    if len(order.tables) == 1:
        return redirect("admin:tables_table_change", order.tables[0].pk)
    return redirect("admin:tables_table_changelist")


def _parse_request(page: TableAdmin, request: HttpRequest, action: str) -> BulkAction:
    """Parse the URL. Raises Http404 for unknown actions, tables or seats, and for too many tables."""
    ids = set(request.GET.getlist("table"))
    tables = list(page.get_queryset(request).filter(public_id__in=ids)) if len(ids) <= TABLES_LIMIT else []
    if action not in Action.values or not tables or len(tables) < len(ids):
        raise Http404
    if action not in SEAT_ACTIONS:
        return BulkAction(Action(action), tables, None)
    seat = next((seat for seat in tables[0].seats.all() if str(seat.number) == request.GET.get("seat")), None)
    if len(tables) > 1 or seat is None:
        raise Http404
    return BulkAction(Action(action), tables, seat)


def _execute_all(page: TableAdmin, request: HttpRequest, order: BulkAction, fields: dict[str, str]) -> RejectedTables:
    """Perform the action at all tables, log it in their histories, and return the refusals."""
    refused: list[tuple[Table, ServiceError]] = []
    count = {True: 0, False: 0}
    for table in order.tables:
        try:
            is_done = order.execute(table, _moderator(request), fields)
        except ServiceError as refusal:
            refused.append((table, refusal))
        else:
            page.log_change(request, table, order.describe(fields, is_done))
            count[is_done] += 1
    _add_messages(page, request, count[True], count[False])
    return refused


def _add_messages(page: TableAdmin, request: HttpRequest, done_count: int, proposed_count: int) -> None:
    if done_count:
        sentence = ngettext("Done at %(n)d table.", "Done at %(n)d tables.", done_count)
        page.message_user(request, sentence % {"n": done_count}, messages.SUCCESS)
    if proposed_count:
        sentence = ngettext(
            "At %(n)d table where you play, the others are being asked now.",
            "At %(n)d tables where you play, the others are being asked now.",
            proposed_count,
        )
        page.message_user(request, sentence % {"n": proposed_count}, messages.WARNING)


def _render_page(
    page: TableAdmin,
    request: HttpRequest,
    order: BulkAction,
    form: ActionForm,
    refused: RejectedTables = (),
    *,
    status: int,
) -> HttpResponse:
    me = _moderator(request)
    context = {
        **page.admin_site.each_context(request),
        "opts": page.opts,
        "title": _get_title(order),
        "action": order.action.value,
        "form": form,
        "tables": [
            (table, get_game_name(table.game_slug), _names(table), _names_to_ask(table, me)) for table in order.tables
        ],
        "who": seat_name(order.seat) if order.seat else "",
        "refused": refused,
        "back": get_back_url(request.GET),
    }
    return render(request, "admin/tables/table/moderate.html", context, status=status)


def _get_title(order: BulkAction) -> str:
    """Return the page's title. Unfreezing a cancelled match restores it."""
    restores = order.action == Action.THAW and all(table.void_due_at for table in order.tables)
    return gettext("Restore match") if restores else str(order.action.label)


def _names_to_ask(table: Table, moderator_id: int) -> str:
    """Return the names of those who have to agree because the moderator plays at the table."""
    return ", ".join(seat_name(seat) for seat in list_people_to_ask(list(table.seats.all()), moderator_id))


def _moderator(request: HttpRequest) -> int:
    assert request.user.pk is not None  # the admin requires a log-in
    return request.user.pk


def _names(table: Table) -> str:
    return ", ".join(seat_name(seat) for seat in table.seats.all() if not seat.is_vacant)
