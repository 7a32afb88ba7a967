"""A review as its page shows it to one reader."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.replays.models import Review
from games.replays.reviews.services import is_free
from games.tables.access import TableAccess
from games.tables.live.publish import make_stream_token


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The position and the leader ("": none); the reader's actions, and the token for news."""

    id: str
    code: str
    n: int
    revision: int
    leader: str
    is_leading: bool
    can_lead: bool
    token: str


def get_review_view(
    access: TableAccess, review: Review, user_id: int | None, person: str = "", topics: Sequence[str] = ()
) -> ReviewView:
    """`person` is the reader's public id, `topics` the other subjects of the page's stream. No query."""
    is_leading = user_id is not None and review.leader_id == user_id
    return ReviewView(
        id=access.table.public_id,
        code=review.code,
        n=review.n,
        revision=review.revision,
        leader=str(review.leader) if review.leader else "",
        is_leading=is_leading,
        can_lead=user_id is not None and not is_leading and is_free(review),
        token=make_stream_token(access.table.public_id, person=person, topics=[review.topic, *topics]),
    )
