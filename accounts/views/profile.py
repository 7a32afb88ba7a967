"""Account pages that allauth lacks, and those that treat guests differently."""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe
from django.views.i18n import set_language as django_set_language

from accounts import passkeys
from accounts.adapters import get_invitation_code
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
    """Log in. Guests may use it to switch to their account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(self.get_authenticated_redirect_url())
        return super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add other ways to log in: a passkey where browsers support them, a mailed code where the site sends mail."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        by_mail = users.is_mail_configured() and not self.request.user.is_authenticated
        return context | {"passkeys_offered": passkeys.are_offered(self.request), "code_offered": by_mail}


class SignupView(allauth_views.SignupView):
    """Sign up, possibly with an invitation. A guest who signs up keeps seats and matches."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            if request.user.is_guest:
                return redirect(f"{reverse('accounts:claim_guest')}?{request.GET.urlencode()}")
            if get_invitation_code(request):
                messages.info(request, _("You already have an account here. The invitation is still unused."))
            return redirect(self.get_authenticated_redirect_url())
        if browser_devices.is_suspended_device(request):
            return browser_devices.suspended_device_page(request)
        return super().dispatch(request, *args, **kwargs)

    def closed(self) -> HttpResponse:
        return render_signup_closed(self.request)

    def get_initial(self) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_initial()
        return {**initial, "invitation": get_invitation_code(self.request)}

    def form_valid(self, form: Form) -> HttpResponse:
        try:
            return super().form_valid(form)
        except ValidationError as refusal:
            form.add_error(None, refusal)
            return self.form_invalid(form)
        except IntegrityError:  # the username was taken in the meantime: validated again, the form reports it
            form.full_clean()
            if form.is_valid():
                raise
            return self.form_invalid(form)


class PasswordResetView(allauth_views.PasswordResetView):
    """Request a password reset.

    Limited by mail address and client together, so that no one can use up others' requests. Above the daily limit for a
    mailbox, no more mails are sent and no error is shown: the link of an earlier one is still valid.
    """

    def form_valid(self, form: ResetPasswordForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        key = f"{email} {get_adapter().get_client_network(self.request)}"
        if not ratelimit.consume(self.request, action="reset_password", key=key):
            return ratelimit.respond_429(self.request)
        if ratelimit.consume(self.request, action="reset_emails", key=email):
            form.save(self.request)
        return redirect(self.get_success_url())


class LogoutView(allauth_views.LogoutView):
    """Log out. Guests, who can't log in again, have to confirm it."""

    def post(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = self.request.user
        if user.is_authenticated and user.is_guest and "sure" not in self.request.POST:
            return self.get(*args, **kwargs)
        return super().post(*args, **kwargs)


def render_signup_closed(request: HttpRequest) -> HttpResponse:
    """Show that the site takes no new accounts, or that the invitation is no longer valid."""
    context = {"has_invitation": bool(get_invitation_code(request))}
    return render(request, "account/signup_closed.html", context, status=403)


@login_required
@never_cache
@sensitive_post_parameters("password1", "password2")
@rate_limit(action="signup")
def upgrade_guest(request: AuthenticatedRequest) -> HttpResponse:
    """Turn a guest into a full account."""
    if not request.user.is_guest:
        return redirect("accounts:profile")
    if browser_devices.is_suspended_device(request):
        return browser_devices.suspended_device_page(request)
    if not get_adapter().is_open_for_signup(request):
        return render_signup_closed(request)
    short = "short" in request.POST
    form_class = ShortUpgradeForm if short else GuestUpgradeForm
    form = form_class(request.POST or None, user=request.user, invitation=get_invitation_code(request))
    if form.is_valid() and try_save(form):
        update_session_auth_hash(request, request.user)
        login_renewed.send(sender=User, request=request, person=request.user)
        messages.success(request, _("Your account is saved."))
        request_confirmation(request)
        return redirect(get_next_redirect_url(request) or settings.LOGIN_REDIRECT_URL)
    context = {"form": form, "short": short, "next": get_next_redirect_url(request)}
    return render(request, "accounts/claim_guest.html", context, status=422 if form.errors else 200)


@login_required
@never_cache
@require_safe
def settings_index(request: AuthenticatedRequest) -> HttpResponse:
    """Redirect to the first page of settings."""
    return redirect("accounts:profile")


@login_required
@never_cache
def profile(request: AuthenticatedRequest) -> HttpResponse:
    """Edit display name, avatar and language."""
    return _edit_person(request, ProfileForm, "profile")


@login_required
@never_cache
def privacy(request: AuthenticatedRequest) -> HttpResponse:
    """Choose whether others see the user's page. Guests have none."""
    if request.user.is_guest:
        return redirect("accounts:profile")
    return _edit_person(request, PrivacyForm, "privacy")


def _edit_person(request: AuthenticatedRequest, form_class: type[PersonForm], page: str) -> HttpResponse:
    # A copy, because the form writes to it and the page's header shows request.user.
    person = User.objects.get(pk=request.user.pk)
    form = form_class(request.POST if request.method == "POST" else None, instance=person)
    if form.is_valid() and try_save(form):
        with override(person.language or request.LANGUAGE_CODE):
            messages.success(request, _("Saved."))
        return redirect(f"accounts:{page}")
    return render(request, f"accounts/{page}.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@never_cache
def devices(request: AuthenticatedRequest) -> HttpResponse:
    """Choose whether this device may store data during the log-in. Scripts delete stored data."""
    if request.method != "POST":
        return render(request, "accounts/devices.html")
    set_storage_disabled(request, request.POST.get("keep_nothing") == "on")
    messages.success(request, _("Saved."))
    return redirect("accounts:devices")


def get_email_context(user: User) -> dict[str, bool]:
    """Return the context that templates need about the user's address."""
    return {"mail_works": users.is_mail_configured(), "confirmed": bool(user.email) and confirmation.is_confirmed(user)}


@login_required
@never_cache
@sensitive_post_parameters("password")
def email(request: AuthenticatedRequest) -> HttpResponse:
    """Show and change the mail address."""
    if request.user.is_guest:
        return redirect("accounts:claim_guest")
    form = EmailForm(request.POST or None, user=request.user)
    if form.is_valid():
        changed = form.save()
        messages.success(request, _("Saved."))
        if changed:
            request_confirmation(request)
        return redirect("accounts:security")
    context = {"form": form, **get_email_context(request.user)}
    return render(request, "accounts/email.html", context, status=422 if form.errors else 200)


def set_language(request: HttpRequest) -> HttpResponse:
    """Switch the language with Django's view and remember it for users who are logged in."""
    response = django_set_language(request)
    language = request.POST.get("language")
    if request.user.is_authenticated and language in dict(settings.LANGUAGES):
        with write_lock():
            User.objects.filter(pk=request.user.pk).update(language=language)
    return response
