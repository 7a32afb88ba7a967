"""Logging in by a code that comes by mail: allauth's pages, where the site sends mail.

Both pages do the same work whether the address is somebody's or nobody's, and a worker sends the mail.
"""

from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.core import ratelimit
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from accounts.forms.auth import RequestLoginCodeForm
from accounts.mail import confirmation, login_codes
from accounts.services import users


class MailRequiredMixin:
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not users.is_mail_configured():
            raise Http404
        if request.user.is_authenticated:  # a guest, too: logging out is theirs to do
            return redirect("account_login")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]  # the view's
        return response


class RequestCodeView(MailRequiredMixin, allauth_views.RequestLoginCodeView):
    """A code by mail. Asked for per mail and client address together, as a new password is (accounts.views.profile)."""

    def form_valid(self, form: RequestLoginCodeForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        key = f"{email} {get_adapter().get_client_network(self.request)}"
        if not ratelimit.consume(self.request, action="request_login_code", key=key):
            return ratelimit.respond_429(self.request)
        nonce = self.request.login_code_nonce = login_codes.make_nonce()
        response = super().form_valid(form)
        if ratelimit.consume(self.request, action="login_code_emails", key=email):
            confirmation.request_login_code(self.request, form._user, nonce)
        return response


class ConfirmCodeView(MailRequiredMixin, allauth_views.ConfirmLoginCodeView):
    pass


request_code = RequestCodeView.as_view()
confirm_code = ConfirmCodeView.as_view()
