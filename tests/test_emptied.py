"""What a transactional test leaves is gone before the next, and what a migration had made is there."""

import pytest
from django.contrib.auth.models import Group
from django.db import connection

from accounts.models import User
from config.db import append_only
from games.tables.models import Event, Table
from tests.emptied import emptied, lasting

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.usefixtures("sdc")
@pytest.mark.parametrize("changed", [False, True])
def test_people_and_tables_go_and_rights_stay(changed):
    before = lasting()
    names = [row[1] for rows in before[:3] for row in rows]
    if changed:
        Group.objects.get(name="senior").delete()
    emptied(before)
    assert [model.objects.count() for model in (User, Table, Event)] == [0, 0, 0]
    assert (lasting() == before) is not changed  # made anew, they have other numbers
    assert [row[1] for rows in lasting()[:3] for row in rows] == names
    assert all(lasting())
    assert append_only.list_missing_triggers(connection) == []
