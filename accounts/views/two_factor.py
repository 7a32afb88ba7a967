"""Two-factor pages: allauth's, for full accounts."""

from allauth.account import views as account_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.recovery_codes import views as code_views
from allauth.mfa.totp import views as app_views
from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.forms.two_factor import AuthenticateForm
from accounts.services.device_storage import is_storage_disabled, set_storage_disabled
from accounts.two_factor import is_first_step_current
from accounts.views.full_account import full_account_required


@method_decorator((never_cache, sensitive_post_parameters("code")), name="dispatch")
class LoginCodeView(mfa_views.AuthenticateView):
    """Ask for the second factor. Passkeys replace the password and aren't offered here (accounts.two_factor)."""

    webauthn_form = None

    def _build_forms(self) -> Form:
        data = self.request.POST if self.request.method == "POST" else None
        self.auth_form = AuthenticateForm(user=self.stage.login.user, data=data)
        return self.auth_form

    def form_valid(self, form: Form) -> HttpResponse:
        if not is_first_step_current(self.request, self.stage.login.user):
            messages.error(self.request, _("Your password or email has changed since then. Please log in again."))
            return redirect("account_login")
        is_disabled = is_storage_disabled(
            self.request
        )  # chosen with the password; the session is replaced if it was another person's
        response = super().form_valid(form)
        set_storage_disabled(self.request, is_disabled)
        return response


authenticate = LoginCodeView.as_view()
reauthenticate = full_account_required(account_views.reauthenticate)
reauthenticate_by_code = full_account_required(mfa_views.reauthenticate)
activate = full_account_required(app_views.activate_totp)
deactivate = full_account_required(app_views.deactivate_totp)
recovery_codes = full_account_required(code_views.view_recovery_codes)
generate_recovery_codes = full_account_required(code_views.generate_recovery_codes)
