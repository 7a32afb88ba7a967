"""The account pages that allauth doesn't have, and those where guests are a case of their own."""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url, passthrough_next_redirect_url
from allauth.core import ratelimit
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.i18n import set_language as django_set_language

from accounts import passkeys
from accounts.forms.auth import ResetPasswordForm
from accounts.forms.profile import (
    EmailForm,
    GuestUpgradeForm,
    PersonForm,
    PrivacyForm,
    ProfileForm,
    ShortUpgradeForm,
    try_save,
)
from accounts.mail import confirmation
from accounts.models import User
from accounts.request_user import AuthenticatedRequest
from accounts.services import browser_devices, users
from accounts.services.device_storage import set_storage_disabled
from accounts.signals import login_renewed
from accounts.views.mail_links import request_confirmation
from config.db.locking import write_lock


class LoginView(allauth_views.LoginView):
    """Guests are logged in already, and may still want their other account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(self.get_authenticated_redirect_url())
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Other ways in: by passkey where browsers have them, by a mailed code where the site sends mail."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        by_mail = users.is_mail_configured() and not self.request.user.is_authenticated
        return context | {"passkeys_offered": passkeys.are_offered(self.request), "code_offered": by_mail}


class SignupView(allauth_views.SignupView):
    """A guest who signs up keeps what it has."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            if request.user.is_guest:
                return redirect(passthrough_next_redirect_url(request, reverse("accounts:claim_guest"), "next"))
            return redirect(self.get_authenticated_redirect_url())
        if browser_devices.is_suspended_device(request):
            return browser_devices.suspended_device_page(request)
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except IntegrityError:  # somebody else has taken the username meanwhile: asked again, the form says so
            form.full_clean()
            if form.is_valid():
                raise
            return self.form_invalid(form)


class PasswordResetView(allauth_views.PasswordResetView):
    """Requests are counted per mail and client address together: nobody uses up those of somebody else.

    A mailbox gets so many mails a day and then no more, without a word: a link in one of those is good for a day.
    """

    def form_valid(self, form: ResetPasswordForm) -> HttpResponse:
        email = form.cleaned_data["email"].lower()
        key = f"{email} {get_adapter().get_client_network(self.request)}"
        if not ratelimit.consume(self.request, action="reset_password", key=key):
            return ratelimit.respond_429(self.request)
        if ratelimit.consume(self.request, action="reset_emails", key=email):
            form.save(self.request)
        return redirect(self.get_success_url())


class LogoutView(allauth_views.LogoutView):
    """A guest can't come back, and so is asked once more, wherever the button stood."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = self.request.user
        if user.is_authenticated and user.is_guest and "sure" not in self.request.POST:
            return self.get(*args, **kwargs)
        return super().post(*args, **kwargs)


@login_required
@never_cache
@sensitive_post_parameters("password1", "password2")
@rate_limit(action="signup")
def upgrade_guest(request: AuthenticatedRequest) -> HttpResponse:
    """Turns the guest at the keyboard into a full account."""
    if not request.user.is_guest:
        return redirect("accounts:profile")
    if browser_devices.is_suspended_device(request):
        return browser_devices.suspended_device_page(request)
    short = "short" in request.POST
    form = (ShortUpgradeForm if short else GuestUpgradeForm)(request.POST or None, user=request.user)
    if form.is_valid() and try_save(form):
        update_session_auth_hash(request, request.user)
        login_renewed.send(sender=User, request=request, person=request.user)
        messages.success(request, _("Your account is saved."))
        request_confirmation(request)
        return redirect(get_next_redirect_url(request) or settings.LOGIN_REDIRECT_URL)
    context = {"form": form, "short": short, "next": get_next_redirect_url(request)}
    return render(request, "accounts/claim_guest.html", context)


@login_required
@never_cache
def profile(request: AuthenticatedRequest) -> HttpResponse:
    """Display name, picture and language."""
    return _edit_person(request, ProfileForm, "profile")


@login_required
@never_cache
def privacy(request: AuthenticatedRequest) -> HttpResponse:
    """What others may see. A guest has no page to show."""
    if request.user.is_guest:
        return redirect("accounts:profile")
    return _edit_person(request, PrivacyForm, "privacy")


def _edit_person(request: AuthenticatedRequest, form_class: type[PersonForm], page: str) -> HttpResponse:
    person = User.objects.get(pk=request.user.pk)  # the form writes into it, and the page's head shows request.user
    form = form_class(request.POST if request.method == "POST" else None, instance=person)
    if form.is_valid() and try_save(form):
        with override(person.language or request.LANGUAGE_CODE):
            messages.success(request, _("Saved."))
        return redirect(f"accounts:{page}")
    return render(request, f"accounts/{page}.html", {"form": form})


@login_required
@never_cache
def devices(request: AuthenticatedRequest) -> HttpResponse:
    """Whether this device may keep anything of the log-in. Scripts see to what it has kept (static/offline)."""
    if request.method != "POST":
        return render(request, "accounts/devices.html")
    set_storage_disabled(request, request.POST.get("keep_nothing") == "on")
    messages.success(request, _("Saved."))
    return redirect("accounts:devices")


def get_email_context(user: User) -> dict[str, bool]:
    """What the pages say of an address beside it."""
    return {"mail_works": users.is_mail_configured(), "confirmed": bool(user.email) and confirmation.is_confirmed(user)}


@login_required
@never_cache
@sensitive_post_parameters("password")
def email(request: AuthenticatedRequest) -> HttpResponse:
    """The address, and whether it is confirmed."""
    if request.user.is_guest:
        return redirect("accounts:claim_guest")
    form = EmailForm(request.POST or None, user=request.user)
    if form.is_valid():
        changed = form.save()
        messages.success(request, _("Saved."))
        if changed:
            request_confirmation(request)
        return redirect("accounts:security")
    return render(request, "accounts/email.html", {"form": form, **get_email_context(request.user)})


def set_language(request: HttpRequest) -> HttpResponse:
    """Django's language switch, which also remembers the choice of a person who is logged in."""
    response = django_set_language(request)
    language = request.POST.get("language")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        with write_lock():
            User.objects.filter(pk=request.user.pk).update(language=language)
    return response
