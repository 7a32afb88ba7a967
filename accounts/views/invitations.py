"""Invitations to the site: create a link, copy it, withdraw it."""

from allauth.core import ratelimit
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.forms.invitations import InvitationForm
from accounts.models import Invitation, User
from accounts.request_user import get_request_user
from accounts.services import signup
from accounts.views.full_account import full_account_required

MAX_SHOWN = 50


@full_account_required
@require_http_methods(["GET", "HEAD", "POST"])
def invitations(request: HttpRequest) -> HttpResponse:
    """List the user's open invitations and create one."""
    user = get_request_user(request)
    if not signup.get_signup_rules().may_invite(user):
        raise PermissionDenied
    form = InvitationForm(request.POST if request.method == "POST" else None, user=user)
    if form.is_valid():
        if not ratelimit.consume(request, action="site_invitation", user=user):
            refused: HttpResponse = ratelimit.respond_429(request)
            return refused
        if _try_create(form):
            messages.success(request, _("The invitation is ready. Copy its link and send it to someone."))
            return redirect("accounts:invitations")
    context = {"form": form, "rows": _list_links(request, user)}
    return render(request, "accounts/invitations.html", context, status=422 if form.errors else 200)


@full_account_required
@require_POST
def revoke_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw one of the user's invitations."""
    user = get_request_user(request)
    invitation = Invitation.objects.filter(created_by=user, pk=pk).first()
    if invitation is None:
        raise Http404
    signup.revoke_invitation(invitation, by=user)
    messages.success(request, _("The invitation no longer works."))
    return redirect("accounts:invitations")


def _try_create(form: InvitationForm) -> bool:
    try:
        form.save()
    except ValidationError as refusal:
        form.add_error(None, refusal)
        return False
    return True


def _list_links(request: HttpRequest, user: User) -> list[tuple[Invitation, str]]:
    rows = signup.list_open_invitations(user)[:MAX_SHOWN]
    return [(row, request.build_absolute_uri(signup.get_invitation_path(row))) for row in rows]
