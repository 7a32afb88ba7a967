"""Operators and people: finding, suspending with a reason, and nobody climbing above their rights."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import call_command

from accounts import mailboxes
from accounts.models import User
from tests.accounts.conftest import PASSWORD, who

PEOPLE = "/admin/accounts/user/"


def act(client, action, *people, **extra):
    form = {"action": action, "_selected_action": [person.pk for person in people]}
    return client.post(PEOPLE, form | extra, follow=True)


def fields(person, **changes):
    form = {"username": person.username, "name": person.name, "email": person.email, "language": person.language}
    return form | changes


@pytest.fixture
def helper() -> User:
    """Staff who may see, change and delete people, and no more."""
    helper = User.objects.create_user("helper", password=PASSWORD, is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    return helper


def test_operators_come_in_by_the_same_door(client, boss):
    answer = client.get("/admin/", follow=True)
    assert answer.redirect_chain[-1][0] == "/accounts/login/?next=%2Fadmin%2F"
    form = {"login": "boss", "password": PASSWORD, "next": "/admin/"}
    assert client.post("/accounts/login/", form).url == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_full_accounts_that_are_no_staff_stay_outside(client, anna):
    client.force_login(anna)
    assert client.get(PEOPLE, follow=True).status_code == 403


@pytest.mark.parametrize("query", ["?q=anna", "?q=Anna", "?q=example.org", "?is_guest__exact=0", "?is_active__exact=1"])
def test_finding_people(client, anna, boss, query):
    client.force_login(boss)
    assert anna in client.get(PEOPLE + query).context["cl"].result_list


def test_finding_by_the_id_in_an_address(client, anna, boss):
    client.force_login(boss)
    assert list(client.get(f"{PEOPLE}?q={anna.public_id}").context["cl"].result_list) == [anna]


def test_suspending_asks_for_a_reason_and_remembers_it(client, other, anna, boss):
    client.force_login(boss)
    other.force_login(anna)
    assert "Reason" in act(client, "suspend", anna).content.decode()
    assert "A reason is needed." in act(client, "suspend", anna, reason=" ").content.decode()
    assert who(other) == anna
    act(client, "suspend", anna, reason="Two accounts at one table")
    assert who(other).is_anonymous
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (boss, str(anna.pk))
    assert entry.change_message == "Suspended: Two accounts at one table"
    act(client, "restore", anna, reason="They share a computer")
    assert LogEntry.objects.first().change_message == "Suspension lifted: They share a computer"
    assert who(other) == anna


def test_nobody_suspends_themselves(client, boss):
    client.force_login(boss)
    assert "Nobody you may change." in act(client, "suspend", boss).content.decode()
    act(client, "suspend", boss, reason="slip of the mouse")
    assert who(client) == boss


def test_a_helper_changes_people_but_nobody_above(client, helper, anna, boss):
    client.force_login(helper)
    assert client.post(f"{PEOPLE}{anna.pk}/change/", fields(anna, name="Annie")).status_code == 302
    anna.refresh_from_db()
    assert anna.name == "Annie"
    assert client.post(f"{PEOPLE}{boss.pk}/change/", fields(boss, name="Bob")).status_code == 403
    assert client.post(f"{PEOPLE}{boss.pk}/password/", {}).status_code == 403
    assert client.post(f"{PEOPLE}{boss.pk}/delete/", {"post": "yes"}).status_code == 403
    assert "link" not in act(client, "issue_reset_link", boss).context
    act(client, "suspend", boss, reason="revolution")
    act(client, "delete_selected", boss, post="yes")
    boss.refresh_from_db()
    assert (boss.name, boss.is_active) == ("boss", True)


def test_a_helper_gives_no_rights(client, helper, anna):
    client.force_login(helper)
    client.post(f"{PEOPLE}{anna.pk}/change/", fields(anna, is_staff="on", is_superuser="on"))
    anna.refresh_from_db()
    assert (anna.is_staff, anna.is_superuser) == (False, False)


def test_suspension_is_no_mere_check_box(client, anna, boss):
    client.force_login(boss)
    client.post(f"{PEOPLE}{anna.pk}/change/", fields(anna))
    anna.refresh_from_db()
    assert anna.is_active


def test_an_address_changed_by_an_admin_replaces_the_old_one(client, other, anna, boss, at_door):
    client.force_login(boss)
    client.post(f"{PEOPLE}{anna.pk}/change/", fields(anna, email="new@example.org"))
    for address in ("anna@example.org", "new@example.org"):
        assert at_door(other, address).status_code == 200
    assert list(EmailAddress.objects.values_list("email", "verified")) == [("new@example.org", False)]


def test_not_even_a_superuser_confirms_for_somebody(client, anna, boss):
    client.force_login(boss)
    client.post(f"{PEOPLE}{anna.pk}/change/", fields(anna, email="new@example.org", address_confirmed="on"))
    assert not EmailAddress.objects.filter(verified=True).exists()
    assert client.get("/admin/account/emailaddress/").status_code == 404


def test_a_block_is_found_by_its_address_and_lifted(client, boss):
    mailboxes.block(mailboxes.digest("eve@example.org"))
    mailboxes.block(mailboxes.digest("bob@example.org"))
    client.force_login(boss)
    found = client.get("/admin/accounts/blockedmailbox/?q=Eve@example.org").context["cl"].result_list
    assert [block.digest for block in found] == [mailboxes.digest("eve@example.org")]
    client.post(f"/admin/accounts/blockedmailbox/{found[0].pk}/delete/", {"post": "yes"})
    assert not mailboxes.is_blocked("eve@example.org")
    assert mailboxes.is_blocked("bob@example.org")


def test_names_stay_apart_in_the_admin(client, anna, boss):
    client.force_login(boss)
    answer = client.post(f"{PEOPLE}{anna.pk}/change/", fields(anna, name="BOSS"))
    assert "already has this name" in answer.content.decode()


def test_adding_a_person(client, boss):
    client.force_login(boss)
    form = {"username": "Robin", "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    client.post(f"{PEOPLE}add/", form)
    robin = User.objects.get(username="robin")
    assert (robin.name, robin.check_password(PASSWORD)) == ("robin", True)


def test_createsuperuser_needs_only_a_username(monkeypatch, client, at_door):
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--noinput", username="Chief", verbosity=0)
    at_door(client, "Chief")
    assert client.get("/admin/").status_code == 200
    assert who(client).name == "chief"
