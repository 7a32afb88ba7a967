"""The page between a moderator's choice and its execution: says what will happen and asks for a reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext

from games.moderation.admin.forms import OrderForm
from games.moderation.models import ModAction
from games.moderation.selectors import people_asked
from games.moderation.services.approvals import measure_ordered
from games.tables.admin.base import title_name
from games.tables.admin.tables import TableAdmin
from games.tables.errors import Refusal
from games.tables.labels import seat_name
from games.tables.models import Seat, Table

Action = ModAction.Action
TABLES_LIMIT = 100  # their ids still fit into an address
Refused = Sequence[tuple[Table, Refusal]]
OF_A_SEAT = (Action.SEAT_TO_BOT, Action.SEAT_BACK, Action.EXTEND, Action.PLAY, Action.REMOVE)


@dataclass(frozen=True, slots=True)
class Order:
    """What to do, at which tables; for some actions to which seat of the only one."""

    action: Action
    tables: list[Table]
    seat: Seat | None

    def carried_out(self, table: Table, moderator_id: int, said: dict[str, Any]) -> bool:
        """Through the service; False where the people the moderator plays with have to agree. Raises a Refusal."""
        number = self.seat.number if self.seat else None
        return measure_ordered(
            public_id=table.public_id, moderator_id=moderator_id, action=self.action, number=number, **said
        )

    def noted(self, said: dict[str, Any], done: bool) -> str:
        """The line for the table's history."""
        what = f"{self.action.label} ({seat_name(self.seat)})" if self.seat else self.action.label
        line = f"{what}: {said['reason']}"
        return line if done else gettext("Proposed: %s") % line


def moderate(page: TableAdmin, request: HttpRequest, action: str) -> HttpResponse:
    """GET: the page. POST: act on every table named in the address, each in a transaction of its own.

    What is refused is said in words, with the refusal's status, and stands on the page to be tried again.
    """
    order = _order(page, request, action)
    form = OrderForm(order.action, order.seat, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _shown(page, request, order, form, status=422 if form.is_bound else 200)
    if refused := _acted(page, request, order, form.cleaned_data):
        order = replace(order, tables=[table for table, _refusal in refused])
        return _shown(page, request, order, form, refused, status=refused[0][1].status)
    if len(order.tables) == 1:
        return redirect("admin:tables_table_change", order.tables[0].pk)
    return redirect("admin:tables_table_changelist")


def _order(page: TableAdmin, request: HttpRequest, action: str) -> Order:
    """What the address asks for. Raises Http404 for unknown actions, tables or seats, and for too many tables."""
    ids = set(request.GET.getlist("table"))
    tables = list(page.get_queryset(request).filter(public_id__in=ids)) if len(ids) <= TABLES_LIMIT else []
    if action not in Action.values or not tables or len(tables) < len(ids):
        raise Http404
    if action not in OF_A_SEAT:
        return Order(Action(action), tables, None)
    seat = next((seat for seat in tables[0].seats.all() if str(seat.number) == request.GET.get("seat")), None)
    if len(tables) > 1 or seat is None:
        raise Http404
    return Order(Action(action), tables, seat)


def _acted(page: TableAdmin, request: HttpRequest, order: Order, said: dict[str, str]) -> Refused:
    """Act, note it in each table's history, and return what was refused."""
    refused: list[tuple[Table, Refusal]] = []
    count = {True: 0, False: 0}
    for table in order.tables:
        try:
            done = order.carried_out(table, _moderator(request), said)
        except Refusal as refusal:
            refused.append((table, refusal))
        else:
            page.log_change(request, table, order.noted(said, done))
            count[done] += 1
    _told(page, request, count[True], count[False])
    return refused


def _told(page: TableAdmin, request: HttpRequest, done: int, proposed: int) -> None:
    if done:
        sentence = ngettext("Done at %(n)d table.", "Done at %(n)d tables.", done)
        page.message_user(request, sentence % {"n": done}, messages.SUCCESS)
    if proposed:
        sentence = ngettext(
            "At %(n)d table where you play yourself the others are asked now.",
            "At %(n)d tables where you play yourself the others are asked now.",
            proposed,
        )
        page.message_user(request, sentence % {"n": proposed}, messages.WARNING)


def _shown(
    page: TableAdmin, request: HttpRequest, order: Order, form: OrderForm, refused: Refused = (), *, status: int
) -> HttpResponse:
    me = _moderator(request)
    context = {
        **page.admin_site.each_context(request),
        "opts": page.opts,
        "title": order.action.label,
        "action": order.action.value,
        "form": form,
        "tables": [(table, title_name(table.title), _names(table), _asked(table, me)) for table in order.tables],
        "who": seat_name(order.seat) if order.seat else "",
        "refused": refused,
    }
    return render(request, "admin/tables/table/moderate.html", context, status=status)


def _asked(table: Table, moderator_id: int) -> str:
    """The names of those who have to agree, because the moderator plays there."""
    return ", ".join(seat_name(seat) for seat in people_asked(list(table.seats.all()), moderator_id))


def _moderator(request: HttpRequest) -> int:
    assert request.user.pk is not None  # the admin's pages are for people who have signed in
    return request.user.pk


def _names(table: Table) -> str:
    return ", ".join(seat_name(seat) for seat in table.seats.all() if not seat.vacant)
