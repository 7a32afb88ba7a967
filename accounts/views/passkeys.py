"""The pages of passkeys: allauth's, where browsers have any."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn import views as allauth_views
from django.contrib import messages
from django.core.serializers.json import DjangoJSONEncoder
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import passkeys
from accounts.views.full_account import full_account_required

View = Callable[..., HttpResponseBase]


def passkeys_required(view: View) -> View:
    """Where a browser could show none there is no such page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not passkeys.are_offered(request):
            raise Http404
        return view(request, *args, **kwargs)

    return guarded


class OptionsMixin:
    """What the browser is to be asked, as the script on the page reads it."""

    options_name: str

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]  # the view's
        options = context.pop("js_data")[self.options_name]
        return context | {"passkey_options": json.dumps(options, cls=DjangoJSONEncoder)}


class AddView(OptionsMixin, allauth_views.AddWebAuthnView):
    """A key for this account. It brings no recovery codes: those stand in for the app of two-factor authentication."""

    options_name = "creation_options"

    def form_valid(self, form: Form) -> HttpResponse:
        data = {"name": form.cleaned_data["name"], "credential": form.cleaned_data["credential"]}
        user = self.request.user
        row = Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=data)
        signals.authenticator_added.send(Authenticator, request=self.request, user=user, authenticator=row)
        messages.success(self.request, _("The passkey is added."))
        return redirect("accounts:security")


class RemoveView(allauth_views.RemoveWebAuthnView):
    success_url = reverse_lazy("accounts:security")


class ReauthenticateView(OptionsMixin, allauth_views.ReauthenticateWebAuthnView):
    options_name = "request_options"

    def form_invalid(self, form: Form) -> HttpResponse:
        messages.error(self.request, _("This passkey was not accepted. Please try again."))
        return redirect(self.request.get_full_path())


class LoginView(allauth_views.LoginWebAuthnView):
    """Guests are logged in already, and may still want their other account."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect("account_login")
        return super().dispatch(request, *args, **kwargs)

    def form_invalid(self, form: Form) -> HttpResponse:
        messages.error(self.request, _("This passkey was not accepted. Please try again."))
        return redirect("account_login")


log_in = passkeys_required(never_cache(LoginView.as_view()))
add = passkeys_required(full_account_required(AddView.as_view()))
remove = full_account_required(RemoveView.as_view())
reauthenticate = passkeys_required(full_account_required(ReauthenticateView.as_view()))
