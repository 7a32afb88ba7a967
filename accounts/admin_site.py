"""The admin site, with the site's own log-in, two-factor authentication and a dashboard that apps extend."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _

from accounts import two_factor
from accounts.models import SignupSettings
from accounts.request_user import get_request_user
from accounts.services import network_fingerprints
from accounts.signals import admin_dashboard_built

View = Callable[..., Any]


class TefudaAdminSite(AdminSite):
    site_header = site_title = _("Tefuda administration")
    index_template = "admin/dashboard.html"

    @method_decorator(secure_admin_login)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the site's log-in, so that all accounts share one page and rate limit."""
        return super().login(request, extra_context)

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        return redirect("account_change_password")

    def admin_view(self, view: View, cacheable: bool = False) -> View:  # type: ignore[override]  # its type is private
        """Require the second factor for every page of the admin."""
        opened: View = super().admin_view(view, cacheable)

        @wraps(opened)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if self.has_permission(request):
                if two_factor.is_missing(request):
                    return two_factor.redirect_to_two_factor(request)
                _record_network(request)
            return opened(request, *args, **kwargs)

        return guarded

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:  # type: ignore[override]
        """Show the dashboard. On a new site, first let the operator decide who may join."""
        if request.user.has_perm("accounts.change_signupsettings") and not SignupSettings.objects.exists():
            return redirect("admin:accounts_signupsettings_changelist")
        context: dict[str, Any] = {}
        admin_dashboard_built.send(sender=type(self), request=request, context=context)
        return super().index(request, context | (extra_context or {}))


def _record_network(request: HttpRequest) -> None:
    """Record the network of staff with each act and once a day otherwise.

    It is used to find conflicts of interest (accounts.staff.conflicts_of_interest).
    """
    if request.method == "POST":
        network_fingerprints.record_network(request, get_request_user(request))
    else:
        network_fingerprints.record_network_daily(request, get_request_user(request))
