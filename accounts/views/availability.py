"""Settings for quiet hours and vacations, and the answer to the offer to adopt the device's time zone."""

from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.forms.availability import QuietHoursForm, VacationForm
from accounts.models import User
from accounts.request_user import AuthenticatedRequest
from accounts.services import availability


@login_required
@never_cache
def quiet_hours(request: AuthenticatedRequest) -> HttpResponse:
    """Show and save quiet hours and time zone, and list vacations."""
    person = User.objects.get(pk=request.user.pk)  # a copy, because the form writes to it
    form = QuietHoursForm(request.POST or None, instance=person)
    if form.is_valid() and form.try_save():
        return _saved(request)
    return _page(request, form, VacationForm(person=person))


@login_required
@never_cache
def vacation_create(request: AuthenticatedRequest) -> HttpResponse:
    """Take a vacation."""
    if request.method != "POST":
        return redirect("accounts:availability")
    person = User.objects.get(pk=request.user.pk)
    form = VacationForm(request.POST, person=person)
    if form.is_valid() and not ratelimit.consume(request, action="vacation", user=person):
        return _too_many(request)
    if form.is_valid() and form.try_save():
        return _saved(request)
    return _page(request, QuietHoursForm(instance=person), form)


@login_required
@never_cache
def vacation_end(request: AuthenticatedRequest) -> HttpResponse:
    """End a vacation early, or cancel it."""
    number = request.POST.get("vacation", "")
    if request.method == "POST" and number.isascii() and number.isdecimal() and len(number) < 19:
        if not ratelimit.consume(request, action="vacation", user=request.user):
            return _too_many(request)
        availability.end_vacation(person=request.user, pk=int(number))
        return _saved(request)
    return redirect("accounts:availability")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def time_zone(request: AuthenticatedRequest) -> HttpResponse:
    """Adopt or decline the device's time zone. A GET redirects to the settings."""
    zone = request.POST.get("zone", "")
    if request.method != "POST":
        return redirect("accounts:availability")
    if zone not in availability.list_time_zones():
        raise BadRequest
    if request.POST.get("answer") == "use":
        try:
            availability.change_quiet_hours(person=request.user, changes={"time_zone": zone})
        except ValidationError as problem:
            messages.error(request, problem.messages[0])
        else:
            text = _("Your time zone is now %(zone)s.") % {"zone": zone}
            messages.success(request, f"{text} {_describe_pending_change(request.user)}".strip())
    else:
        availability.decline_time_zone(request.user, zone)
    return redirect(get_next_redirect_url(request) or "accounts:availability")


def _describe_pending_change(person: User) -> str:
    """Describe when new quiet hours take effect, and which apply until then; "" if they already have."""
    pending = availability.get_pending_change(person)
    if pending is None:
        return ""
    starts_at, in_force = pending
    local = starts_at.astimezone(availability.get_time_zone(person))
    text = _("Your quiet hours change tomorrow at %(time)s.")  # at the latest (accounts.services.availability)
    if local.date() == availability.get_local_date(person):
        text = _("Your quiet hours change today at %(time)s.")
    text = text % {"time": date_format(local, "H:i")}
    begins, ends = in_force.quiet_hours_start, in_force.quiet_hours_end
    if begins is None or ends is None:
        return text
    words = {
        "begins": time_format(begins, "H:i"),
        "ends": time_format(ends, "H:i"),
        "zone": availability.get_zone(in_force.time_zone).key,
    }
    return f"{text} " + _("Until then they are %(begins)s to %(ends)s (%(zone)s).") % words


def _too_many(request: HttpRequest) -> HttpResponse:
    response: HttpResponse = ratelimit.respond_429(request)
    return response


def _saved(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Saved."))
    return redirect("accounts:availability")


def _page(request: AuthenticatedRequest, quiet_form: QuietHoursForm, vacation_form: VacationForm) -> HttpResponse:
    day = availability.get_local_date(request.user)
    context = {
        "pending_change": _describe_pending_change(request.user), "now": timezone.now(),
        "quiet": quiet_form, "vacation": vacation_form, "vacations": availability.list_vacations(request.user),
        "left": availability.count_vacation_days_left(request.user, day.year), "year": day.year,
        "most": availability.VACATION_DAYS_PER_YEAR,
    }  # fmt: skip
    wrong = quiet_form.errors or vacation_form.errors
    return render(request, "accounts/availability.html", context, status=422 if wrong else 200)
