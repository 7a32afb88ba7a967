"""Many tables at once, as rows: for lists, which read no log, and for bots, which have much to do."""

from copy import copy
from datetime import timedelta
from typing import Any

from django.db import models

from accounts.models import User
from games.tables.models import Event, Position, Seat, Seed, Table, new_public_id


def alike(table: Table, *hosts: User) -> list[Table]:
    """One more open table like this for each of these hosts, each newer than the one before. They have no log."""
    tables, places = [], []
    assert table.changed_at is not None
    for n, host in enumerate(hosts, 1):
        twin = copy(table)
        twin.pk, twin.public_id, twin.host = None, new_public_id(), host
        twin.changed_at = twin.lobby_at = table.changed_at + timedelta(microseconds=n)
        tables.append(twin)
    Table.objects.bulk_create(tables)
    for twin in tables:
        for place in table.seats.all():
            place.pk, place.table = None, twin
            place.user = twin.host if place.number == 0 else place.user
            places.append(place)
    Seat.objects.bulk_create(places)
    return tables


def running_alike(table: Table, *hosts: User) -> list[Table]:
    """One more running table for each of these hosts that stands as this one does: its bots can play on there."""
    rows = [row for model in (Seat, Seed, Position, Event) for row in model._default_manager.filter(table=table)]
    tables = [
        copy_row(table, public_id=new_public_id(), invite_code=new_public_id(), host_id=host.pk) for host in hosts
    ]
    Table.objects.bulk_create(tables)
    for model in (Seat, Seed, Position, Event):
        of_one = [row for row in rows if type(row) is model]
        model._default_manager.bulk_create([copy_row(row, table_id=twin.pk) for twin in tables for row in of_one])
    return tables


def copy_row(row: models.Model, **changed: Any) -> Any:
    """A new row, not saved, with what that one has and what is changed."""
    columns = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    return type(row)(**columns | changed)
