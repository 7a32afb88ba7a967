"""Reports in the admin: the list, the queue, and links to the other pages."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.request_user import get_request_user
from games.moderation.admin.case import case_view, get_case_url, get_queue_url
from games.moderation.admin.reported_content import content_view
from games.moderation.inspection.game_state import parse_number
from games.moderation.models import Report
from games.moderation.reports import next_case, queue
from games.moderation.reports.targets import TARGET_TYPES
from games.tables.admin.base import TableRowAdmin, choice_filter, column, table_link
from games.tables.errors import BadRequestError, ForbiddenError, ServiceError
from games.tables.views.errors import get_error_sentence

APPEALS = 20


class DecidedFilter(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("open", _("open")), ("decided", _("decided"))]

    def queryset(self, request: HttpRequest, queryset: "QuerySet[Report]") -> "QuerySet[Report]":
        if self.value() not in ("open", "decided"):
            return queryset
        return queryset.filter(decided_at__isnull=self.value() == "open")


def person_link(report: Report) -> str:
    """Return a link to the person's case."""
    address = reverse("admin:moderation_report_case", args=(report.reported_user.public_id,))
    return format_html('<a href="{}">{}</a>', address, report.reported_user)


@admin.register(Report)
class ReportAdmin(TableRowAdmin):
    change_list_template = "admin/moderation/report/change_list.html"
    list_display = ("when", "of", "category_label", "thing", "where", "by", "became", "decider")
    list_display_links = None
    list_filter = (
        DecidedFilter,
        choice_filter(_("category"), "category", lambda: Report.Category.choices),
        choice_filter(_("outcome"), "outcome", lambda: [one for one in Report.Outcome.choices if one[0]]),
        "created_at",
    )
    list_select_related = ("table", "reporter", "reported_user", "decided_by")
    table_path, person_path = "table", "reported_user"
    search_fields = ("table__public_id",)
    search_help_text = _("A table's public ID, or the beginning of a player's name")
    ordering = ("-pk",)
    sortable_by = ()

    when = column(_("time"), lambda report: report.created_at, "created_at")
    of = column(_("person"), person_link, "reported_user__name")
    category_label = column(_("category"), lambda report: report.get_category_display(), "category")
    thing = column(
        _("about"),
        lambda report: (
            TARGET_TYPES[report.target_type].label if report.target_type in TARGET_TYPES else report.target_type
        ),
    )
    where = column(_("table"), lambda report: report.table and table_link(report.table))
    by = column(_("reported by"), lambda report: report.reporter, "reporter__name")
    became = column(_("outcome"), lambda report: report.get_outcome_display(), "outcome")
    decider = column(_("decided by"), lambda report: report.decided_by)

    def get_queryset(self, request: HttpRequest) -> "QuerySet[Report]":
        """Leave out reports about the user."""
        return super().get_queryset(request).exclude(reported_user=request.user.pk)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Allow the list only; a report is shown in its case."""
        return obj is None and super().has_view_permission(request)

    def get_urls(self) -> list[URLPattern]:
        return [
            path("queue/", self._wrap_view(queue_view), name="moderation_report_queue"),
            path("case/<slug:public_id>/", self._wrap_view(case_view), name="moderation_report_case"),
            path("content/<slug:kind>/<str:ref>/", self._wrap_view(content_view), name="moderation_report_content"),
            *super().get_urls(),
        ]

    def _wrap_view(self, view: Callable[..., HttpResponse]) -> Callable[..., Any]:
        def guarded(request: HttpRequest, **where: str) -> HttpResponse:
            if not self.has_view_permission(request):
                raise PermissionDenied
            return view(self, request, **where)

        return self.admin_site.admin_view(guarded)


def queue_view(page: TableRowAdmin, request: HttpRequest) -> HttpResponse:
    """Show the filtered queue below open appeals (GET). A POST takes a case and redirects to it."""
    by, queue_filter = get_request_user(request), queue.QueueFilter.from_query(request.GET)
    if request.method != "POST":
        return _queue_page(page, request, queue_filter)
    try:
        report = _take(request, by, queue_filter)
    except ServiceError as refusal:
        return _queue_page(page, request, queue_filter, refusal)
    if report is None:
        messages.info(request, gettext("No more cases are waiting for you."))
        return redirect(get_queue_url(queue_filter))
    return redirect(get_case_url(report, queue_filter))


def _take(request: HttpRequest, by: User, queue_filter: queue.QueueFilter) -> Report | None:
    """Claim the chosen report, or the next one. Raises a ServiceError."""
    if not by.has_perm("moderation.handle_report"):
        raise ForbiddenError("not-a-moderator")
    number = parse_number(request.POST.get("report"))
    if request.POST.get("do") == "next":
        return next_case.take_next(by=by, queue_filter=queue_filter, after=number)
    if request.POST.get("do") != "take" or number is None:
        raise BadRequestError("malformed")
    return next_case.take_report(report_pk=number, by=by)


def _queue_page(
    page: TableRowAdmin, request: HttpRequest, queue_filter: queue.QueueFilter, refusal: ServiceError | None = None
) -> HttpResponse:
    by = get_request_user(request)
    reports, has_more = queue.get_queue_page(by, queue_filter)
    appeals = list(queue.list_open_appeals().exclude(person=by)[:APPEALS]) if _can_see_appeals(request) else []
    context = {
        **page.admin_site.each_context(request), "opts": page.opts, "title": gettext("Open reports"),
        "reports": [(report, get_case_url(report, queue_filter)) for report in reports], "appeals": appeals,
        "wanted": queue_filter, "categories": Report.Category.choices, "more": has_more,
        "before": queue_filter.page - 1, "after": queue_filter.page + 1,
        "may_handle": by.has_perm("moderation.handle_report"), "me": by.pk,
        "refusal": get_error_sentence(refusal) if refusal else "",
    }  # fmt: skip
    template = "admin/moderation/report/queue.html"
    return render(request, template, context, status=refusal.status if refusal else 200)


def _can_see_appeals(request: HttpRequest) -> bool:
    return bool(request.user.has_perm("accounts.view_sanction"))
