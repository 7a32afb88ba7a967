"""The pages of the second factor: allauth's, for people with a password."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as account_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.recovery_codes import views as code_views
from allauth.mfa.totp import views as app_views
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.services.device_storage import keep_nothing, keeps_nothing

View = Callable[..., HttpResponseBase]


def with_password(view: View) -> View:
    """A guest has no password that a second factor could stand beside."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        guest = request.user.is_authenticated and request.user.is_guest
        return redirect("accounts:upgrade") if guest else view(request, *args, **kwargs)

    return login_required(never_cache(sensitive_post_parameters()(guarded)))


@method_decorator((never_cache, sensitive_post_parameters("code")), name="dispatch")
class CodeAtLogin(mfa_views.AuthenticateView):
    """The second half of a log-in. There are no keys here, whatever the form says."""

    webauthn_form = None

    def _build_forms(self) -> Form:
        data = self.request.POST if self.request.method == "POST" else None
        self.auth_form = AuthenticateForm(user=self.stage.login.user, data=data)
        return self.auth_form

    def form_valid(self, form: Form) -> HttpResponse:
        kept = keeps_nothing(self.request)  # as was chosen with the password; another person's session begins empty
        response = super().form_valid(form)
        keep_nothing(self.request, kept)
        return response


code_at_login = CodeAtLogin.as_view()
reauthenticate = with_password(account_views.reauthenticate)
code_again = with_password(mfa_views.reauthenticate)
overview = with_password(mfa_views.index)
activate = with_password(app_views.activate_totp)
deactivate = with_password(app_views.deactivate_totp)
spare_codes = with_password(code_views.view_recovery_codes)
new_codes = with_password(code_views.generate_recovery_codes)
