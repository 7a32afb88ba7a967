"""Admin pages for approvals: the list, and the page to answer a request."""

from functools import partial
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.admin.read_only import ListOnlyAdmin
from accounts.forms.staff import ReasonForm
from accounts.models import Approval, User
from accounts.request_user import get_request_user
from accounts.services.audit_log import ACTION_NAMES
from accounts.signals import admin_dashboard_built
from accounts.staff import conflicts_of_interest
from accounts.staff.approvals import answer_approval, can_answer, list_open_approvals

MAX_COUNTED = 100


class AnswerForm(ReasonForm):
    answer = forms.ChoiceField(label=_("Answer"), choices=[("yes", _("Agree")), ("no", _("Don’t agree"))])
    field_order = ("answer", "reason")


@admin.register(Approval)
class ApprovalAdmin(ListOnlyAdmin):
    list_display = ("what", "about", "asker", "reason", "requested_at", "became")
    list_select_related = ("requested_by",)
    sortable_by = ()

    @admin.display(description=_("action"))
    def what(self, row: Approval) -> str:
        """Return the act's name, linked to the answer page."""
        address = reverse("admin:accounts_approval_answer", args=(row.pk,))
        return format_html('<a href="{}">{}</a>', address, ACTION_NAMES.get(row.action, row.action))

    @admin.display(description=_("public id"))
    def about(self, row: Approval) -> str:
        return row.target_id

    @admin.display(description=_("asked by"))
    def asker(self, row: Approval) -> str:
        return str(row.requested_by)

    @admin.display(description=_("answer"))
    def became(self, row: Approval) -> Any:
        if row.answered_at is None:
            return _("waits") if row.is_waiting else _("lapsed")
        return _("agreed") if row.granted else _("not agreed")

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(partial(approval_page, self))
        return [path("answer/<int:pk>/", page, name="accounts_approval_answer"), *super().get_urls()]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        return False


def approval_page(page: ApprovalAdmin, request: HttpRequest, pk: int) -> HttpResponse:
    """Show a request with its conflicts of interest (GET), or answer it (POST)."""
    by = get_request_user(request)
    if not page.has_view_permission(request):
        raise PermissionDenied
    row = Approval.objects.select_related("requested_by", "answered_by").filter(pk=pk).first() if pk < 2**63 else None
    if row is None:
        raise Http404
    may = row.is_waiting and can_answer(by, row)
    if request.method == "POST" and not may:
        raise PermissionDenied
    form = AnswerForm(request.POST if request.method == "POST" else None)
    if form.is_valid() and _try_answer(row, by, form):
        messages.success(request, gettext("Thank you. It is noted."))
        return redirect("admin:accounts_approval_changelist")
    context = {
        **page.admin_site.each_context(request), "opts": page.opts, "row": row, "form": form if may else None,
        "title": ACTION_NAMES.get(row.action, row.action),
        "ties": ", ".join(
            dict.fromkeys(str(conflicts_of_interest.KIND_NAMES.get(kind, kind)) for kind, _person in row.conflicts)
        ),
    }  # fmt: skip
    return render(request, "accounts/admin/approval.html", context, status=422 if form.is_bound else 200)


def _try_answer(row: Approval, by: User, form: AnswerForm) -> bool:
    answer = form.cleaned_data
    try:
        answer_approval(approval=row, by=by, grants=answer["answer"] == "yes", reason=answer["reason"])
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    return True


@receiver(admin_dashboard_built)
def add_approvals(request: HttpRequest, context: dict[str, Any], **_: Any) -> None:
    """Add the number of open requests, including those this user can't answer."""
    if request.user.has_perm("accounts.view_approval"):
        context["approvals_waiting"] = list_open_approvals()[:MAX_COUNTED].count()
