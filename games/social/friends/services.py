"""Being friends: one asks, the other accepts. What one is told after asking is the same whether the other has blocked
one, does not exist, or has not answered yet."""

from collections.abc import Collection, Iterable, Iterator

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from accounts.models import User
from accounts.names import confusables
from accounts.staff.conflicts_of_interest import ConflictOfInterest
from config.db.locking import write_transaction
from games.social import signals
from games.social.models import Block, Friendship
from games.tables.errors import ForbiddenError

MAX_FRIENDS = 200  # shown, and looked for at tables


def find_by_name(name: str) -> User | None:
    """The full account with that username or else display name; None: nobody one could invite. 1 query."""
    username, key = User.normalize_username(name), confusables.fold_name(name)
    people = get_user_model().objects.filter(is_guest=False, is_active=True, anonymised_at=None)
    rows = list(people.filter(Q(username=username) | Q(folded_name=key))[:3]) if name.strip() else []
    return next((row for row in rows if row.username == username), rows[0] if rows else None)


def send_friend_request(*, user_id: int, other: User | None) -> None:
    """Ask somebody to be one's friend; whoever was asked by them accepts by it. Nobody (None) is asked in vain."""
    require_full_account(user_id)
    if other is None or other.pk == user_id or other.is_guest or not other.is_active:
        return
    with write_transaction():
        theirs = Friendship.objects.filter(requester=other, recipient=user_id)
        if theirs.exclude(requester__in=_blocked_ids(user_id)).update(accepted_at=Now()):
            signals.FriendAccepted(other.pk, user_id).send_on_commit()
            return
        _row, is_new = Friendship.objects.get_or_create(requester_id=user_id, recipient=other)
        if is_new and not _blocked_ids(other.pk).filter(other_user=user_id).exists():
            signals.FriendRequested(user_id, other.pk).send_on_commit()


def accept_friend(*, user_id: int, other_id: int) -> None:
    with write_transaction():
        asked = Friendship.objects.filter(requester=other_id, recipient=user_id, accepted_at=None)
        if asked.update(accepted_at=Now()):
            signals.FriendAccepted(other_id, user_id).send_on_commit()


def end_friendship(*, user_id: int, other_id: int) -> None:
    """End it, decline it or take it back: whatever there is between the two."""
    with write_transaction():
        Friendship.objects.filter(requester=user_id, recipient=other_id).delete()
        Friendship.objects.filter(requester=other_id, recipient=user_id).delete()
        signals.FriendshipEnded(user_id, other_id).send_on_commit()


def list_friends(user_id: int) -> "QuerySet[User]":
    """Their friends who still play here, by name."""
    return get_user_model().objects.filter(friend_filter(user_id, "pk"), is_active=True).order_by("name", "pk")


def friend_filter(user_id: int, field: str) -> Q:
    """Whether the person in that field is a friend of theirs."""
    mutual = Friendship.objects.filter(accepted_at__isnull=False)
    ways = mutual.filter(requester=user_id).values("recipient"), mutual.filter(recipient=user_id).values("requester")
    return Q(**{f"{field}__in": ways[0]}) | Q(**{f"{field}__in": ways[1]})


def list_friend_requests(user_id: int) -> list[User]:
    """Who would like to be this person's friend, but for those they have blocked. 1 query."""
    open_ = Friendship.objects.filter(recipient=user_id, accepted_at=None, requester__is_active=True)
    rows = open_.exclude(requester__in=_blocked_ids(user_id)).select_related("requester").order_by("-created_at")
    return [row.requester for row in rows[:MAX_FRIENDS]]


def get_relationship(user_id: int, other_id: int) -> str:
    """ "friends", "asked" (by the reader), "asking" (the other) or "". 1 query."""
    pair = Q(requester=user_id, recipient=other_id) | Q(requester=other_id, recipient=user_id)
    rows = list(Friendship.objects.filter(pair).values_list("requester", "accepted_at"))
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


def _blocked_ids(user_id: int) -> "QuerySet[Block, int]":
    return Block.objects.filter(user=user_id).values_list("other_user", flat=True)
