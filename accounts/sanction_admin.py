"""Sanctions for staff: the list, appeals that wait first, and the page on which one is lifted or an appeal refused."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import rights
from accounts.models import Sanction, User
from accounts.requests import person_of
from accounts.sanctions import appeal_refuse, sanction_lift
from accounts.staff_forms import ReasonForm

WAYS = {"lift": sanction_lift, "refuse": appeal_refuse}


class WaitingFilter(admin.SimpleListFilter):
    """What is still to be answered, or still holds."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("appeal", _("appeal waits")), ("open", _("in force")), ("closed", _("over"))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Sanction]") -> "QuerySet[Sanction]":
        match self.value():
            case "appeal":
                return queryset.filter(closed_at=None, answered_at=None, appealed_at__isnull=False)
            case "open":
                return queryset.filter(closed_at=None)
            case "closed":
                return queryset.filter(closed_at__isnull=False)
        return queryset


class DecideForm(ReasonForm):
    do = forms.ChoiceField(
        label=_("Decision"), choices=[("lift", _("Lift it")), ("refuse", _("Refuse the appeal, and let it stand"))]
    )
    field_order = ("do", "reason")


@admin.register(Sanction)
class SanctionAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # generic for the type checker only
    list_display = ("way", "concerned", "ground", "begun_at", "ends_at", "became", "appealed")
    list_filter = (WaitingFilter, "kind", "ground")
    list_select_related = ("person",)
    list_per_page = 50
    show_full_result_count = False
    search_fields = ("person__name", "person__username", "person__public_id")
    actions = None
    list_display_links = None

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Sanction]":
        """Whoever is concerned reads it on their own page, without who gave it."""
        rows = super().get_queryset(request).exclude(person=request.user.pk)
        return rows.order_by(F("closed_at").desc(nulls_first=True), "-pk")

    @admin.display(description=_("kind"), ordering="kind")
    def way(self, row: Sanction) -> str:
        """What it is, as the way to its page."""
        address = reverse("admin:accounts_sanction_decide", args=(row.pk,))
        return format_html('<a href="{}">{}</a>', address, row.get_kind_display())

    @admin.display(description=_("person"), ordering="person__name")
    def concerned(self, row: Sanction) -> str:
        return str(row.person)

    @admin.display(description=_("end"))
    def became(self, row: Sanction) -> str:
        return row.get_end_display() if row.closed_at else "–"

    @admin.display(description=_("appeal"), ordering="appealed_at")
    def appealed(self, row: Sanction) -> Any:
        return row.appealed_at or "–"

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(partial(decide, self))
        return [path("decide/<int:pk>/", page, name="accounts_sanction_decide"), *super().get_urls()]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in ("kind__exact", "ground__exact", "state")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """One row has no page of Django's."""
        return obj is None and super().has_view_permission(request)


def decide(page: SanctionAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """GET: what it is, what its person says. POST: lift it, or refuse the appeal."""
    by = person_of(request)
    if not page.has_view_permission(request):
        raise PermissionDenied
    row = Sanction.objects.select_related("person", "by", "closed_by", "answered_by").filter(pk=pk).first()
    if row is None or row.person_id == by.pk:
        raise Http404
    may = row.closed_at is None and rights.may_sanction(by, row.person, Sanction.Kind(row.kind))
    if request.method == "POST" and not may:
        raise PermissionDenied
    form = DecideForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _decided(row, by, form):
        messages.success(request, gettext("Done, and the person is told."))
        return redirect("admin:accounts_sanction_decide", row.pk)
    context = {
        **page.admin_site.each_context(request), "opts": page.opts, "title": str(row), "row": row,
        "form": form if may else None,
    }  # fmt: skip
    return render(request, "accounts/admin/sanction.html", context, status=422 if form.is_bound else 200)


def _decided(row: Sanction, by: User, form: DecideForm) -> bool:
    try:
        WAYS[form.cleaned_data["do"]](sanction=row, by=by, reason=form.cleaned_data["reason"])
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    return True
