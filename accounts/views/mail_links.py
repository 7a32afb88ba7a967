"""Pages that links in mails lead to. A GET changes nothing, because mail programs and scanners open links as well."""

from allauth.account.models import EmailConfirmationHMAC
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.mail import confirmation as mail_confirmation
from accounts.mail import suppression
from accounts.models import User
from accounts.request_user import AuthenticatedRequest
from accounts.services.users import is_mail_configured
from config.db.locking import write_lock

require_get_or_post = require_http_methods(["GET", "HEAD", "POST"])


@login_required
@require_POST
def send_confirmation(request: AuthenticatedRequest) -> HttpResponse:
    """Send the confirmation mail again."""
    if not mail_confirmation.is_confirmed(request.user):
        request_confirmation(request)
    return redirect("accounts:email")


def request_confirmation(request: AuthenticatedRequest) -> None:
    """Request a confirmation mail for the user's address, if there is one, and show a message about the result."""
    if not (is_mail_configured() and request.user.email):
        return
    if mail_confirmation.request_confirmation(request, request.user):
        sent = _(
            "We email a link to %s, unless that mailbox has refused email from us. Open it to confirm the address."
        )
        messages.info(request, sent % request.user.email)
    else:
        messages.warning(request, mail_confirmation.TOO_MANY_MAILS)


@require_get_or_post
@never_cache
def confirm(request: HttpRequest, key: str) -> HttpResponse:
    """Confirm an address with a button. Doesn't log anyone in or out: the link may have reached anyone."""
    confirmation = EmailConfirmationHMAC.from_key(key)
    if confirmation is None:
        return render(request, "account/email_confirm.html", status=404)
    address = confirmation.email_address
    offers_mails = mail_confirmation.can_send_turn_emails()
    context = {"address": address, "taken": not address.can_set_verified(), "offers_mails": offers_mails}
    if request.method != "POST":
        return render(request, "account/email_confirm.html", context)
    if not mail_confirmation.confirm_address(address, wants_turn_emails="turns" in request.POST):
        return render(request, "account/email_confirm.html", context | {"taken": True}, status=409)
    messages.success(request, _("%s is confirmed.") % address.email)
    return redirect("accounts:security" if request.user == address.user else "account_login")


@require_get_or_post
@never_cache
def suppress(request: HttpRequest, token: str) -> HttpResponse:
    """Suppress or allow all mails to a mailbox."""
    try:
        digest = suppression.read_suppress_token(token)
    except BadSignature:
        raise Http404 from None
    if request.method == "POST":
        (suppression.unsuppress_mailbox if "allow" in request.POST else suppression.suppress_mailbox)(digest)
        return redirect(request.path)
    return render(request, "accounts/suppress_email.html", {"blocked": suppression.is_digest_suppressed(digest)})


# Mail programs send this POST for their users (RFC 8058); the token proves it and is useless for anything else.
@csrf_exempt
@require_get_or_post
@never_cache
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End mails about turns, without a log-in."""
    try:
        person = suppression.get_unsubscribing_user(token)
    except BadSignature:
        raise Http404 from None
    if request.method == "POST" and person:
        person.email_turn_notifications = False
        with write_lock():
            User.objects.filter(pk=person.pk).update(email_turn_notifications=False)
    return render(
        request, "accounts/unsubscribe.html", {"wanted": person is not None and person.email_turn_notifications}
    )
