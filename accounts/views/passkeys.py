"""Pages for passkeys: allauth's, only where browsers support them."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import views as allauth_views
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import passkeys
from accounts.services.passkey_answers import NOT_ACCEPTED, add_passkey
from accounts.views.full_account import full_account_required

View = Callable[..., HttpResponseBase]


def passkeys_required(view: View) -> View:
    """Respond with 404 where browsers don't support passkeys."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not passkeys.are_offered(request):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


class OptionsMixin:
    """Adds the options for the browser as JSON for the page's script."""

    options_name: str

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]  # the view's
        options = context.pop("js_data")[self.options_name]
        context |= kwargs  # allauth discards a form with errors and would check its answer against the new challenge
        return context | {"passkey_options": json.dumps(options, cls=DjangoJSONEncoder)}


class AddView(OptionsMixin, allauth_views.AddWebAuthnView):
    """Add a passkey. It creates no recovery codes, which only replace the authenticator app."""

    options_name = "creation_options"

    def form_valid(self, form: Form) -> HttpResponse:
        user = self.request.user
        try:
            row = add_passkey(user, form.cleaned_data["name"], form.cleaned_data["credential"])
        except ValidationError as problem:
            form.add_error(None, problem)
            return self.form_invalid(form)
        signals.authenticator_added.send(Authenticator, request=self.request, user=user, authenticator=row)
        get_adapter().send_notification_mail("mfa/email/webauthn_added", user)
        messages.success(self.request, _("The passkey is added."))
        return redirect("accounts:security")


class RemoveView(allauth_views.RemoveWebAuthnView):
    success_url = reverse_lazy("accounts:security")


class ReauthenticateView(OptionsMixin, allauth_views.ReauthenticateWebAuthnView):
    options_name = "request_options"

    def form_invalid(self, form: Form) -> HttpResponse:
        messages.error(self.request, NOT_ACCEPTED)
        return redirect(self.request.get_full_path())


class LoginView(allauth_views.LoginWebAuthnView):
    """Log in with a passkey. Guests may use it to switch to their account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect("account_login")
        return super().dispatch(request, *args, **kwargs)

    def form_invalid(self, form: Form) -> HttpResponse:
        messages.error(self.request, NOT_ACCEPTED)
        return redirect("account_login")


log_in = passkeys_required(never_cache(LoginView.as_view()))
add = passkeys_required(full_account_required(AddView.as_view()))
remove = full_account_required(RemoveView.as_view())
reauthenticate = passkeys_required(full_account_required(ReauthenticateView.as_view()))
