"""The page between a moderator's choice and its execution: says what will happen and asks for a reason."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games import catalog
from games.admin.base import title_name
from games.forms import LEVEL_LABELS
from games.models import ModAction, Seat, Table
from games.selectors.names import seat_name
from games.services import moderation
from games.services.errors import Refusal

if TYPE_CHECKING:
    from games.admin.tables import TableAdmin

Action = ModAction.Action
TABLES_LIMIT = 100  # their ids still fit into an address
SERVICES: dict[Action, Callable[..., None]] = {
    Action.FREEZE: moderation.table_freeze,
    Action.THAW: moderation.table_thaw,
    Action.VOID: moderation.table_void,
    Action.SEAT_TO_BOT: moderation.seat_to_bot,
    Action.SEAT_BACK: moderation.seat_back,
}
Refused = Sequence[tuple[Table, Refusal]]
OF_A_SEAT = (Action.SEAT_TO_BOT, Action.SEAT_BACK)


class ReasonForm(forms.Form):
    """Why; and, for a bot, how strong it plays."""

    level = forms.ChoiceField(label=_("Strength of the bot"), initial="normal")
    reason = forms.CharField(
        label=_("Reason"),
        max_length=moderation.REASON_LENGTH,
        widget=forms.TextInput({"class": "vTextField", "autocomplete": "off"}),
    )

    def __init__(self, order: "Order", data: Any = None) -> None:
        super().__init__(data)
        level = self.fields["level"]
        assert isinstance(level, forms.ChoiceField)
        if order.action == Action.SEAT_TO_BOT:
            bots = catalog.title(order.tables[0].title).bots
            level.choices = [(name, LEVEL_LABELS.get(name, name)) for name in bots]
        else:
            del self.fields["level"]


@dataclass(frozen=True, slots=True)
class Order:
    """What to do, at which tables; for some actions to which seat of the only one."""

    action: Action
    tables: list[Table]
    seat: Seat | None

    def carried_out(self, table: Table, moderator_id: int | None, said: dict[str, str]) -> None:
        """Through the service, as an event. Raises a Refusal."""
        place = {"number": self.seat.number} if self.seat else {}
        SERVICES[self.action](public_id=table.public_id, moderator_id=moderator_id, **said, **place)

    def noted(self, said: dict[str, str]) -> str:
        """The line for the table's history."""
        what = f"{self.action.label} ({seat_name(self.seat)})" if self.seat else self.action.label
        return f"{what}: {said['reason']}"


def moderate(page: "TableAdmin", request: HttpRequest, action: str) -> HttpResponse:
    """GET: the page. POST: act on every table named in the address, each in a transaction of its own.

    What is refused is said in words, with the refusal's status, and stands on the page to be tried again.
    """
    if not page.has_moderate_permission(request):
        raise PermissionDenied
    order = _order(page, request, action)
    form = ReasonForm(order, request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _shown(page, request, order, form, status=422 if form.is_bound else 200)
    if refused := _acted(page, request, order, form.cleaned_data):
        order = replace(order, tables=[table for table, _refusal in refused])
        return _shown(page, request, order, form, refused, status=refused[0][1].status)
    if len(order.tables) == 1:
        return redirect("admin:games_table_change", order.tables[0].pk)
    return redirect("admin:games_table_changelist")


def _order(page: "TableAdmin", request: HttpRequest, action: str) -> Order:
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


def _acted(page: "TableAdmin", request: HttpRequest, order: Order, said: dict[str, str]) -> Refused:
    """Act, note it in each table's history, and return what was refused."""
    refused: list[tuple[Table, Refusal]] = []
    for table in order.tables:
        try:
            order.carried_out(table, request.user.pk, said)
        except Refusal as refusal:
            refused.append((table, refusal))
        else:
            page.log_change(request, table, order.noted(said))
    if done := len(order.tables) - len(refused):
        sentence = ngettext("Done at %(n)d table.", "Done at %(n)d tables.", done) % {"n": done}
        page.message_user(request, sentence, messages.SUCCESS)
    return refused


def _shown(
    page: "TableAdmin", request: HttpRequest, order: Order, form: ReasonForm, refused: Refused = (), *, status: int
) -> HttpResponse:
    context = {
        **page.admin_site.each_context(request),
        "opts": page.opts,
        "title": order.action.label,
        "action": order.action.value,
        "form": form,
        "tables": [(table, title_name(table.title), _names(table)) for table in order.tables],
        "who": seat_name(order.seat) if order.seat else "",
        "refused": refused,
    }
    return render(request, "admin/games/table/moderate.html", context, status=status)


def _names(table: Table) -> str:
    return ", ".join(seat_name(seat) for seat in table.seats.all() if not seat.vacant)
