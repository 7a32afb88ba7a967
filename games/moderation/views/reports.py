"""What people do with reports: make one, and see what became of theirs."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.middleware.sanctions import past_the_gate
from accounts.models import User
from accounts.selectors import concerned
from accounts.services.moderator_messages import word_seen
from games.moderation.models import TEXT_LENGTH, Report
from games.moderation.reports import queue
from games.moderation.reports.submit import report_file
from games.moderation.reports.targets import Subject, subject
from games.tables.errors import NotAllowed, Refusal
from games.tables.views.errors import answers_refusals, check_rate, refusal_context


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@answers_refusals
def report(request: HttpRequest, kind: str, ref: str) -> HttpResponse:
    """GET: the form. POST: report it; a refusal stands on the form, with what was written."""
    if not isinstance(request.user, User):
        raise NotAllowed("sign-in-first")
    found = subject(kind, ref, request.user)
    if found is None:
        raise Http404
    if not found.people:
        raise NotAllowed("report-only-you")
    if request.method != "POST":
        return _form(request, found)
    said = {name: request.POST.get(name, "") for name in ("about", "category", "text")}
    try:
        check_rate(request, "report", "report-too-many")
        report_file(found, reporter=request.user, **said)
    except Refusal as refusal:
        return _form(request, found, refusal)
    messages.success(request, _("Thank you. The moderators will look at it, and you are told what comes of it."))
    return redirect(found.back)


@require_safe
@never_cache
@past_the_gate
def my_reports(request: HttpRequest) -> HttpResponse:
    """What one has reported, and the answers."""
    person = concerned(request)
    if person is None:
        return redirect("account_login")
    answer = render(request, "moderation/mine.html", {"reports": queue.my_reports(person)})
    word_seen(person, "reports")
    return answer


def _form(request: HttpRequest, found: Subject, refusal: Refusal | None = None) -> HttpResponse:
    context = {
        "subject": found, "categories": Report.Category.choices, "length": TEXT_LENGTH, "said": request.POST,
        "refusal": refusal_context(refusal) if refusal else None,
    }  # fmt: skip
    return render(request, "moderation/form.html", context, status=refusal.status if refusal else 200)
