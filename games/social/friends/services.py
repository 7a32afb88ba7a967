"""Being friends: one asks, the other accepts. What one is told after asking is the same whether the other has blocked
one, does not exist, or has not answered yet."""

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
from config.db.locking import write_transaction
from games.social import signals
from games.social.models import Block, Friendship, SentFriendRequest
from games.tables.errors import ForbiddenError

MAX_FRIENDS = 200  # shown, and looked for at tables


def find_by_name(name: str) -> User | None:
    """The full account with that username or else display name; None: nobody one could invite. 1 query."""
    username, key = User.normalize_username(name), confusables.fold_name(name)
    people = get_user_model().objects.filter(is_guest=False, is_active=True, anonymised_at=None)
    rows = list(people.filter(Q(username=username) | Q(folded_name=key))[:3]) if name.strip() else []
    return next((row for row in rows if row.username == username), rows[0] if rows else None)


def send_friend_request(*, user_id: int, other: User | None, typed_name: str = "") -> None:
    """Ask somebody to be one's friend, on their page or by a name; whoever was asked by them accepts by it. Nobody
    (None) is asked in vain, and a typed name is noted whoever has it."""
    require_full_account(user_id)
    if other is not None and (other.pk == user_id or other.is_guest or not other.is_active):
        other = None
    with write_transaction():
        if other is not None and _accept(user_id, other.pk):
            return
        # Whoever else had the name when it was typed before is asked no more.
        _take_back(SentFriendRequest.objects.filter(user=user_id, typed_name=typed_name).exclude(recipient=other))
        is_new = other is not None and not _pair(user_id, other.pk).filter(accepted_at__isnull=False).exists()
        if other is not None and is_new:
            _request(user_id, other.pk)
        if typed_name:
            SentFriendRequest.objects.update_or_create(
                user_id=user_id, typed_name=typed_name, defaults={"recipient": other, "created_at": Now()}
            )
        elif is_new:
            SentFriendRequest.objects.get_or_create(user_id=user_id, typed_name="", recipient=other)


def accept_friend(*, user_id: int, other_id: int) -> None:
    with write_transaction():
        _accept(user_id, other_id)


def end_friendship(*, user_id: int, other_id: int) -> None:
    """End it, decline it or take it back: whatever there is between the two. Whoever is declined isn't told, and finds
    what they sent as it was."""
    with write_transaction():
        Friendship.objects.filter(requester=user_id, recipient=other_id).delete()
        Friendship.objects.filter(requester=other_id, recipient=user_id).delete()
        SentFriendRequest.objects.filter(user=user_id, typed_name="", recipient=other_id).delete()
        signals.FriendshipEnded(user_id, other_id).send_on_commit()


def take_back_request(*, user_id: int, typed_name: str) -> None:
    """Take back what was asked by that name, unless it was also asked in another way."""
    with write_transaction():
        _take_back(SentFriendRequest.objects.filter(user=user_id, typed_name=typed_name))


def list_friends(user_id: int) -> "QuerySet[User]":
    """Their friends who still play here, by name."""
    return get_user_model().objects.filter(friend_filter(user_id, "pk"), is_active=True).order_by("name", "pk")


def friend_filter(user_id: Any, field: str) -> Q:
    """Whether the person in that field is a friend of theirs."""
    mutual = Friendship.objects.filter(accepted_at__isnull=False)
    ways = mutual.filter(requester=user_id).values("recipient"), mutual.filter(recipient=user_id).values("requester")
    return Q(**{f"{field}__in": ways[0]}) | Q(**{f"{field}__in": ways[1]})


