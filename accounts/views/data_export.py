"""Export and deletion of a person's own data."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.middleware.sanctions import sanction_exempt
from accounts.models import User
from accounts.selectors import get_user_or_suspended
from accounts.services import anonymize, data_export


@sanction_exempt
@never_cache
def export(request: HttpRequest) -> HttpResponse:
    """Download the person's own data as a zip.

    POST only, so that prefetching doesn't trigger it; open to suspended people.
    """
    person = get_user_or_suspended(request)
    if person is None:
        return redirect("account_login")
    if request.method != "POST":
        return redirect("accounts:data")
    if not ratelimit.consume(request, action="export", user=person):
        return _too_many(request)
    name = f"tefuda-{person.public_id}.zip"
    disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data_export.build_export(person), content_type="application/zip", headers=disposition)


@sanction_exempt
@never_cache
@sensitive_post_parameters("password")
def delete_account(request: HttpRequest) -> HttpResponse:
    """Show the page for export and deletion.

    A POST deletes the account, if the password (for guests, the tick) is right.
    """
    person = get_user_or_suspended(request)
    if person is None:
        return redirect("account_login")
    if request.method != "POST":
        return render(request, "accounts/data.html", {"person": person})
    if not ratelimit.consume(request, action="change_password", user=person):
        return _too_many(request)
    if wrong := _get_deletion_error(request, person):
        return render(request, "accounts/data.html", {"person": person, "wrong": wrong}, status=422)
    try:
        anonymize.delete_own_account(person=person)
    except PermissionDenied:
        wrong = _("Staff can’t delete their own accounts. Ask another admin to remove your permissions first.")
        return render(request, "accounts/data.html", {"person": person, "wrong": wrong}, status=403)
    logout(request)
    messages.success(request, _("Your account is deleted. Thank you for playing here."))
    return redirect("/")


def _too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)


def _get_deletion_error(request: HttpRequest, person: User) -> str:
    """Return the reason why the account isn't deleted yet, or ""."""
    if request.POST.get("sure") != "on":
        return _("Please tick the box to confirm.")
    if person.is_guest or person.check_password(request.POST.get("password", "")):
        return ""
    return _("The password is wrong. Please try again.")
