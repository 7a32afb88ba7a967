"""The page about reported text: its context, its redaction, and the original for those who may read it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.request_user import get_request_user
from games.moderation.reports.redaction import REASON_LENGTH, is_playing_at, read_original, set_redaction
from games.moderation.reports.targets import ReportedContent, get_written_type
from games.tables.admin.base import TableRowAdmin
from games.tables.errors import ServiceError
from games.tables.views.errors import get_error_sentence

RIGHTS = ("social.moderate_chat", "social.view_redacted_messages")
HIDE, SHOW, READ = "hide", "show", "read"


class ContentForm(forms.Form):
    """The choice of an act, and its reason."""

    do = forms.ChoiceField(label=_("Action"))
    reason = forms.CharField(
        label=_("Reason"), max_length=REASON_LENGTH,
        widget=forms.TextInput({"class": "vTextField", "autocomplete": "off"}),
    )  # fmt: skip

    def __init__(self, ways: list[tuple[str, Any]], data: Any = None) -> None:
        super().__init__(data)
        do = self.fields["do"]
        assert isinstance(do, forms.ChoiceField)
        do.choices = ways


def content_view(page: TableRowAdmin, request: HttpRequest, kind: str, ref: str) -> HttpResponse:
    """Show the page (GET). A POST redacts, unredacts, or shows the original in this one response."""
    by = get_request_user(request)
    if not any(by.has_perm(right) for right in RIGHTS):
        raise PermissionDenied
    target_type = get_written_type(kind)
    content = target_type.get_content(ref) if target_type else None
    if content is None or is_playing_at(by, content.table):
        raise Http404
    form = ContentForm(_allowed_actions(request, content), request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _page(page, request, content, form, status=422 if form.is_bound else 200)
    do, why = form.cleaned_data["do"], form.cleaned_data["reason"]
    try:
        if do == READ:
            original = read_original(kind=kind, ref=ref, by=by, reason=why)
            return _page(page, request, content, ContentForm(_allowed_actions(request, content)), original)
        set_redaction(kind=kind, ref=ref, by=by, hidden=do == HIDE, reason=why)
    except ServiceError as refusal:
        form.add_error(None, get_error_sentence(refusal))
        return _page(page, request, content, form, status=refusal.status)
    messages.success(request, gettext("Done, and noted."))
    return redirect("admin:moderation_report_content", kind, ref)


def _allowed_actions(request: HttpRequest, content: ReportedContent) -> list[tuple[str, Any]]:
    """Return the acts that the user may perform now."""
    redact = [(SHOW, _("Undo the redaction"))] if content.hidden else [(HIDE, _("Redact it"))]
    read = [(READ, _("Read the original"))] if content.hidden else []
    may_redact, may_read = (request.user.has_perm(right) for right in RIGHTS)
    return [*(redact if may_redact else []), *(read if may_read else [])]


def _page(
    page: TableRowAdmin,
    request: HttpRequest,
    content: ReportedContent,
    form: ContentForm,
    original: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        **page.admin_site.each_context(request), "opts": page.opts, "title": gettext("Something written"),
        "piece": content, "form": form if _allowed_actions(request, content) else None, "original": original,
    }  # fmt: skip
    return render(request, "admin/moderation/report/reported_content.html", context, status=status)
