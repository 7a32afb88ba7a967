"""Not wanting to read somebody (mute), or to have to do with them at all (block). Both are one's own business: nobody
is told, and what others read stays as it is."""

from config.db.locking import write_transaction
from games.social import signals
from games.social.friends.services import end_friendship
from games.social.models import Block, Mute
from games.tables.errors import ForbiddenError


def mute(*, user_id: int, other_id: int, table_pk: int | None) -> None:
    """Read no more of somebody: at this table, or (None) anywhere. Raises ForbiddenError for oneself."""
    _check_other(user_id, other_id)
    with write_transaction():
        if not Mute.objects.filter(user=user_id, other_user=other_id, table=table_pk).exists():
            row = Mute(user_id=user_id, other_user_id=other_id, table_id=table_pk)
            Mute.objects.bulk_create([row], ignore_conflicts=True)


def unmute(*, user_id: int, other_id: int) -> None:
    """Read somebody again, everywhere."""
    with write_transaction():
        Mute.objects.filter(user=user_id, other_user=other_id).delete()


def block(*, user_id: int, other_id: int) -> None:
    """Have nothing to do with somebody. Raises ForbiddenError for oneself."""
    _check_other(user_id, other_id)
    with write_transaction():
        Block.objects.get_or_create(user_id=user_id, other_user_id=other_id)
        end_friendship(user_id=user_id, other_id=other_id)
        signals.PersonBlocked(user_id, other_id).send_on_commit()


def unblock(*, user_id: int, other_id: int) -> None:
    with write_transaction():
        Block.objects.filter(user=user_id, other_user=other_id).delete()


def is_blocked(*, by: int, other: int) -> bool:
    """1 query."""
    return Block.objects.filter(user=by, other_user=other).exists()


def _check_other(user_id: int, other_id: int) -> None:
    if user_id == other_id:
        raise ForbiddenError("only-others")
