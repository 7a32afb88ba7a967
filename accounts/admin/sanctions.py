"""Sanctions in the admin: the list, and the page to lift one or decide an appeal."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import F, OrderBy, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.pagination import search_user_ids
from accounts.admin.read_only import ListOnlyAdmin
from accounts.forms.staff import ReasonForm
from accounts.models import Sanction, User
from accounts.request_user import get_request_user
from accounts.staff import conflicts_of_interest, permissions
from accounts.staff.sanctions import lift_sanction, reject_appeal

DECISIONS = {"lift": lift_sanction, "refuse": reject_appeal}


class SanctionStateFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("appeal", _("open appeal")), ("open", _("in force")), ("closed", _("over"))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Sanction]") -> "QuerySet[Sanction]":
        match self.value():
            case "appeal":
                return queryset.filter(closed_at=None, answered_at=None, appealed_at__isnull=False)
            case "open":
                return queryset.filter(closed_at=None)
            case "closed":
                return queryset.filter(closed_at__isnull=False)
        return queryset


class DecisionForm(ReasonForm):
    """The decision of an appeal. Nothing is preselected, so that the moderator makes a choice."""

    do = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    field_order = ("do", "reason")

    def __init__(self, ways: list[str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = {"lift": _("Lift it"), "refuse": _("Refuse the appeal and keep the sanction")}
        choices = self.fields["do"]
        assert isinstance(choices, forms.ChoiceField)
        choices.choices = [(way, words[way]) for way in ways]
        self.fields["reason"].help_text = _("The person will read this exactly as you write it.")


class LiftForm(ReasonForm):
    """The only possible decision is to lift the sanction.

    Either there is no open appeal, or it waits for someone else, and the issuer may only withdraw the sanction.
    """

    do = forms.CharField(widget=forms.HiddenInput, initial="lift")

    def clean_do(self) -> str:
        if self.cleaned_data["do"] != "lift":
            raise ValidationError(_("Another moderator has to decide this appeal."), code="own")
        return "lift"


@admin.register(Sanction)
class SanctionAdmin(ListOnlyAdmin):
    list_display = ("way", "concerned", "category", "started_at", "ends_at", "became", "appealed")
    list_filter = (SanctionStateFilter, "kind", "category")
    list_select_related = ("person",)
    sortable_by = ()
    search_fields = ("person__username",)
    search_help_text = _("The beginning of a name or username, or a public ID")

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Sanction]":
        """Leave out the user's own sanctions, which they read on their status page, without the issuer's name."""
        return super().get_queryset(request).exclude(person=request.user.pk)

    def get_ordering(self, request: HttpRequest) -> "tuple[OrderBy, str]":
        """Put open ones first. (An order set in the queryset would come after the model's own.)"""
        return F("closed_at").desc(nulls_first=True), "-pk"

    def get_search_results(
        self, request: HttpRequest, queryset: "QuerySet[Sanction]", search_term: str
    ) -> "tuple[QuerySet[Sanction], bool]":
        words = search_term.strip()
        return queryset.filter(person__in=search_user_ids(words)) if words else queryset, False

    @admin.display(description=_("kind"), ordering="kind")
    def way(self, row: Sanction) -> str:
        """Return the kind of sanction, linked to its page."""
        address = reverse("admin:accounts_sanction_decide", args=(row.pk,))
        return format_html('<a href="{}">{}</a>', address, row.label)

    @admin.display(description=_("person"), ordering="person__name")
    def concerned(self, row: Sanction) -> str:
        return str(row.person)

    @admin.display(description=_("end"))
    def became(self, row: Sanction) -> str:
        return row.get_end_reason_display() if row.closed_at else "–"

    @admin.display(description=_("appeal"), ordering="appealed_at")
    def appealed(self, row: Sanction) -> Any:
        return row.appealed_at or "–"

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(partial(decide, self))
        return [path("decide/<int:pk>/", page, name="accounts_sanction_decide"), *super().get_urls()]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return lookup in ("kind", "kind__exact", "category", "ground__exact", "state")


def decide(page: SanctionAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Show a sanction and its appeal (GET); lift it or refuse the appeal (POST)."""
    by = get_request_user(request)
    if not page.has_view_permission(request):
        raise PermissionDenied
    row = Sanction.objects.select_related("person", "issued_by", "closed_by", "answered_by").filter(pk=pk).first()
    if row is None or row.person_id == by.pk:
        raise Http404
    ways = _ways(by, row)
    if request.method == "POST" and not ways:
        raise PermissionDenied
    is_appeal = "refuse" in ways
    data = request.POST if request.method == "POST" else None
    form = DecisionForm(ways, data) if is_appeal else LiftForm(data)
    if form.is_valid() and _try_decision(row, by, form):
        messages.success(request, gettext("Done. The person has been notified."))
        return redirect("admin:accounts_sanction_decide", row.pk)
    context = {
        **page.admin_site.each_context(request), "opts": page.opts, "title": str(row), "row": row,
        "form": form if ways else None, "is_appeal": is_appeal,
        "is_own": row.has_open_appeal and row.issued_by_id == by.pk,
    }  # fmt: skip
    return render(request, "accounts/admin/sanction.html", context, status=422 if form.is_bound else 200)


def _ways(by: User, row: Sanction) -> list[str]:
    """Return the decisions `by` may make: "lift" and "refuse"."""
    if row.closed_at is not None:
        return []
    with conflicts_of_interest.cache_conflicts():
        lifts = permissions.can_lift_sanction(by, row)
        judges = permissions.can_decide_appeal(by, row)
    return [way for way, may in (("lift", lifts), ("refuse", judges)) if may]


def _try_decision(row: Sanction, by: User, form: DecisionForm | LiftForm) -> bool:
    try:
        DECISIONS[form.cleaned_data["do"]](sanction=row, by=by, reason=form.cleaned_data["reason"])
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    return True
