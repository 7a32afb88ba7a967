"""The table inspector. Hidden cards of a running table take a permission, a reason, and no part in the match."""

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.admin.back import get_back_url
from accounts.services import audit_log
from accounts.staff.approvals import ConflictOfInterestError
from config.db.locking import write_transaction
from games.moderation.admin.collusion import list_flags_for
from games.moderation.admin.forms import MAX_EVENT_NUMBER
from games.moderation.admin.tables import ModeratedTableAdmin
from games.moderation.inspection.collusion import detect_collusion
from games.moderation.inspection.game_state import EventFilter, build_inspection, parse_number, search_events
from games.moderation.inspection.replay_check import get_replay_check, get_report, request_replay_check
from games.moderation.services.actions import REASON_LENGTH
from games.moderation.services.conflicts_of_interest import SEE_HIDDEN, record_refusal
from games.moderation.services.hidden_cards import require_can_see_hidden
from games.tables.access import TableAccess
from games.tables.errors import ServiceError
from games.tables.labels import seat_name
from games.tables.models import Event, Seat, Table


class HiddenCardsForm(forms.Form):
    """The seat whose hidden cards to show, after which event, and why."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    n = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MAX_EVENT_NUMBER)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)

    def __init__(self, seats: tuple[Seat, ...], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = self.fields["seat"]
        assert isinstance(choices, forms.TypedChoiceField)
        choices.choices = [(seat.number, f"{seat.number + 1}: {seat_name(seat)}") for seat in seats]


def inspect_table(page: ModeratedTableAdmin, request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what a spectator may know, or everything for an ended table (GET). A POST shows one seat's view once."""
    if not page.has_view_permission(request) or not request.user.has_perm("tables.view_event"):
        raise PermissionDenied
    access = _access(public_id)
    if request.method == "POST" and not access.table.is_ended:
        return _show_hidden_cards(request, access)
    n, seat = parse_number(request.GET.get("n")), parse_number(request.GET.get("seat"))
    shown_seat = seat if access.table.is_ended and seat is not None and seat < len(access.seats) else None
    return _page(request, access, n, shown_seat)


def replay_check(page: ModeratedTableAdmin, request: HttpRequest, public_id: str) -> HttpResponse:
    """Start a replay check of the match from its seed (POST), or show its progress (GET).

    Reveals only whether it agrees.
    """
    if not page.has_view_permission(request) or not request.user.has_perm("tables.view_event"):
        raise PermissionDenied
    table = _access(public_id).table
    if request.method == "POST":
        request_replay_check(table)
        back = get_back_url(request.POST)
        return redirect(back or reverse("admin:tables_table_inspect", args=(public_id,)) + "#rebuild")
    context = {**_replay_check_context(table), "back": get_back_url(request.GET)}
    return render(request, "moderation/_replay_check.html", context)


def recheck_collusion(page: ModeratedTableAdmin, request: HttpRequest, public_id: str) -> HttpResponse:
    """Recompute the collusion flags of one table (POST)."""
    if not page.has_view_permission(request) or not request.user.has_perm("moderation.view_collusionflag"):
        raise PermissionDenied
    if request.method != "POST":
        return HttpResponse(status=405, headers={"Allow": "POST"})
    detect_collusion(_access(public_id).table)
    return redirect("admin:tables_table_inspect", public_id)


def _show_hidden_cards(request: HttpRequest, access: TableAccess) -> HttpResponse:
    form = HiddenCardsForm(access.seats, request.POST)
    if not form.is_valid():
        return _page(request, access, parse_number(request.POST.get("n")), None, {"form": form}, status=422)
    data, me = form.cleaned_data, request.user.pk
    assert me is not None
    try:
        with write_transaction():
            tie_details = require_can_see_hidden(access.table, me)
            audit_log.record(
                SEE_HIDDEN, kind=audit_log.TABLE, target=access.table.public_id, by=me, reason=data["reason"],
                details={"seat": data["seat"], "n": data["n"], **tie_details},
            )  # fmt: skip
    except ConflictOfInterestError as barred:
        refusal: ServiceError = record_refusal(barred, access.table, me, SEE_HIDDEN, data["reason"])
    except ServiceError as refused:
        refusal = refused
    else:
        return _page(request, access, data["n"], data["seat"], {"form": form})
    return _page(request, access, data["n"], None, {"form": form, "refusal": refusal}, status=refusal.status)


def _access(public_id: str) -> TableAccess:
    table = Table.objects.select_related("seed").filter(public_id=public_id).first()
    if table is None:
        raise Http404
    seats = Seat.objects.filter(table=table).select_related("user").order_by("number")
    return TableAccess(table, tuple(seats), None)


def _replay_check_context(table: Table) -> dict[str, Any]:
    row = get_replay_check(table)
    return {"table": table, "rebuild": row, "report": get_report(row)}


def _page(
    request: HttpRequest, access: TableAccess, n: int | None, seat: int | None,
    extra_context: dict[str, Any] | None = None, *, status: int = 200,
) -> HttpResponse:  # fmt: skip
    event_filter, inspection = EventFilter.from_query(request.GET), build_inspection(access, n, seat)
    context = {
        "page": inspection,
        "found": search_events(access, event_filter),
        "wanted": event_filter,
        "kinds": Event.Kind.choices,
        "may_look": not access.table.is_ended and request.user.has_perm("tables.view_hidden_cards"),
        "may_moderate": request.user.has_perm("tables.moderate_table"),
        "hints": list_flags_for(request.user).filter(table=access.table),
        "may_see_hints": request.user.has_perm("moderation.view_collusionflag"),
        "form": HiddenCardsForm(access.seats, initial={"n": inspection.n}),
        "back": get_back_url(request.GET),
        **_replay_check_context(access.table),
        **(extra_context or {}),
    }
    return render(request, "moderation/inspect.html", context, status=status)


def inspector_urls(admin: ModeratedTableAdmin) -> list[URLPattern]:
    """Return the URL patterns of these pages, to be added to the table admin's."""

    def guarded(view: Any) -> Any:
        return admin.admin_site.admin_view(
            sensitive_post_parameters()(lambda request, public_id: view(admin, request, public_id))
        )

    return [
        path("inspect/<slug:public_id>/", guarded(inspect_table), name="tables_table_inspect"),
        path("inspect/<slug:public_id>/hints/", guarded(recheck_collusion), name="tables_table_hints"),
        path("inspect/<slug:public_id>/rebuild/", guarded(replay_check), name="tables_table_rebuild"),
    ]


ModeratedTableAdmin.extra_urls.append(inspector_urls)
