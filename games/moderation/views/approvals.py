"""Players' answers to moderators' proposals."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.moderation.services.approvals import answer_approval
from games.tables.errors import BadRequestError, ForbiddenError
from games.tables.views.errors import post_or_table, render_errors


@post_or_table
@render_errors
def approval(request: HttpRequest, public_id: str) -> HttpResponse:
    """Agree to or refuse a moderator's proposal."""
    number, answer = request.POST.get("proposal", ""), request.POST.get("answer", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 19) or answer not in ("agree", "refuse"):
        raise BadRequestError("malformed")
    if not request.user.is_authenticated:
        raise ForbiddenError("not-seated")
    answer_approval(public_id=public_id, user_id=request.user.pk, proposal_pk=int(number), agrees=answer == "agree")
    return redirect("tables:detail", public_id)
