"""What people have reported."""

from typing import Any

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from games.tables.admin.base import ReadOnlyAdmin, choice_filter, column, table_link
from games.talk.admin.lines import not_of_own_match
from games.talk.models import Line, Report
from games.talk.phrases import PHRASES


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    list_display = ("when", "where", "what", "of", "by", "words")
    list_filter = (choice_filter(_("category"), "category", lambda: Report.Category.choices),)
    list_select_related = ("room__table", "reporter", "about")
    search_fields = ("room__table__public_id", "about__name", "about__username")
    date_hierarchy = "made_at"
    ordering = ("-pk",)
    fields = (*list_display, "lines", "way")

    when = column(_("time"), lambda report: report.made_at, "made_at")
    where = column(_("table"), lambda report: table_link(report.room.table))
    what = column(_("category"), lambda report: report.get_category_display(), "category")
    of = column(_("person"), lambda report: report.about, "about__name")
    by = column(_("reported by"), lambda report: report.reporter, "reporter__name")
    words = column(_("in their words"), lambda report: report.text)
    lines = column(_("lines as they stood"), lambda report: _context(report))
    way = column("", lambda report: _way(report))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return not_of_own_match(super().get_queryset(request), request)

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Report | None:
        report: Any = super().get_object(request, object_id, from_field)
        if report is not None:
            report.reads_hidden = request.user.has_perm("games.read_hidden_lines")
        return report  # type: ignore[no-any-return]


def _context(report: Report) -> Any:
    """The lines that were kept with the report; people by the names they have now, and of what was hidden since no
    more than may be read."""
    hidden = set(Line.objects.filter(room=report.room_id, hidden=True).values_list("number", flat=True))
    hidden = set() if getattr(report, "reads_hidden", False) else hidden
    people = get_user_model().objects.in_bulk({one["person"] for one in report.context})
    rows = (
        (
            people.get(one["person"], "—"),
            "—" if one["number"] in hidden else PHRASES.get(one["phrase"], one["phrase"]) or one["text"],
            "←" if one["number"] == report.number else "",
        )
        for one in report.context
    )
    return format_html("<ol>{}</ol>", format_html_join("", "<li><b>{}</b> <bdi>{}</bdi> {}</li>", rows))


def _way(report: Report) -> str:
    address = reverse("admin:games_line_moderate", args=(report.room_id, report.number))
    return format_html('<a href="{}">{}</a>', address, _("Look at it …"))
