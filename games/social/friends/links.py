"""Friend links: anyone with an account who accepts one becomes a friend immediately."""

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from config.db.locking import write_transaction
from games.social.friends.services import NO_USER_ID, accept_friend, get_relationship, require_full_account
from games.social.models import Block, FriendLink, Friendship
from games.tables.errors import NotFoundError
from games.tables.models import new_public_id
from games.tables.services.quotas import lock_people, lock_person


def get_friend_link(user_id: int) -> str:
    """Return the code of the user's link; "" for none. 1 query."""
    return FriendLink.objects.filter(user=user_id).values_list("code", flat=True).first() or ""


def renew_friend_link(user_id: int) -> None:
    """Give the user a new link; the previous one stops working. Raises ForbiddenError for a guest."""
    require_full_account(user_id)
    with write_transaction():
        lock_person(user_id)
        FriendLink.objects.update_or_create(user_id=user_id, defaults={"code": new_public_id()})


def delete_friend_link(user_id: int) -> None:
    with write_transaction():
        FriendLink.objects.filter(user=user_id).delete()


def find_by_link(code: str, user_id: int | None) -> User | None:
    """Return the owner of a link, or None if it doesn't exist or either has blocked the other. 1 query."""
    reader = user_id or NO_USER_ID
    blocks = Block.objects.filter(Q(user=OuterRef("pk"), other_user=reader) | Q(user=reader, other_user=OuterRef("pk")))
    owners = get_user_model().objects.filter(friend_link__code=code, is_active=True, anonymised_at=None)
    return owners.filter(~Exists(blocks)).first()


def accept_link(*, user_id: int, code: str) -> User:
    """Become a friend of the link's owner, and return them.

    Raises NotFoundError if `find_by_link` returns None, and ForbiddenError for a guest.
    """
    owner = find_by_link(code, user_id)
    if owner is None:
        raise NotFoundError("no-such-link")
    require_full_account(user_id)
    if owner.pk == user_id:
        return owner
    with write_transaction():
        lock_people(user_id, [owner.pk])
        if find_by_link(code, user_id) is None:  # deleted, blocked or replaced in the meantime
            raise NotFoundError("no-such-link")
        if get_relationship(user_id, owner.pk) == "friends":
            return owner
        # The link counts as the owner's request; it also answers an open request of the other.
        Friendship.objects.get_or_create(requester=owner, recipient_id=user_id)
        accept_friend(user_id=user_id, other_id=owner.pk)
        Friendship.objects.filter(requester=user_id, recipient=owner, accepted_at=None).delete()
    return owner
