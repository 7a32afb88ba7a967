"""Muting (not reading a person) and blocking (no contact at all). Both are private: no one is notified."""

from config.db.locking import write_transaction
from games.social import signals
from games.social.friends.services import end_friendship
from games.social.models import Block, Mute
from games.tables.errors import ForbiddenError
from games.tables.services.quotas import lock_people


def mute(*, user_id: int, other_id: int, table_pk: int | None) -> None:
    """Hide what a person writes, at this table or (None) everywhere. Does nothing about a deleted account.

    Raises ForbiddenError for the user themselves.
    """
    _check_other(user_id, other_id)
    with write_transaction():
        if other_id not in lock_people(user_id, [other_id]):
            return
        if not Mute.objects.filter(user=user_id, other_user=other_id, table=table_pk).exists():
            row = Mute(user_id=user_id, other_user_id=other_id, table_id=table_pk)
            Mute.objects.bulk_create([row], ignore_conflicts=True)


def unmute(*, user_id: int, other_id: int) -> None:
    """End all mutes of this person."""
    with write_transaction():
        Mute.objects.filter(user=user_id, other_user=other_id).delete()


def block(*, user_id: int, other_id: int) -> None:
    """Block a person, which ends a friendship. Does nothing about a deleted account.

    Raises ForbiddenError for the user themselves.
    """
    _check_other(user_id, other_id)
    with write_transaction():
        if other_id not in lock_people(user_id, [other_id]):
            return
        Block.objects.get_or_create(user_id=user_id, other_user_id=other_id)
        end_friendship(user_id=user_id, other_id=other_id)
        signals.PersonBlocked(user_id, other_id).send_on_commit()


def unblock(*, user_id: int, other_id: int) -> None:
    with write_transaction():
        Block.objects.filter(user=user_id, other_user=other_id).delete()


def is_blocked(*, by: int, other: int) -> bool:
    """Return whether `by` has blocked `other`. 1 query."""
    return Block.objects.filter(user=by, other_user=other).exists()


def _check_other(user_id: int, other_id: int) -> None:
    if user_id == other_id:
        raise ForbiddenError("only-others")
