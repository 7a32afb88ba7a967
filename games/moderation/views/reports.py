"""Pages for making reports and for following their outcome."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.middleware.sanctions import sanction_exempt
from accounts.models import User
from accounts.selectors import get_user_or_suspended
from accounts.services.moderator_messages import mark_message_read
from games.moderation.models import TEXT_LENGTH, Report
from games.moderation.reports import queue
from games.moderation.reports.submit import submit_report
from games.moderation.reports.targets import ReportTarget, get_report_target
from games.tables.errors import ForbiddenError, ServiceError
from games.tables.views.errors import get_error_sentence, render_errors
from games.tables.views.sent_forms import create_once


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@render_errors
def report(request: HttpRequest, kind: str, ref: str) -> HttpResponse:
    """Report something to the moderators. GET shows the form. After an error, a POST shows it again with its values."""
    if not isinstance(request.user, User):
        raise ForbiddenError("sign-in-first")
    target = get_report_target(kind, ref, request.user)
    if target is None:
        raise Http404
    if not target.people:
        raise ForbiddenError("report-only-you")
    if request.method != "POST":
        return _form(request, target)
    fields = {name: request.POST.get(name, "") for name in ("about", "category", "text")}
    try:
        create_once(
            request,
            lambda user: str(submit_report(target, reporter=user, **fields).pk),
            ("report", "report-too-many"),
        )
    except ServiceError as refusal:
        return _form(request, target, refusal)
    messages.success(request, _("Thank you. The moderators will look at it and let you know the outcome."))
    return redirect(target.back)


@require_safe
@never_cache
@sanction_exempt
def my_reports(request: HttpRequest) -> HttpResponse:
    """List the user's reports and the moderators' answers."""
    person = get_user_or_suspended(request)
    if person is None:
        return redirect("account_login")
    answer = render(request, "moderation/my_reports.html", {"reports": queue.list_own_reports(person)})
    mark_message_read(person, "reports")
    return answer


def _form(request: HttpRequest, target: ReportTarget, refusal: ServiceError | None = None) -> HttpResponse:
    context = {
        "subject": target, "categories": Report.Category.choices, "length": TEXT_LENGTH, "said": request.POST,
        "wrong": get_error_sentence(refusal) if refusal else "",
    }  # fmt: skip
    return render(request, "moderation/report_form.html", context, status=refusal.status if refusal else 200)
