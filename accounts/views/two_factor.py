"""The pages of the second factor: allauth's, for people with a password."""

from allauth.account import views as account_views
from allauth.mfa.base import views as mfa_views
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.recovery_codes import views as code_views
from allauth.mfa.totp import views as app_views
from django.forms import Form
from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.services.device_storage import is_storage_disabled, set_storage_disabled
from accounts.views.full_account import full_account_required


@method_decorator((never_cache, sensitive_post_parameters("code")), name="dispatch")
class LoginCodeView(mfa_views.AuthenticateView):
    """The second half of a log-in. Passkeys are shown instead of the password, not after it (accounts.two_factor)."""

    webauthn_form = None

    def _build_forms(self) -> Form:
        data = self.request.POST if self.request.method == "POST" else None
        self.auth_form = AuthenticateForm(user=self.stage.login.user, data=data)
        return self.auth_form

    def form_valid(self, form: Form) -> HttpResponse:
        kept = is_storage_disabled(
            self.request
        )  # as was chosen with the password; another person's session begins empty
        response = super().form_valid(form)
        set_storage_disabled(self.request, kept)
        return response


authenticate = LoginCodeView.as_view()
reauthenticate = full_account_required(account_views.reauthenticate)
reauthenticate_by_code = full_account_required(mfa_views.reauthenticate)
activate = full_account_required(app_views.activate_totp)
deactivate = full_account_required(app_views.deactivate_totp)
recovery_codes = full_account_required(code_views.view_recovery_codes)
generate_recovery_codes = full_account_required(code_views.generate_recovery_codes)
