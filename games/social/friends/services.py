"""Friend requests and friendships.

The response to a request is the same whether the recipient has blocked the sender, doesn't exist, or hasn't answered
yet.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.names import confusables
from accounts.staff.conflicts_of_interest import ConflictOfInterest
from accounts.url_converters import is_public_id
from config.db.locking import write_transaction
from config.db.on_commit import queue_on_commit
from games.social import signals
from games.social.models import Block, Friendship, SentFriendRequest
from games.tables.errors import ForbiddenError
from games.tables.services.quotas import lock_people

MAX_FRIENDS = 200  # shown in lists, and considered at tables
NO_USER_ID = 0  # no row has this key


def find_by_name(name: str) -> User | None:
    """Return the full account with that username or, failing that, display name, or None. 1 query."""
    username, key = User.normalize_username(name), confusables.fold_name(name)
    people = get_user_model().objects.filter(is_guest=False, is_active=True, anonymised_at=None)
    rows = list(people.filter(Q(username=username) | Q(folded_name=key))[:3]) if name.strip() else []
    return next((row for row in rows if row.username == username), rows[0] if rows else None)


def send_friend_request(*, user_id: int, other: User | None, typed_name: str = "") -> None:
    """Send a friend request from a person's page or by a typed name. An open request of theirs is accepted instead.

    If no one has the name (None), or its owner can't be asked, the same statements run as for a real recipient, so that
    neither response nor timing reveals it; a worker notifies the recipient (`notify_of_requests`). A typed name is
    stored whether or not anyone has it.
    """
    require_full_account(user_id)
    other_id = other.pk if other is not None and other.pk != user_id else NO_USER_ID
    with write_transaction():
        person = lock_people(user_id, [other_id]).get(other_id)
        if person is None or person.is_guest or not person.is_active:
            other_id = NO_USER_ID
        if _accept(user_id, other_id):
            return
        # The name may have belonged to someone else when it was typed before: withdraw that request.
        earlier = SentFriendRequest.objects.filter(user=user_id, typed_name=typed_name)
        _take_back(earlier.exclude(Q(recipient=other_id) | Q(recipient=None)))
        is_new = not _pair(user_id, other_id).filter(accepted_at__isnull=False).exists()
        is_new = is_new and other_id != NO_USER_ID
        _request(user_id, other_id if is_new else NO_USER_ID)
        if typed_name:
            recipient = other_id if other_id != NO_USER_ID else None
            SentFriendRequest.objects.update_or_create(
                user_id=user_id, typed_name=typed_name, defaults={"recipient_id": recipient, "created_at": Now()}
            )
        elif is_new:
            SentFriendRequest.objects.get_or_create(user_id=user_id, typed_name="", recipient_id=other_id)


def notify_of_requests(limit: int) -> None:
    """Notify the recipients of new requests that are still open, unless they have blocked the sender."""
    for row in Friendship.objects.filter(needs_notice=True).order_by("pk")[:limit]:
        with write_transaction():
            if not Friendship.objects.filter(pk=row.pk, needs_notice=True).update(needs_notice=False):
                continue  # taken by another worker
            open_requests = Friendship.objects.filter(pk=row.pk, accepted_at=None)
            if open_requests.exclude(requester__in=_blocked_ids(row.recipient_id)).exists():
                signals.FriendRequested(row.requester_id, row.recipient_id).send_on_commit()


def accept_friend(*, user_id: int, other_id: int) -> bool:
    """Accept the other's request. Return whether there was one."""
    with write_transaction():
        lock_people(user_id, [other_id])
        return _accept(user_id, other_id)


def end_friendship(*, user_id: int, other_id: int) -> None:
    """End a friendship, or decline or withdraw a request. A declined sender isn't notified and still sees it."""
    with write_transaction():
        Friendship.objects.filter(requester=user_id, recipient=other_id).delete()
        Friendship.objects.filter(requester=other_id, recipient=user_id).delete()
        SentFriendRequest.objects.filter(user=user_id, typed_name="", recipient=other_id).delete()
        signals.FriendshipEnded(user_id, other_id).send_on_commit()


def take_back_request(*, user_id: int, typed_name: str) -> None:
    """Withdraw requests sent with this typed name, unless the person was also asked in another way."""
    with write_transaction():
        _take_back(SentFriendRequest.objects.filter(user=user_id, typed_name=typed_name))


def list_friends(user_id: int) -> "QuerySet[User]":
    """Return the person's active friends, by name."""
    return get_user_model().objects.filter(friend_filter(user_id, "pk"), is_active=True).order_by("name", "pk")


def friend_filter(user_id: Any, field: str) -> Q:
    """Return a condition: the person in `field` is a friend of the user."""
    mutual = Friendship.objects.filter(accepted_at__isnull=False)
    ways = mutual.filter(requester=user_id).values("recipient"), mutual.filter(recipient=user_id).values("requester")
    return Q(**{f"{field}__in": ways[0]}) | Q(**{f"{field}__in": ways[1]})


