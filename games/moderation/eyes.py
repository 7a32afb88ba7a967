"""Who may look at the hidden cards of a running table: nobody who plays there or did, whatever their rights."""

from django.contrib.auth import get_user_model
from django.utils import timezone

from accounts.models import Device
from games.engine.chain import holder_mark
from games.tables.errors import NotAllowed
from games.tables.models import Event, Seat, Table


def check_eyes(table: Table, user_id: int) -> None:
    """Raises NotAllowed. Up to 5 queries; `table` comes with its seed, which only marks who held a seat."""
    person = get_user_model().objects.filter(pk=user_id, is_active=True).first()
    if person is None or not person.has_perm("games.see_hidden_cards"):
        raise NotAllowed("no-right")
    if tied(table, user_id):
        raise NotAllowed("own-table")


def tied(table: Table, user_id: int) -> bool:
    """Whether somebody sits at the table, or once did, or shares a browser with somebody who sits there. 3 queries."""
    people = list(Seat.objects.filter(table=table, user__isnull=False).values_list("user_id", flat=True))
    if user_id in people or _sat_there(table, user_id):
        return True
    now = timezone.now()
    mine = Device.objects.filter(user=user_id, expires_at__gt=now).values("token_hash")
    return Device.objects.filter(user__in=people, expires_at__gt=now, token_hash__in=mine).exists()


def _sat_there(table: Table, user_id: int) -> bool:
    """The log names nobody, but marks whoever sits down."""
    mark = holder_mark(table.public_id, bytes(table.seed.value), user_id)
    sat = Event.objects.filter(table=table, kind__in=(Event.Kind.CREATE, Event.Kind.SIT), body__contains=mark)
    return sat.exists()
