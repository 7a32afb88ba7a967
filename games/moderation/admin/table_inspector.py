"""The page on which a table is inspected. Hidden cards of a running one take a right, a reason, and no part in it."""

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters

from accounts.services import audit_log
from accounts.staff.approvals import Barred
from config.db.locking import write_transaction
from games.moderation.admin.collusion import hints_for
from games.moderation.admin.tables import ModeratedTableAdmin
from games.moderation.inspection.collusion import hints_renewed
from games.moderation.inspection.game_state import Wanted, found, inspected, number
from games.moderation.inspection.replay_check import found_by, rebuild_ask, rebuild_of
from games.moderation.services.actions import REASON_LENGTH
from games.moderation.services.conflicts_of_interest import LOOK, barred_noted
from games.moderation.services.hidden_cards import check_eyes
from games.tables.access import Access
from games.tables.errors import Refusal
from games.tables.labels import seat_name
from games.tables.models import Event, Seat, Table


class EyesForm(forms.Form):
    """Whose hidden cards, after which event, and why."""

    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    n = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_LENGTH)

    def __init__(self, seats: tuple[Seat, ...], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = self.fields["seat"]
        assert isinstance(choices, forms.TypedChoiceField)
        choices.choices = [(seat.number, f"{seat.number + 1}: {seat_name(seat)}") for seat in seats]


def inspect(page: ModeratedTableAdmin, request: HttpRequest, public_id: str) -> HttpResponse:
    """GET: what a spectator may know; of an ended table all. POST: one seat's eyes at a running table, once."""
    if not page.has_view_permission(request) or not request.user.has_perm("tables.view_event"):
        raise PermissionDenied
    access = _access(public_id)
    if request.method == "POST" and not access.table.ended:
        return _with_eyes(request, access)
    n, seat = number(request.GET.get("n")), number(request.GET.get("seat"))
    mine = seat if access.table.ended and seat is not None and seat < len(access.seats) else None
    return _page(request, access, n, mine)


def rebuild(page: ModeratedTableAdmin, request: HttpRequest, public_id: str) -> HttpResponse:
    """POST: have the match played anew from its seed, and held against what is stored. GET: how far that has come; only
    whether it agrees is told."""
    if not page.has_view_permission(request) or not request.user.has_perm("tables.view_event"):
        raise PermissionDenied
    table = _access(public_id).table
    if request.method == "POST":
        rebuild_ask(table)
        return redirect(reverse("admin:tables_table_inspect", args=(public_id,)) + "#rebuild")
    return render(request, "moderation/rebuild.html", _rebuilt(table))


def look_for_hints(page: ModeratedTableAdmin, request: HttpRequest, public_id: str) -> HttpResponse:
    """POST: find the hints of one table anew."""
    if not page.has_view_permission(request) or not request.user.has_perm("moderation.view_hint"):
        raise PermissionDenied
    if request.method != "POST":
        return HttpResponse(status=405, headers={"Allow": "POST"})
    hints_renewed(_access(public_id).table)
    return redirect("admin:tables_table_inspect", public_id)


def _with_eyes(request: HttpRequest, access: Access) -> HttpResponse:
    form = EyesForm(access.seats, request.POST)
    if not form.is_valid():
        return _page(request, access, number(request.POST.get("n")), None, {"form": form}, status=422)
    said, me = form.cleaned_data, request.user.pk
    assert me is not None
    try:
        with write_transaction():
            more = check_eyes(access.table, me)
            audit_log.record(
                LOOK, kind=audit_log.TABLE, target=access.table.public_id, by=me, reason=said["reason"],
                details={"seat": said["seat"], "n": said["n"], **more},
            )  # fmt: skip
    except Barred as barred:
        refusal: Refusal = barred_noted(barred, access.table, me, LOOK, said["reason"])
    except Refusal as refused:
        refusal = refused
    else:
        return _page(request, access, said["n"], said["seat"], {"form": form})
    return _page(request, access, said["n"], None, {"form": form, "refusal": refusal}, status=refusal.status)


def _access(public_id: str) -> Access:
    table = Table.objects.select_related("seed").filter(public_id=public_id).first()
    if table is None:
        raise Http404
    seats = Seat.objects.filter(table=table).select_related("user").order_by("number")
    return Access(table, tuple(seats), None)


def _rebuilt(table: Table) -> dict[str, Any]:
    row = rebuild_of(table)
    return {"table": table, "rebuild": row, "report": found_by(row)}


def _page(
    request: HttpRequest, access: Access, n: int | None, seat: int | None, more: dict[str, Any] | None = None,
    *, status: int = 200,
) -> HttpResponse:  # fmt: skip
    wanted, shown = Wanted.of(request.GET), inspected(access, n, seat)
    context = {
        "page": shown,
        "found": found(access, wanted),
        "wanted": wanted,
        "kinds": Event.Kind.choices,
        "may_look": not access.table.ended and request.user.has_perm("tables.see_hidden_cards"),
        "may_moderate": request.user.has_perm("tables.moderate_table"),
        "hints": hints_for(request.user).filter(table=access.table),
        "may_see_hints": request.user.has_perm("moderation.view_hint"),
        "form": EyesForm(access.seats, initial={"n": shown.n}),
        **_rebuilt(access.table),
        **(more or {}),
    }
    return render(request, "moderation/inspect.html", context, status=status)


def pages(admin: ModeratedTableAdmin) -> list[URLPattern]:
    """The addresses of these pages, beside the table's own."""

    def guarded(view: Any) -> Any:
        return admin.admin_site.admin_view(
            sensitive_post_parameters()(lambda request, public_id: view(admin, request, public_id))
        )

    return [
        path("inspect/<slug:public_id>/", guarded(inspect), name="tables_table_inspect"),
        path("inspect/<slug:public_id>/hints/", guarded(look_for_hints), name="tables_table_hints"),
        path("inspect/<slug:public_id>/rebuild/", guarded(rebuild), name="tables_table_rebuild"),
    ]


ModeratedTableAdmin.pages.append(pages)
