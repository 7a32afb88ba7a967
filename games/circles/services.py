"""Founding a circle, joining and leaving it, looking after it, and setting up its tables.

What changes who is in a circle locks its row, so that two who join or leave at once count each other."""

from accounts.models import User
from config.db.locking import write_transaction
from games.circles.forms import CircleTableForm, CircleWebhookForm
from games.circles.models import Circle, CircleMember, CircleTable, CircleWebhook
from games.social.friends.invitations import create_and_invite
from games.tables.errors import ConflictError, ForbiddenError, LimitExceededError, NotFoundError
from games.tables.models import Table, new_public_id

MAX_MEMBERS = 30
MAX_CIRCLES = 20  # of one person


def create_circle(user: User, name: str) -> Circle:
    """A circle of one. Raises ForbiddenError for a guest, LimitExceededError for who is in enough."""
    _require_may_join(user)
    with write_transaction():
        circle = Circle.objects.create(name=name, owner=user)
        CircleMember.objects.create(circle=circle, user=user)
    return circle


def join_circle(user: User, code: str) -> Circle:
    """Become a member by the link; being one is fine. Raises NotFoundError for a link that leads nowhere."""
    with write_transaction():
        circle = Circle.objects.select_for_update().filter(join_code=code).first()
        if circle is None:
            raise NotFoundError("no-such-circle")
        if CircleMember.objects.filter(circle=circle, user=user).exists():
            return circle
        _require_may_join(user)
        if CircleMember.objects.filter(circle=circle).count() >= MAX_MEMBERS:
            raise ConflictError("circle-full", {"limit": MAX_MEMBERS})
        CircleMember.objects.create(circle=circle, user=user)
    return circle


def leave_circle(public_id: str, user_id: int) -> None:
    """The last one takes the circle along. Raises ConflictError for an owner who leaves others behind."""
    with write_transaction():
        circle = _lock(public_id, user_id)
        others = CircleMember.objects.filter(circle=circle).exclude(user=user_id)
        if circle.owner_id == user_id and others.exists():
            raise ConflictError("circle-owner-stays")
        CircleMember.objects.filter(circle=circle, user=user_id).delete()
        if circle.owner_id == user_id:
            circle.delete()


def rename_circle(public_id: str, user_id: int, name: str) -> None:
    with write_transaction():
        Circle.objects.filter(pk=_lock_own(public_id, user_id).pk).update(name=name)


def renew_link(public_id: str, user_id: int) -> None:
    """The link before it leads nowhere any more."""
    with write_transaction():
        _renew_link(_lock_own(public_id, user_id))


def set_webhook(public_id: str, user_id: int, form: CircleWebhookForm) -> None:
    """As the valid form says, in place of what there was."""
    with write_transaction():
        circle = _lock_own(public_id, user_id)
        CircleWebhook.objects.update_or_create(circle=circle, defaults={**form.cleaned_data, "problem": ""})


def delete_webhook(public_id: str, user_id: int) -> None:
    with write_transaction():
        CircleWebhook.objects.filter(circle=_lock_own(public_id, user_id)).delete()


def remove_member(public_id: str, user_id: int, member_id: str) -> None:
    """Whoever is removed can't come back by the link they know."""
    with write_transaction():
        circle = _lock_own(public_id, user_id)
        member = _get_other_member(circle, user_id, member_id)
        member.delete()
        _renew_link(circle)


def hand_over(public_id: str, user_id: int, member_id: str) -> None:
    """Another member looks after it from now on."""
    with write_transaction():
        circle = _lock_own(public_id, user_id)
        circle.owner_id = _get_other_member(circle, user_id, member_id).user_id
        circle.save(update_fields=["owner"])


def create_circle_table(circle: Circle, user: User, form: CircleTableForm) -> Table:
    """A table as the valid form says; all other members are invited."""
    members = [row.user for row in CircleMember.objects.filter(circle=circle).select_related("user")]
    seats = form.cleaned_data["seats"] or form.fit_seats(min(len(members), form.usual_seats))
    with write_transaction():
        table = create_and_invite(form, user, [one for one in members if one.pk != user.pk], seats=seats)
        CircleTable.objects.create(table=table, circle=circle)
    return table


def remember_rematch(before: Table, table: Table) -> None:
    """A rematch belongs to the circle of the table before it. 1 query, 2 where there is one."""
    row = CircleTable.objects.filter(table=before).first()
    if row is not None:
        CircleTable.objects.create(table=table, circle_id=row.circle_id)


def leave_all_circles(user: User) -> None:
    """Somebody goes for good: who has been in it longest looks after what was theirs; what is empty is no more."""
    with write_transaction():
        CircleMember.objects.filter(user=user).delete()
        for circle in Circle.objects.select_for_update().filter(owner=user):
            heir = CircleMember.objects.filter(circle=circle).order_by("joined_at", "pk").first()
            if heir is None:
                circle.delete()
            else:
                circle.owner_id = heir.user_id
                circle.save(update_fields=["owner"])


def _require_may_join(user: User) -> None:
    if user.is_guest:
        raise ForbiddenError("circle-account")
    if CircleMember.objects.filter(user=user).count() >= MAX_CIRCLES:
        raise LimitExceededError("too-many-circles", {"limit": MAX_CIRCLES})


def _lock(public_id: str, user_id: int) -> Circle:
    """The circle, for one of its members; NotFoundError for anybody else."""
    circle = Circle.objects.select_for_update().filter(public_id=public_id).first()
    if circle is None or not CircleMember.objects.filter(circle=circle, user=user_id).exists():
        raise NotFoundError("no-such-circle")
    return circle


def _lock_own(public_id: str, user_id: int) -> Circle:
    circle = _lock(public_id, user_id)
    if circle.owner_id != user_id:
        raise ForbiddenError("not-circle-owner")
    return circle


def _renew_link(circle: Circle) -> None:
    circle.join_code = new_public_id()
    circle.save(update_fields=["join_code"])


def _get_other_member(circle: Circle, user_id: int, member_id: str) -> CircleMember:
    others = CircleMember.objects.filter(circle=circle).exclude(user=user_id)
    member = others.filter(user__public_id=member_id).first()
    if member is None:
        raise ConflictError("no-such-member")
    return member
