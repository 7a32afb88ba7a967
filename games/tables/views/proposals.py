"""Views for agreements of players: pausing and live play."""

from django.http import HttpRequest, HttpResponse

from games.tables.errors import BadRequestError
from games.tables.models import Table
from games.tables.services import proposals
from games.tables.views.errors import post_or_table, render_errors
from games.tables.views.seats import redirect_to_table, require_user_id


@post_or_table
@render_errors
def propose_or_answer(request: HttpRequest, public_id: str) -> HttpResponse:
    """Make a proposal (`do=propose`), agree to the open one, or refuse it."""
    user_id, kind, do = require_user_id(request), request.POST.get("kind", ""), request.POST.get("do", "")
    if kind not in Table.Agreement.values or do not in ("propose", "agree", "refuse"):
        raise BadRequestError("malformed")
    if do == "propose":
        proposals.make_proposal(public_id=public_id, user_id=user_id, kind=kind)
    else:
        proposals.answer_proposal(public_id=public_id, user_id=user_id, kind=kind, agrees=do == "agree")
    return redirect_to_table(public_id)


@post_or_table
@render_errors
def end_agreement(request: HttpRequest, public_id: str) -> HttpResponse:
    """End the pause, or live play."""
    user_id, kind = require_user_id(request), request.POST.get("kind", "")
    if kind not in Table.Agreement.values:
        raise BadRequestError("malformed")
    ended = proposals.end_pause if kind == Table.Agreement.PAUSE else proposals.end_live_play
    ended(public_id=public_id, user_id=user_id)
    return redirect_to_table(public_id)
