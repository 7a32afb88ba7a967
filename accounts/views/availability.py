"""The page on which one says when one doesn't play."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.forms.availability import QuietHoursForm, VacationForm
from accounts.models import User
from accounts.request_user import AuthenticatedRequest
from accounts.services import availability


@login_required
@never_cache
def quiet_hours(request: AuthenticatedRequest) -> HttpResponse:
    """Quiet hours, and the vacations beside them."""
    person = User.objects.get(pk=request.user.pk)  # the form writes into it
    form = QuietHoursForm(request.POST or None, instance=person)
    if form.is_valid():
        form.save()
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
    if form.is_valid() and form.try_save():
        return _saved(request)
    return _page(request, QuietHoursForm(instance=person), form)


@login_required
@never_cache
def vacation_end(request: AuthenticatedRequest) -> HttpResponse:
    """Back earlier, or not going."""
    number = request.POST.get("vacation", "")
    if request.method == "POST" and number.isascii() and number.isdecimal() and len(number) < 19:
        availability.end_vacation(person=request.user, pk=int(number))
        return _saved(request)
    return redirect("accounts:availability")


def _saved(request: HttpRequest) -> HttpResponse:
    messages.success(request, _("Saved."))
    return redirect("accounts:availability")


def _page(request: AuthenticatedRequest, quiet_form: QuietHoursForm, vacation_form: VacationForm) -> HttpResponse:
    day = availability.get_local_date(request.user)
    context = {
        "quiet": quiet_form, "vacation": vacation_form, "vacations": availability.list_vacations(request.user),
        "today": day, "left": availability.count_vacation_days_left(request.user, day.year), "year": day.year,
        "most": availability.VACATION_DAYS_PER_YEAR,
    }  # fmt: skip
    wrong = quiet_form.errors or vacation_form.errors
    return render(request, "accounts/availability.html", context, status=422 if wrong else 200)
