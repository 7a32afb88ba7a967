"""Staff who play: what they may do to people at their own tables, with real tables."""

import pytest
from django.contrib.auth.models import Permission
from django.urls import reverse

from games.tables.models import Seat
from tests.matches import running
from tests.moderation.actions import table_void
from tests.moderation.admin.conftest import staff

WHY = {"reason": "a report", "category": "abuse", "hours": "24"}


def act(name: str, person) -> str:
    return reverse("admin:accounts_user_act", args=(name,)) + f"?person={person.pk}"


@pytest.fixture
def mine(anna, boss):
    """A running table at which an operator plays against Anna."""
    return running("lombard", anna, boss, seats=4, options={"target_coins": 32})


def test_no_link_for_a_rival_until_the_table_has_ended(at_desk, anna, ben, boss, mine):
    client = at_desk(boss)
    assert client.post(act("reset", anna), WHY).status_code == 403
    assert client.post(act("reset", ben), WHY).context["link"]
    table_void(public_id=mine.public_id, moderator_id=ben.pk, reason="enough")
    assert client.post(act("reset", anna), WHY).context["link"]


def test_nor_an_address_or_a_password(at_desk, anna, boss, mine):
    client = at_desk(boss)
    page = reverse("admin:accounts_user_change", args=(anna.pk,))
    form = {"username": "owned", "email": "eve@example.org", "language": ""}
    assert client.post(page, form).status_code == 302
    assert client.get(reverse("admin:auth_user_password_change", args=(anna.pk,))).status_code == 403
    anna.refresh_from_db()
    assert (anna.username, anna.email) == ("anna", "anna@example.org")


def test_who_plays_leaves_suspending_to_others(at_desk, anna, ben):
    sue = staff("sue", Permission.objects.filter(codename__in=("view_user", "suspend_person")))
    running("lombard", anna, sue, seats=4)
    client = at_desk(sue)
    assert client.post(act("suspend", anna), WHY).status_code == 403
    assert client.post(act("suspend", ben), WHY).status_code == 302
    anna.refresh_from_db()
    assert anna.is_active


def test_whoever_is_anonymised_keeps_the_seats(at_desk, anna, boss, table):
    assert at_desk(boss).post(act("anonymise", anna), WHY).status_code == 302
    seat = Seat.objects.get(table=table, number=0)
    assert seat.user == anna
    page = at_desk(boss).get(reverse("admin:tables_table_change", args=(table.pk,))).content.decode()
    assert "Former player" in page
    assert "Anna" not in page
