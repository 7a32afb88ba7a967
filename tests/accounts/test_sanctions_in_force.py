"""A longer sanction is only replaced by a shorter one if the moderator asks for it."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import AuditLogEntry, Sanction, User
from accounts.selectors import get_silence
from accounts.staff import sanctions
from tests.accounts.conftest import who
from tests.accounts.sanctioned import laid, suspend
from tests.sentences import squeezed

DAY = 24


@pytest.fixture
def desk(client, boss):
    client.force_login(boss)
    return client


def action_page(name: str, *people: User) -> str:
    return f"/admin/accounts/user/act/{name}/?" + "&".join(f"person={person.pk}" for person in people)


def send(desk, address: str, **fields: object):
    """Open the page and send its form, as a browser does."""
    page = desk.get(address).content.decode()
    match = re.search(r'name="seen"[^>]* value="([^"]*)"', page)
    form = {"category": "abuse", "reason": "Again", "seen": match.group(1) if match else ""}
    return desk.post(address, form | fields)


def text(answer) -> str:
    return squeezed(answer.content.decode())


def in_force(person: User) -> list[Sanction]:
    return list(Sanction.objects.in_force().filter(person=person).order_by("pk"))


def test_a_short_suspension_does_not_end_a_ban(desk, anna, boss):
    ban = suspend(anna, boss, reason="Sold chips")
    answer = send(desk, action_page("suspend", anna), hours=3 * DAY)
    assert answer.status_code == 422
    assert in_force(anna) == [ban]
    page = text(answer)
    assert "Anna is already under a longer sanction (Ban, imposed by boss: “Sold chips”). Nothing has changed." in page
    assert "Replace the ban that is in force" in page
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.action, entry.details) == ("keep-longer", {"kind": "suspend", "kept": ban.public_id})


def test_a_short_suspension_replaces_a_ban_if_the_moderator_says_so(desk, anna, boss):
    ban = suspend(anna, boss)
    assert send(desk, action_page("suspend", anna), hours=3 * DAY, replaces="on").status_code == 302
    ban.refresh_from_db()
    (row,) = in_force(anna)
    assert (ban.end_reason, row.ends_at is not None) == ("replaced", True)
    assert not User.objects.get(pk=anna.pk).is_active
    entry = AuditLogEntry.objects.latest("pk")
    assert (entry.action, entry.details) == ("sanction-suspend", {"replaced": [ban.public_id]})
    assert "Suspension, replacing Ban: Again" in desk.get(f"/admin/accounts/user/{anna.pk}/history/").content.decode()


@pytest.mark.parametrize("kind", ["mute", "no-reports", "suspend"])
def test_every_timed_kind_keeps_the_longer_one(desk, anna, boss, kind):
    week = laid(kind, anna, boss, hours=7 * DAY)
    assert send(desk, action_page(kind, anna), hours=DAY).status_code == 422
    assert in_force(anna) == [week]
    assert send(desk, action_page(kind, anna), hours=30 * DAY).status_code == 302
    (month,) = in_force(anna)
    assert month.ends_at > week.ends_at


def test_the_page_says_what_is_in_force_before_the_press(desk, anna, boss):
    suspend(anna, boss, hours=7 * DAY, reason="Sold chips")
    page = text(desk.get(action_page("suspend", anna)))
    assert "In force now" in page
    assert re.search(r"Suspension until [^<]+, imposed by boss: “Sold chips”", page)
    assert "is refused, unless you tick the box below." in page
    assert 'name="replaces"' in page
    ban_page = text(desk.get(action_page("ban", anna)))
    assert "The new sanction will be in force instead." in ban_page
    assert 'name="replaces"' not in ban_page  # nothing is longer than a ban
    assert "In force now" not in text(desk.get(action_page("mute", User.objects.create_user("eve"))))


def test_a_page_of_many_people_names_the_one_whose_sanction_is_longer_and_changes_nobody(desk, anna, boss):
    eve = User.objects.create_user("eve", name="Eve")
    suspend(eve, boss)
    answer = send(desk, action_page("suspend", anna, eve), hours=DAY)
    assert answer.status_code == 422
    assert "Eve is already under a longer sanction" in text(answer)
    assert not in_force(anna)
    assert send(desk, action_page("suspend", anna, eve), hours=DAY, replaces="on").status_code == 302
    assert [row.ends_at is None for row in (*in_force(anna), *in_force(eve))] == [False, False]


def test_what_changed_since_the_page_was_made_is_said_and_nothing_is_done(desk, anna, boss):
    address = action_page("suspend", anna)
    week = suspend(anna, boss, hours=7 * DAY)
    seen_sanctions = desk.get(address).context["form"]["seen"].value()
    form = {"category": "abuse", "reason": "Again", "hours": DAY, "replaces": "on", "seen": seen_sanctions}
    judge = User.objects.create_superuser("judge")
    ban = suspend(anna, judge, reason="Second account")
    answer = desk.post(address, form)
    assert answer.status_code == 422
    assert in_force(anna) == [ban]
    page = text(answer)
    assert "has changed since you opened this page. It is now: Ban, imposed by judge: “Second account”" in page
    assert not answer.context["form"]["replaces"].value()  # ticked for the other one
    assert week.public_id not in answer.context["form"]["seen"].value()
    sanctions.lift_sanction(sanction=ban, by=judge, reason="x")
    assert "It is now: nothing of this kind" in text(desk.post(address, form))
    assert not in_force(anna)


def test_one_whose_time_is_over_is_in_nobodys_way(desk, anna, boss):
    old = suspend(anna, boss, hours=7 * DAY)
    Sanction.objects.filter(pk=old.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert send(desk, action_page("suspend", anna), hours=1).status_code == 302
    old.refresh_from_db()
    assert old.end_reason == "expired"
    assert len(in_force(anna)) == 1


def test_a_new_guest_has_the_longest_of_what_earlier_guests_had(client, guest, boss):
    laid("mute", guest, boss, hours=DAY)
    client.cookies.pop("sessionid")
    client.post("/test/sit/")
    second = who(client)
    week = laid("mute", second, boss, hours=7 * DAY)
    client.cookies.pop("sessionid")
    client.post("/test/sit/")
    third = who(client)
    (copy,) = in_force(third)
    assert (copy.copied_from, copy.ends_at) == (week, week.ends_at)
    assert get_silence(third.pk) == (True, week.ends_at)
    desk_form = {"category": "abuse", "reason": "x", "hours": 1}
    client.force_login(boss)
    assert send(client, action_page("mute", third), **desk_form).status_code == 422
    assert in_force(third) == [copy]
    page = client.get(f"/admin/accounts/sanction/decide/{copy.pk}/").content.decode()
    assert "Asked of another guest in the same browser" in page
