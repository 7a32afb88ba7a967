"""Friends by link: whoever is given it, and has an account, becomes a friend at once."""

from django.contrib.auth import get_user_model

from accounts.models import User
from config.db.locking import write_transaction
from games.social.friends.blocks import is_blocked
from games.social.friends.services import accept_friend, get_relationship, require_full_account
from games.social.models import FriendLink, Friendship
from games.tables.errors import NotFoundError
from games.tables.models import new_public_id


def get_friend_link(user_id: int) -> str:
    """The code of somebody's link; "": they have none. 1 query."""
    return FriendLink.objects.filter(user=user_id).values_list("code", flat=True).first() or ""


def renew_friend_link(user_id: int) -> None:
    """A link, or another one: the one before leads nowhere any more. Raises ForbiddenError for a guest."""
    require_full_account(user_id)
    with write_transaction():
        FriendLink.objects.update_or_create(user_id=user_id, defaults={"code": new_public_id()})


def delete_friend_link(user_id: int) -> None:
    with write_transaction():
        FriendLink.objects.filter(user=user_id).delete()


def find_by_link(code: str) -> User | None:
    """Whose link it is. 1 query."""
    return get_user_model().objects.filter(friend_link__code=code, is_active=True, anonymised_at=None).first()


def accept_link(*, user_id: int, owner: User) -> None:
    """Become a friend of whoever has given one the link. Raises NotFoundError where either has blocked the other, as
    for a link that leads nowhere, and ForbiddenError for a guest."""
    require_full_account(user_id)
    if is_blocked(by=owner.pk, other=user_id) or is_blocked(by=user_id, other=owner.pk):
        raise NotFoundError("no-such-link")
    if owner.pk == user_id or get_relationship(user_id, owner.pk) == "friends":
        return
    with write_transaction():
        # The link is the owner's request; what the other has asked before is answered with it.
        Friendship.objects.get_or_create(requester=owner, recipient_id=user_id)
        accept_friend(user_id=user_id, other_id=owner.pk)
        Friendship.objects.filter(requester=user_id, recipient=owner, accepted_at=None).delete()
