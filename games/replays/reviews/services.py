"""Starting a review, stepping in it, and handing over the lead. What a reader may see of the match is asked before."""

from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from config.db.locking import lock_name, write_transaction
from games.replays.models import Review
from games.tables.access import TableAccess
from games.tables.errors import ConflictError, ForbiddenError, LimitExceededError, NotFoundError, UnprocessableError
from games.tables.live.publish import publish_revision
from games.tables.models import new_public_id

TOPIC_KIND = "review"
LASTS = timedelta(days=1)  # after the last step
LEADER_AWAY = timedelta(minutes=15)  # without a step: then another person may lead
MAX_PER_PERSON = 5  # that one person leads at the same time
MAX_PER_MATCH = 20
RESERVED_FOR_PLAYERS = 8  # of these, so that strangers can't take all


@write_transaction()
def start_review(access: TableAccess, user_id: int, n: int) -> Review:
    """Start a review of an ended match, led by this person from position `n`. Raises a ServiceError."""
    _require_position(access, n)
    lock_name("reviews")
    _require_lead_quota(user_id)
    reviews = _list_reviews(access)
    if len(reviews) >= MAX_PER_MATCH:
        raise LimitExceededError("too-many-reviews-of-match", {"limit": MAX_PER_MATCH})
    _require_unreserved_place(access, reviews)
    topic = make_topic(access.table.public_id, new_public_id())
    return Review.objects.create(table_id=access.table.pk, topic=topic, leader_id=user_id, n=n, moved_at=timezone.now())


def make_topic(table: str, code: str) -> str:
    """Return the topic for live updates of the review."""
    return f"{table}/{TOPIC_KIND}.{code}"


def get_review(access: TableAccess, code: str) -> Review:
    """Raises NotFoundError for one that isn't there any more. 1 query."""
    topic = make_topic(access.table.public_id, code)
    review = Review.objects.filter(topic=topic, moved_at__gt=timezone.now() - LASTS).select_related("leader").first()
    if review is None:
        raise NotFoundError("no-such-review")
    return review


@write_transaction()
def move_review(access: TableAccess, code: str, user_id: int, n: int) -> None:
    """The leader is at position `n`. Raises a ServiceError."""
    _require_position(access, n)
    review = _get_led_review(access, code, user_id)
    if review.n != n:
        review.n, review.moved_at = n, timezone.now()
        _save(review)


@write_transaction()
def hand_over(access: TableAccess, code: str, user_id: int) -> None:
    """Give up the lead: anyone can take it. Raises a ServiceError."""
    review = _get_led_review(access, code, user_id)
    review.leader_id = None
    _save(review)


@write_transaction()
def take_lead(access: TableAccess, code: str, user_id: int) -> None:
    """Lead on from where the review is. Raises a ServiceError."""
    lock_name("reviews")
    review = _get_locked_review(access, code)
    if not is_free(review):
        raise ConflictError("somebody-leads")
    if review.leader_id != user_id:
        _require_lead_quota(user_id)
        _require_unreserved_place(access, [other for other in _list_reviews(access) if other.pk != review.pk])
    review.leader_id, review.moved_at = user_id, timezone.now()
    _save(review)


def is_free(review: Review) -> bool:
    """Return whether the lead can be taken."""
    return review.leader_id is None or review.moved_at < timezone.now() - LEADER_AWAY


def leave_lead(user_id: int) -> None:
    """Remove a person who deleted their account."""
    Review.objects.filter(leader=user_id).update(leader=None, revision=F("revision") + 1)


@write_transaction()
def delete_ended_reviews() -> None:
    Review.objects.filter(moved_at__lte=timezone.now() - LASTS).delete()


def _require_lead_quota(user_id: int) -> None:
    """Raises LimitExceededError. The caller has locked all others out."""
    if Review.objects.filter(moved_at__gt=timezone.now() - LASTS, leader=user_id).count() >= MAX_PER_PERSON:
        raise LimitExceededError("too-many-reviews", {"limit": MAX_PER_PERSON})


def _list_reviews(access: TableAccess) -> list[Review]:
    """Those of this match that go on."""
    return list(Review.objects.filter(moved_at__gt=timezone.now() - LASTS, table=access.table.pk))


def _require_unreserved_place(access: TableAccess, reviews: list[Review]) -> None:
    """Raises LimitExceededError for someone who had no seat, if others like them have all places but the reserved."""
    players = {seat.user_id for seat in access.seats if seat.user_id is not None}
    led_by_spectators = sum(review.leader_id not in players for review in reviews)
    limit = MAX_PER_MATCH - RESERVED_FOR_PLAYERS
    if access.own_seat is None and led_by_spectators >= limit:
        raise LimitExceededError("too-many-reviews-by-others", {"limit": limit})


def _get_locked_review(access: TableAccess, code: str) -> Review:
    return Review.objects.select_for_update().get(pk=get_review(access, code).pk)


def _get_led_review(access: TableAccess, code: str, user_id: int) -> Review:
    """Raise ForbiddenError if another person leads."""
    review = _get_locked_review(access, code)
    if review.leader_id != user_id:
        raise ForbiddenError("not-leading")
    return review


def _save(review: Review) -> None:
    """Send news to open pages."""
    review.revision += 1
    review.save(update_fields=["leader", "n", "revision", "moved_at"])
    publish_revision(review.topic, review.revision)


def _require_position(access: TableAccess, n: int) -> None:
    if access.table.pk is None or not 0 < n <= access.table.last_seq:
        raise UnprocessableError("bad-option", {"option": "n"})