def list_friend_requests(user_id: int) -> list[User]:
    """List people with open requests to this person, except those they have blocked. 1 query."""
    open_ = Friendship.objects.filter(recipient=user_id, accepted_at=None, requester__is_active=True)
    rows = open_.exclude(requester__in=_blocked_ids(user_id)).select_related("requester").order_by("-created_at")
    return [row.requester for row in rows[:MAX_FRIENDS]]


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request that the user sent and no one has accepted yet: by a typed name, or to `person` from their page."""

    typed_name: str
    person: User | None
    at: datetime


def list_sent_requests(user_id: int) -> list[SentRequest]:
    """List sent requests, newest first. They don't reveal who has a typed name. 1 query."""
    rows = SentFriendRequest.objects.filter(user=user_id).select_related("recipient").order_by("-created_at", "-pk")
    return [
        SentRequest(row.typed_name, None if row.typed_name else row.recipient, row.created_at)
        for row in rows[:MAX_FRIENDS]
    ]


def has_asked(user_id: int, other_id: int) -> bool:
    """Return whether the user has asked the other from their page. Requests by typed name don't count. 1 query."""
    return SentFriendRequest.objects.filter(user=user_id, typed_name="", recipient=other_id).exists()


def get_relationship(user_id: int, other_id: int) -> str:
    """Return "friends", "asking" (the other has asked) or "". 1 query."""
    rows = list(_pair(user_id, other_id).values_list("requester", "accepted_at"))
    if any(accepted for _, accepted in rows):
        return "friends"
    return "asking" if any(asker == other_id for asker, _ in rows) else ""


def filter_friends(user_id: int, public_ids: Iterable[str]) -> list[User]:
    """List the friends among these people, whose ids come from a form. 1 query."""
    valid_ids = [public_id for public_id in public_ids if is_public_id(public_id)]
    return list(list_friends(user_id).filter(public_id__in=valid_ids[:MAX_FRIENDS]))


def list_friend_conflicts(accounts: Collection[int], people: Collection[int]) -> Iterator[ConflictOfInterest]:
    """List conflicts of interest: those of `people` who are friends of, or were asked by, any of `accounts`.

    1 query. An unanswered request to one of `accounts` doesn't count: otherwise anyone could create conflicts with all
    moderators.
    """
    accepted = Q(accepted_at__isnull=False, requester__in=people, recipient__in=accounts)
    pairs = Friendship.objects.filter(Q(requester__in=accounts, recipient__in=people) | accepted)
    for pair in pairs.values_list("requester", "recipient"):
        yield from (ConflictOfInterest("friend", person) for person in pair)


def require_full_account(user_id: int) -> None:
    """Raise ForbiddenError for a guest, whose friends would be lost with the browser's cookies."""
    if not get_user_model().objects.filter(pk=user_id, is_guest=False).exists():
        raise ForbiddenError("full-account")


def _accept(user_id: int, other_id: int) -> bool:
    """Accept the other's request, unless they are blocked. Return whether there was one."""
    open_requests = Friendship.objects.filter(requester=other_id, recipient=user_id, accepted_at=None)
    if not open_requests.exclude(requester__in=_blocked_ids(user_id)).update(accepted_at=Now()):
        return False
    for sender, recipient in ((other_id, user_id), (user_id, other_id)):
        SentFriendRequest.objects.filter(user=sender, recipient=recipient).delete()
    signals.FriendAccepted(other_id, user_id).send_on_commit()
    return True


def _request(user_id: int, other_id: int) -> None:
    """Store the request and queue its notification. For NO_USER_ID, write a row and delete it again."""
    recipient = user_id if other_id == NO_USER_ID else other_id
    row = Friendship(requester_id=user_id, recipient_id=recipient, needs_notice=True)
    Friendship.objects.bulk_create([row], ignore_conflicts=True)
    Friendship.objects.filter(requester=user_id, recipient=user_id).delete()
    queue_on_commit("social.tell_recipients")


def _take_back(rows: "QuerySet[SentFriendRequest]") -> None:
    """Delete these rows with typed names, and the requests that no other row of their sender represents."""
    sent = list(rows.exclude(typed_name=""))
    for row in sent:
        other_rows = SentFriendRequest.objects.filter(user=row.user_id, recipient=row.recipient_id).exclude(pk=row.pk)
        open_requests = Friendship.objects.filter(requester=row.user_id, recipient=row.recipient_id, accepted_at=None)
        if row.recipient_id and open_requests.exclude(recipient__in=other_rows.values("recipient")).delete()[0]:
            signals.FriendshipEnded(row.user_id, row.recipient_id).send_on_commit()
        row.delete()


def _pair(user_id: int, other_id: int) -> "QuerySet[Friendship]":
    one_way, other_way = Q(requester=user_id, recipient=other_id), Q(requester=other_id, recipient=user_id)
    return Friendship.objects.filter(one_way | other_way)


def _blocked_ids(user_id: int) -> "QuerySet[Block, int]":
    return Block.objects.filter(user=user_id).values_list("other_user", flat=True)
