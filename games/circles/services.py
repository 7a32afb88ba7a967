"""Circles: creating, joining, leaving, settings and tables.

Changes of membership lock the circle's row, so that two people who join or leave simultaneously count each other. A
circle's row is locked before a person's: joining counts their circles, and handing over refers to the new owner.
"""

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.url_converters import is_public_id
from config.db.locking import write_transaction
from games.circles.forms import CircleTableForm, CircleWebhookForm
from games.circles.models import Circle, CircleMember, CircleTable, CircleWebhook
from games.social.friends.invitations import create_and_invite
from games.tables.errors import ConflictError, ForbiddenError, LimitExceededError, NotFoundError
from games.tables.models import Table, new_public_id
from games.tables.services.quotas import lock_person

MAX_MEMBERS = 30
MAX_CIRCLES = 20  # per person


def create_circle(user: User, name: str) -> Circle:
    """Create a circle with one member. Raises ForbiddenError for a guest, LimitExceededError at the limit."""
    with write_transaction():
        _require_may_join(user)
        circle = Circle.objects.create(name=name, owner=user)
        CircleMember.objects.create(circle=circle, user=user)
    return circle


def join_circle(user: User, code: str) -> Circle:
    """Join by the circle's link. Does nothing for members. Raises NotFoundError for an invalid link."""
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
    """Leave a circle; the last member deletes it. Raises ConflictError for an owner while there are other members."""
    with write_transaction():
        circle = _lock(public_id, user_id)
        other_members = CircleMember.objects.filter(circle=circle).exclude(user=user_id)
        if circle.owner_id == user_id and other_members.exists():
            raise ConflictError("circle-owner-stays")
        CircleMember.objects.filter(circle=circle, user=user_id).delete()
        if circle.owner_id == user_id:
            circle.delete()


def rename_circle(public_id: str, user_id: int, name: str) -> None:
    with write_transaction():
        Circle.objects.filter(pk=_lock_own(public_id, user_id).pk).update(name=name)


def renew_link(public_id: str, user_id: int) -> None:
    """Replace the circle's link; the previous one stops working."""
    with write_transaction():
        _renew_link(_lock_own(public_id, user_id))


def require_owner(circle: Circle, user_id: int) -> None:
    """Raise ForbiddenError unless this person owns the circle."""
    if circle.owner_id != user_id:
        raise ForbiddenError("not-circle-owner")


def set_webhook(public_id: str, user_id: int, form: CircleWebhookForm) -> None:
    """Save the webhook of a valid form, replacing the previous one."""
    with write_transaction():
        circle = _lock_own(public_id, user_id)
        CircleWebhook.objects.update_or_create(circle=circle, defaults={**form.cleaned_data, "problem": ""})


def delete_webhook(public_id: str, user_id: int) -> None:
    with write_transaction():
        CircleWebhook.objects.filter(circle=_lock_own(public_id, user_id)).delete()


def remove_member(public_id: str, user_id: int, member_id: str) -> None:
    """Remove a member and replace the link, so that they can't use it to return."""
    with write_transaction():
        circle = _lock_own(public_id, user_id)
        member = _get_other_member(circle, user_id, member_id)
        member.delete()
        _renew_link(circle)


def hand_over(public_id: str, user_id: int, member_id: str) -> None:
    """Make another member the owner."""
    with write_transaction():
        circle = _lock_own(public_id, user_id)
        circle.owner_id = _get_other_member(circle, user_id, member_id).user_id
        circle.save(update_fields=["owner"])


def create_circle_table(circle: Circle, user: User, form: CircleTableForm) -> Table:
    """Create a table from a valid form and invite all other members. Raises NotFoundError for a non-member."""
    members = [row.user for row in CircleMember.objects.filter(circle=circle).select_related("user")]
    seats = form.cleaned_data["seats"] or form.fit_seats(min(len(members), form.usual_seats))
    with write_transaction():
        _lock(circle.public_id, user.pk)
        table = create_and_invite(form, user, [member for member in members if member.pk != user.pk], seats=seats)
        CircleTable.objects.create(table=table, circle=circle)
    return table


def remember_rematch(before: Table, table: Table) -> None:
    """Assign a rematch to the circle of the previous table, if its host is a member. 1 query, 2 if so."""
    members = CircleMember.objects.filter(circle=OuterRef("circle"), user=table.host_id)
    row = CircleTable.objects.filter(Exists(members), table=before).first()
    if row is not None:
        CircleTable.objects.create(table=table, circle_id=row.circle_id)


def lock_circles(user: User) -> list[Circle]:
    """Lock all circles of a person whose account is about to be deleted.

    Lock them together: otherwise two owners who leave at the same time could hand over to each other.
    """
    ids = CircleMember.objects.filter(user=user).values("circle")
    return list(Circle.objects.select_for_update().filter(Q(owner=user) | Q(pk__in=ids)).order_by("pk"))


def leave_all_circles(user: User) -> None:
    """Remove a person whose account is deleted from all circles.

    The longest-standing member becomes the owner of a circle that was theirs; an empty one is deleted.
    """
    with write_transaction():
        circles = lock_circles(user)
        CircleMember.objects.filter(user=user).delete()
        for circle in circles:
            if circle.owner_id == user.pk:
                _pass_on(circle)


def _pass_on(circle: Circle) -> None:
    heir = CircleMember.objects.filter(circle=circle).order_by("joined_at", "pk").first()
    if heir is None:
        circle.delete()
    else:
        circle.owner_id = heir.user_id
        circle.save(update_fields=["owner"])


def _require_may_join(user: User) -> None:
    if lock_person(user.pk):
        raise ForbiddenError("circle-account")
    if CircleMember.objects.filter(user=user).count() >= MAX_CIRCLES:
        raise LimitExceededError("too-many-circles", {"limit": MAX_CIRCLES})


def _lock(public_id: str, user_id: int) -> Circle:
    """Lock and return the circle, for a member. Raises NotFoundError for anyone else."""
    circle = Circle.objects.select_for_update().filter(public_id=public_id).first()
    if circle is None or not CircleMember.objects.filter(circle=circle, user=user_id).exists():
        raise NotFoundError("no-such-circle")
    return circle


def _lock_own(public_id: str, user_id: int) -> Circle:
    circle = _lock(public_id, user_id)
    require_owner(circle, user_id)
    return circle


def _renew_link(circle: Circle) -> None:
    circle.join_code = new_public_id()
    circle.save(update_fields=["join_code"])


def _get_other_member(circle: Circle, user_id: int, member_id: str) -> CircleMember:
    other_members = CircleMember.objects.filter(circle=circle).exclude(user=user_id)
    member = other_members.filter(user__public_id=member_id).first() if is_public_id(member_id) else None
    if member is None:
        raise ConflictError("no-such-member")
    return member
