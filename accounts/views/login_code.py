"""Log-in with a code sent by mail, on sites that send mail: allauth's pages, with our limits.

Both pages do the same work whether or not an account has the address, and a worker sends the mail. A code is valid only
as long as the account keeps the address and password it was requested with.
"""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.crypto import constant_time_compare

from accounts.forms.auth import RequestLoginCodeForm
from accounts.mail import confirmation, login_codes
from accounts.services import users

REQUESTED_FOR_SESSION_KEY = "login_code_for"  # session key: the address, and `digest_credentials` of its owner


class MailRequiredMixin:
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not users.is_mail_configured():
            raise Http404
        if request.user.is_authenticated:  # guests too: they have to log out themselves
            return redirect("account_login")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]  # the view's
        return response


class RequestCodeView(MailRequiredMixin, allauth_views.RequestLoginCodeView):
    """Request a login code. Limited by address and client together, like password resets (accounts.views.profile)."""

    def form_valid(self, form: RequestLoginCodeForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        key = f"{email} {get_adapter().get_client_network(self.request)}"
        if not ratelimit.consume(self.request, action="request_login_code", key=key):
            return ratelimit.respond_429(self.request)
        nonce = self.request.login_code_nonce = login_codes.make_nonce()
        response = super().form_valid(form)
        self.request.session[REQUESTED_FOR_SESSION_KEY] = [email, users.digest_credentials(form._user)]
        if ratelimit.consume(self.request, action="login_code_emails", key=email):
            confirmation.request_login_code(self.request, form._user, nonce)
        return response


class ConfirmCodeView(MailRequiredMixin, allauth_views.ConfirmLoginCodeView):
    def get_form_kwargs(self) -> dict[str, Any]:
        """Make an outdated code fail like a wrong one, so that the response reveals nothing about the account."""
        kwargs: dict[str, Any] = super().get_form_kwargs()
        if "code" in kwargs and not _is_code_current(self.request):
            kwargs["code"] = ""
        return kwargs


def _is_code_current(request: HttpRequest) -> bool:
    """Return whether the address still belongs to the same account with the same password. 1 query."""
    email, digest = request.session.get(REQUESTED_FOR_SESSION_KEY, ("", ""))
    owner = confirmation.get_confirmed_owner(email)
    return constant_time_compare(users.digest_credentials(owner), digest)


request_code = RequestCodeView.as_view()
confirm_code = ConfirmCodeView.as_view()