def list_friend_requests(user_id: int) -> list[User]:
    """Who would like to be this person's friend, but for those they have blocked. 1 query."""
    open_ = Friendship.objects.filter(recipient=user_id, accepted_at=None, requester__is_active=True)
    rows = open_.exclude(requester__in=_blocked_ids(user_id)).select_related("requester").order_by("-created_at")
    return [row.requester for row in rows[:MAX_FRIENDS]]


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request of one's own that nobody has accepted yet: by a typed name, or (person) on somebody's page."""

    typed_name: str
    person: User | None
    at: datetime


def list_sent_requests(user_id: int) -> list[SentRequest]:
    """Newest first. Who has a typed name, if anybody, is not in it. 1 query."""
    rows = SentFriendRequest.objects.filter(user=user_id).select_related("recipient").order_by("-created_at", "-pk")
    return [
        SentRequest(row.typed_name, None if row.typed_name else row.recipient, row.created_at)
        for row in rows[:MAX_FRIENDS]
    ]


def has_asked(user_id: int, other_id: int) -> bool:
    """Whether this person has asked the other on a page of theirs; by what name else is not told here. 1 query."""
    return SentFriendRequest.objects.filter(user=user_id, typed_name="", recipient=other_id).exists()


def get_relationship(user_id: int, other_id: int) -> str:
    """ "friends", "asking" (the other) or "". 1 query."""
    rows = list(_pair(user_id, other_id).values_list("requester", "accepted_at"))
    if any(accepted for _, accepted in rows):
        return "friends"
    return "asking" if any(asker == other_id for asker, _ in rows) else ""


def filter_friends(user_id: int, public_ids: Iterable[str]) -> list[User]:
    """Those of these people who are friends. 1 query."""
    return list(list_friends(user_id).filter(public_id__in=list(public_ids)[:MAX_FRIENDS]))


def list_friend_conflicts(accounts: Collection[int], people: Collection[int]) -> Iterator[ConflictOfInterest]:
    """For accounts.staff.conflicts_of_interest: who of `people` is a friend of any of `accounts`, or was asked by
    them. 1 query.

    Who only asked is none: else anybody could tie all moderators to themselves.
    """
    accepted = Q(accepted_at__isnull=False, requester__in=people, recipient__in=accounts)
    pairs = Friendship.objects.filter(Q(requester__in=accounts, recipient__in=people) | accepted)
    for pair in pairs.values_list("requester", "recipient"):
        yield from (ConflictOfInterest("friend", person) for person in pair)


def require_full_account(user_id: int) -> None:
    """Raises ForbiddenError for a guest, whose friends would be gone with the browser's memory."""
    if not get_user_model().objects.filter(pk=user_id, is_guest=False).exists():
        raise ForbiddenError("full-account")


def _accept(user_id: int, other_id: int) -> bool:
    """Accept what the other has asked, unless they are blocked. Says whether there was something."""
    asked = Friendship.objects.filter(requester=other_id, recipient=user_id, accepted_at=None)
    if not asked.exclude(requester__in=_blocked_ids(user_id)).update(accepted_at=Now()):
        return False
    for sender, recipient in ((other_id, user_id), (user_id, other_id)):
        SentFriendRequest.objects.filter(user=sender, recipient=recipient).delete()
    signals.FriendAccepted(other_id, user_id).send_on_commit()
    return True


def _request(user_id: int, other_id: int) -> None:
    """The other hears of it, unless they have blocked who asks."""
    _row, is_new = Friendship.objects.get_or_create(requester_id=user_id, recipient_id=other_id)
    if is_new and not _blocked_ids(other_id).filter(other_user=user_id).exists():
        signals.FriendRequested(user_id, other_id).send_on_commit()


def _take_back(rows: "QuerySet[SentFriendRequest]") -> None:
    """Forget these rows with a typed name, and the requests that nothing else of their sender's stands for."""
    sent = list(rows.exclude(typed_name=""))
    for row in sent:
        others = SentFriendRequest.objects.filter(user=row.user_id, recipient=row.recipient_id).exclude(pk=row.pk)
        asked = Friendship.objects.filter(requester=row.user_id, recipient=row.recipient_id, accepted_at=None)
        if row.recipient_id and asked.exclude(recipient__in=others.values("recipient")).delete()[0]:
            signals.FriendshipEnded(row.user_id, row.recipient_id).send_on_commit()
        row.delete()


def _pair(user_id: int, other_id: int) -> "QuerySet[Friendship]":
    one_way, other_way = Q(requester=user_id, recipient=other_id), Q(requester=other_id, recipient=user_id)
    return Friendship.objects.filter(one_way | other_way)


def _blocked_ids(user_id: int) -> "QuerySet[Block, int]":
    return Block.objects.filter(user=user_id).values_list("other_user", flat=True)
