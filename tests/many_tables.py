"""Many tables at once, as rows: for lists, which read no log."""

from copy import copy
from datetime import timedelta

from accounts.models import User
from games.tables.models import Seat, Table, new_public_id


def alike(table: Table, *hosts: User) -> list[Table]:
    """One more open table like this for each of these hosts, each newer than the one before. They have no log."""
    tables, places = [], []
    assert table.changed_at is not None
    for n, host in enumerate(hosts, 1):
        one = copy(table)
        one.pk, one.public_id, one.host = None, new_public_id(), host
        one.changed_at = one.lobby_at = table.changed_at + timedelta(microseconds=n)
        tables.append(one)
    Table.objects.bulk_create(tables)
    for one in tables:
        for place in table.seats.all():
            place.pk, place.table = None, one
            place.user = one.host if place.number == 0 else place.user
            places.append(place)
    Seat.objects.bulk_create(places)
    return tables
