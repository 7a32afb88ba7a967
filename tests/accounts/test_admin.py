"""Operators and people in the admin: searching, suspending with a reason, and no way to gain rights."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import call_command

from accounts.admin.actions import STAFF_ACTIONS
from accounts.mail import suppression
from accounts.models import User
from tests.accounts.conftest import PASSWORD, who

PEOPLE = "/admin/accounts/user/"
FOR = {"category": "abuse", "hours": "24"}


def page(name, *people):
    return f"{PEOPLE}act/{name}/?" + "&".join(f"person={person.pk}" for person in people)


def act(client, action_name, *people, **form):
    return client.post(page(action_name, *people), form)


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
    assert answer.redirect_chain[-1][0] == "/account/login/?next=%2Fadmin%2F"
    form = {"login": "boss", "password": PASSWORD, "next": "/admin/"}
    assert client.post("/account/login/", form).url == "/admin/"
    assert client.get("/admin/").url.startswith("/account/2fa/totp/activate/")  # tests/accounts/test_second_factor.py


def test_full_accounts_that_are_no_staff_stay_outside(client, anna):
    client.force_login(anna)
    assert client.get(PEOPLE, follow=True).status_code == 403


@pytest.mark.parametrize(
    "query", ["?q=anna", "?q=Anna", "?q=anna@example.org", "?is_guest__exact=0", "?is_active__exact=1"]
)
def test_finding_people(client, anna, boss, query):
    client.force_login(boss)
    assert anna in client.get(PEOPLE + query).context["cl"].result_list


def test_finding_by_the_id_in_an_address(client, anna, boss):
    client.force_login(boss)
    assert list(client.get(f"{PEOPLE}?q={anna.public_id}").context["cl"].result_list) == [anna]


def test_suspending_asks_for_a_reason_and_remembers_it(client, other, anna, boss, at_door):
    client.force_login(boss)
    at_door(other, "anna")
    assert "Reason" in client.get(page("suspend", anna)).content.decode()
    refused = act(client, "suspend", anna, reason=" ", **FOR)
    assert refused.status_code == 422
    assert "A reason is needed." in refused.content.decode()
    assert who(other) == anna
    assert act(client, "suspend", anna, reason="Two accounts at one table", **FOR).status_code == 302
    assert who(other).is_anonymous
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id) == (boss, str(anna.pk))
    assert entry.change_message == "Suspension: Two accounts at one table"
    act(client, "restore", anna, reason="They share a computer")
    assert LogEntry.objects.first().change_message == "Suspension lifted: They share a computer"
    assert who(other).is_anonymous
    assert at_door(other, "anna").url == "/"


def test_the_lists_actions_lead_to_the_page_that_asks(client, anna, boss, helper):
    client.force_login(boss)
    answer = client.post(PEOPLE, {"action": "act_suspend", "_selected_action": [anna.pk, helper.pk]})
    back = PEOPLE.replace("/", "%2F")
    assert (answer.status_code, answer.url) == (302, f"{page('suspend', helper, anna)}&next={back}")
    assert act(client, "suspend", helper, anna, reason="a quarrel", **FOR).url == PEOPLE
    assert set(User.objects.filter(is_active=False)) == {anna, helper}
    answer = client.post(PEOPLE, {"action": "act_rename", "_selected_action": [anna.pk, helper.pk]}, follow=True)
    assert "Choose one person only." in answer.content.decode()


def test_after_an_act_one_is_back_at_the_same_part_of_the_list(client, anna, boss):
    client.force_login(boss)
    part = f"{PEOPLE}?q=anna&is_guest__exact=0"
    form_address = client.post(part, {"action": "act_warn", "_selected_action": [anna.pk]}).url
    assert f'class="closelink" href="{part.replace("&", "&amp;")}"' in client.get(form_address).text
    assert client.post(form_address, {"reason": "x", "category": "abuse"}).url == part


def test_a_persons_page_offers_what_may_be_done(client, anna, boss):
    client.force_login(boss)
    text = client.get(f"{PEOPLE}{anna.pk}/change/").content.decode()
    offered = {name for name in STAFF_ACTIONS if page(name, anna) in text}
    assert offered == set(STAFF_ACTIONS) - {"restore"}
    assert "/delete/" not in text
    text = client.get(f"{PEOPLE}{boss.pk}/change/").content.decode()
    assert not [name for name in STAFF_ACTIONS if page(name, boss) in text]


def test_renaming_asks_for_a_reason_and_keeps_the_old_name_for_staff(client, anna, boss):
    client.force_login(boss)
    assert act(client, "rename", anna, name="Annie", reason="").status_code == 422
    response = act(client, "rename", anna, name="B0SS", reason="x")
    assert response.status_code == 422
    assert "already has this name" in response.content.decode()
    assert [standing.person.name for standing in response.context["standings"]] == ["Anna"]
    assert act(client, "rename", anna, name="Annie", reason="100 % her wish").status_code == 302
    anna.refresh_from_db()
    assert anna.name == "Annie"
    assert LogEntry.objects.get().change_message == "Renamed from “Anna” to “Annie”: 100 % her wish"
    assert "Renamed from “Anna”" in client.get(f"{PEOPLE}{anna.pk}/history/").content.decode()


def test_what_needs_a_reason_is_no_mere_field(client, anna, boss):
    client.force_login(boss)
    forged = {
        "name": "Annie",
        "folded_name": "x",
        "is_guest": "on",
        "anonymised_at": "2026-01-01",
        "session_version": "9",
    }
    assert client.post(f"{PEOPLE}{anna.pk}/change/", fields(anna, **forged)).status_code == 302
    before, after = anna.__dict__.copy(), User.objects.get(pk=anna.pk).__dict__
    assert {k: v for k, v in after.items() if not k.startswith("_")} == {
        k: v for k, v in before.items() if not k.startswith("_")
    }


@pytest.mark.parametrize("query", ["", "?person=", "?person=x", "?person=999999", "?person=%00", f"?person={9**40}"])
def test_nobody_is_nobody(client, boss, query):
    client.force_login(boss)
    assert client.get(f"{PEOPLE}act/suspend/{query}").status_code == 404


def test_what_isnt_an_act(client, anna, boss):
    client.force_login(boss)
    assert client.get(f"{PEOPLE}act/explode/?person={anna.pk}").status_code == 404
    assert client.get(page("rename", anna, boss)).status_code == 404  # two concurrently


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
    suppression.suppress_mailbox(suppression.hash_mailbox("eve@example.org"))
    suppression.suppress_mailbox(suppression.hash_mailbox("bob@example.org"))
    client.force_login(boss)
    blocks = client.get("/admin/accounts/suppressedemail/?q=Eve@example.org").context["cl"].result_list
    assert [block.email_hash for block in blocks] == [suppression.hash_mailbox("eve@example.org")]
    client.post(f"/admin/accounts/suppressedemail/{blocks[0].pk}/delete/", {"post": "yes"})
    assert not suppression.is_suppressed("eve@example.org")
    assert suppression.is_suppressed("bob@example.org")


@pytest.mark.parametrize("username", ["BOSS", "b0ss", "ｂoss", "bоss"])
def test_usernames_stay_apart_in_the_admin(client, anna, boss, username):
    client.force_login(boss)
    changed = client.post(f"{PEOPLE}{anna.pk}/change/", fields(anna, username=username))
    form = {"username": username, "usable_password": "true", "password1": PASSWORD, "password2": PASSWORD}
    for answer in (changed, client.post(f"{PEOPLE}add/", form)):
        assert answer.status_code == 200
        assert "already taken" in answer.content.decode()
    assert User.objects.count() == 2


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
    assert client.get("/admin/").url.startswith("/account/2fa/totp/activate/")
    assert who(client).name == "chief"
