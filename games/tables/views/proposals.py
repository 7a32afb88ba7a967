"""What the people at a table agree on: a pause, live play."""

from django.http import HttpRequest, HttpResponse

from games.tables.errors import Malformed
from games.tables.models import Table
from games.tables.services import proposals
from games.tables.views.errors import answers_refusals, post_at_table
from games.tables.views.seats import person_here, to_table


@post_at_table
@answers_refusals
def agree(request: HttpRequest, public_id: str) -> HttpResponse:
    """Propose something (`do=propose`), agree to what somebody has proposed, or refuse it."""
    user_id, kind, do = person_here(request), request.POST.get("kind", ""), request.POST.get("do", "")
    if kind not in Table.Agreement.values or do not in ("propose", "agree", "refuse"):
        raise Malformed("malformed")
    if do == "propose":
        proposals.agreement_proposed(public_id=public_id, user_id=user_id, kind=kind)
    else:
        proposals.agreement_answered(public_id=public_id, user_id=user_id, kind=kind, agrees=do == "agree")
    return to_table(public_id)


@post_at_table
@answers_refusals
def end(request: HttpRequest, public_id: str) -> HttpResponse:
    """End the pause, or leave live play."""
    user_id, kind = person_here(request), request.POST.get("kind", "")
    if kind not in Table.Agreement.values:
        raise Malformed("malformed")
    ended = proposals.pause_ended if kind == Table.Agreement.PAUSE else proposals.live_left
    ended(public_id=public_id, user_id=user_id)
    return to_table(public_id)
