"""What players see of moderation at their table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.moderation.services.approvals import proposal_answer
from games.tables.errors import Malformed, NotAllowed
from games.tables.views.errors import answers_refusals, post_at_table


@post_at_table
@answers_refusals
def proposal(request: HttpRequest, public_id: str) -> HttpResponse:
    """What somebody who plays here says to a moderator's proposal."""
    number, said = request.POST.get("proposal", ""), request.POST.get("answer", "")
    if not (number.isascii() and number.isdecimal() and len(number) < 19) or said not in ("agree", "refuse"):
        raise Malformed("malformed")
    if not request.user.is_authenticated:
        raise NotAllowed("not-seated")
    proposal_answer(public_id=public_id, user_id=request.user.pk, proposal_pk=int(number), agrees=said == "agree")
    return redirect("tables:table", public_id)
