"""Security settings: password, passkeys, second factor and open log-ins."""

from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import passkeys
from accounts.request_user import AuthenticatedRequest
from accounts.services import login_sessions
from accounts.views.full_account import full_account_required
from accounts.views.profile import get_email_context

OTHERS = "others"


@require_safe
def _security(request: AuthenticatedRequest) -> HttpResponse:
    """Show password, passkeys, second factor and open log-ins."""
    rows = Authenticator.objects.filter(user=request.user).order_by("-pk")
    by_type = {kind: [row for row in rows if row.type == kind] for kind in Authenticator.Type}
    codes = by_type[Authenticator.Type.RECOVERY_CODES]
    context = {
        "passkeys": by_type[Authenticator.Type.WEBAUTHN],
        "passkeys_offered": passkeys.are_offered(request),
        "has_app": bool(by_type[Authenticator.Type.TOTP]),
        "codes_left": len(codes[0].wrap().get_unused_codes()) if codes else 0,
        "sessions": login_sessions.list_login_sessions(request.user, request.session.session_key),
        **get_email_context(request.user),
    }
    return render(request, "accounts/security.html", context)


@require_POST
def _end_session(request: AuthenticatedRequest) -> HttpResponse:
    """End one log-in, or all others."""
    session_id = request.POST.get("session", "")
    if session_id == OTHERS:
        login_sessions.end_other_login_sessions(request.user, request.session.session_key)
        messages.success(request, _("You are logged out everywhere else."))
    elif login_sessions.end_login_session(request.user, session_id):
        messages.success(request, _("That device is logged out."))
    else:
        messages.info(request, _("That device is already logged out."))
    return redirect(f"{reverse('accounts:security')}#sessions")


security = full_account_required(_security)
end_session = full_account_required(_end_session)
