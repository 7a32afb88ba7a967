"""Who may join: sign-up open, by invitation or closed, guests or none; what the operator is asked, and invitations."""

from datetime import timedelta
from html import unescape
from re import search
from threading import Barrier, Thread

import pytest
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import AuditLogEntry, Invitation, InvitationUse, SignupSettings, User
from accounts.services import signup
from config.settings import env
from tests.accounts.conftest import PASSWORD, who
from tests.matches import opened
from tests.people import commit

RULES_PAGE = "/admin/accounts/signupsettings/"
INVITATIONS = "/settings/invitations/"


def set_rules(**rules: str | bool) -> None:
    SignupSettings.objects.update_or_create(id=1, defaults=rules)
    cache.clear()


def sign_up(client: Client, name: str = "robin", invitation: str | None = None, address: str = "/account/signup/"):
    """Fill in the form as the page shows it."""
    form = {"username": name, "name": name.title(), "password1": PASSWORD, "password2": PASSWORD}
    if invitation is not None:
        form["invitation"] = invitation
    return client.post(address, form)


def has_account(name: str) -> bool:
    return User.objects.filter(username=name, is_guest=False).exists()


def invite(by: User | None = None, uses: int = 1, days: int = 7) -> Invitation:
    return signup.create_invitation(by=by, max_uses=uses, days=days)


def operator() -> User:
    person = User.objects.create_user("olga", password=PASSWORD, name="Olga", is_staff=True)
    person.groups.add(Group.objects.get(name="admin"))
    return person


# --- New accounts


def test_a_site_without_settings_is_open(client):
    assert sign_up(client).status_code == 302
    assert has_account("robin")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_closed_site_shows_no_form_and_takes_nobody(visit, language):
    set_rules(signup="closed")
    client = visit(language=language)
    page = client.get("/account/signup/")
    assert page.status_code == 403
    assert {"en": "doesn’t take new members", "ja": "新しいメンバー"}[language] in page.content.decode()
    assert b"password1" not in page.content
    assert sign_up(client).status_code == 403
    assert not has_account("robin")
    for address in ("/", "/account/login/"):
        assert b"/account/signup/" not in client.get(address).content


def test_by_invitation_the_form_asks_for_a_code(client):
    set_rules(signup="invitation")
    assert b'name="invitation"' in client.get("/account/signup/").content
    for wrong in (None, "", "abcdefghijkl", "a" * 101):
        page = sign_up(client, invitation=wrong)
        assert page.status_code == 200
        assert not has_account("robin")
    assert "expired, is used up or was withdrawn" in sign_up(client, invitation="abcdefghijkl").content.decode()


def test_the_rules_hold_for_a_form_that_was_opened_before_they_changed(client):
    client.get("/account/signup/")  # this process now remembers that the site is open
    SignupSettings.objects.create(signup="invitation")
    page = sign_up(client)
    assert "You need an invitation to create an account" in page.content.decode()
    assert not has_account("robin")


@pytest.mark.parametrize("rule", ["open", "invitation", "closed"])
def test_an_invitation_lets_people_in_whatever_the_rule(client, rule, anna):
    set_rules(signup=rule)
    invitation = Invitation.objects.create(created_by=anna, expires_at=timezone.now() + timedelta(days=1))
    link = signup.get_invitation_path(invitation)
    page = client.get(link).content.decode()
    assert "Anna has invited you to play here." in page
    code = search(r'type="hidden" name="invitation" value="(\w+)"', page).group(1)
    assert sign_up(client, invitation=code).status_code == 302
    assert has_account("robin")
    assert InvitationUse.objects.get(user__username="robin").invitation == invitation


@pytest.mark.parametrize(
    "typed", ["ABCD efgh-ijkl", "ａｂｃｄｅｆｇｈｉｊｋｌ", "abcdefghijkl\u200b", " abcdefghijkl. "]
)
def test_a_code_is_read_as_phones_and_mail_programs_write_it(client, typed):
    set_rules(signup="invitation")
    Invitation.objects.create(code="abcdefghijkl", expires_at=timezone.now() + timedelta(days=1))
    assert sign_up(client, invitation=typed).status_code == 302
    assert has_account("robin")


@pytest.mark.parametrize("state", ["used", "expired", "withdrawn", "creator suspended"])
def test_an_invitation_ends(client, state, anna):
    set_rules(signup="closed")
    invitation = Invitation.objects.create(created_by=anna, expires_at=timezone.now() + timedelta(days=1))
    if state == "used":
        sign_up(Client(), "bea", invitation=invitation.code)
    elif state == "expired":
        Invitation.objects.update(expires_at=timezone.now())
    elif state == "withdrawn":
        signup.revoke_invitation(invitation, by=anna)
    else:
        User.objects.filter(pk=anna.pk).update(is_active=False)
    page = client.get(signup.get_invitation_path(invitation))
    assert page.status_code == 403
    assert "no longer valid" in page.content.decode()
    assert sign_up(client, invitation=invitation.code).status_code == 403
    assert not has_account("robin")


def test_a_guest_needs_an_invitation_to_save_the_account(client, guest):
    set_rules(signup="invitation")
    assert sign_up(client, address="/account/claim-guest/").status_code == 422
    assert who(client).is_guest
    page = client.get(signup.get_invitation_path(invite()), follow=True)
    assert page.redirect_chain[-1][0].startswith("/account/claim-guest/")
    code = search(r'name="invitation" value="(\w+)"', page.content.decode()).group(1)
    assert sign_up(client, invitation=code, address="/account/claim-guest/").status_code == 302
    assert who(client).username == "robin"


def test_a_guest_of_a_closed_site_stays_a_guest(client, guest):
    set_rules(signup="closed")
    page = client.get("/account/claim-guest/")
    assert page.status_code == 403
    assert "go on playing as a guest" in page.content.decode()
    assert sign_up(client, address="/account/claim-guest/").status_code == 403
    assert who(client).is_guest


@pytest.mark.django_db(transaction=True)
def test_the_last_place_is_taken_once():
    set_rules(signup="invitation")
    invitation, ready, pages = invite(uses=2), Barrier(5), []

    def enter(name: str) -> None:
        client = Client()
        client.get("/account/signup/")
        ready.wait()
        pages.append(sign_up(client, name, invitation.code).status_code)
        connection.close()

    threads = [Thread(target=enter, args=(f"robin{n}",)) for n in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(pages) == [200, 200, 200, 302, 302]
    assert invitation.uses.count() == User.objects.filter(username__startswith="robin").count() == 2


# --- Guests


@pytest.mark.parametrize("address", ["/games/lombard/quick-play/", "/games/lombard/new/"])
def test_without_guests_a_visitor_is_led_to_the_log_in_and_back(client, anna, address):
    set_rules(guests_allowed=False)
    form = client.get("/games/lombard/new/").context["form"]
    fields = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    page = client.post(
        address, fields, headers={"referer": "http://testserver/games/lombard/new/?seats=4"}, follow=True
    )
    assert page.redirect_chain[-1][0] == "/account/login/?next=/games/lombard/new/%3Fseats%3D4"
    assert "This site has no guests" in page.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    entered = client.post("/account/login/", {"login": "anna", "password": PASSWORD, "next": "/games/lombard/new/"})
    assert entered.url == "/games/lombard/new/"


@pytest.mark.parametrize("referer", ["https://elsewhere.example/tables/", "http://testserver//elsewhere.example/", ""])
def test_without_guests_no_foreign_page_is_led_to(client, referer):
    set_rules(guests_allowed=False)
    page = client.post("/games/lombard/quick-play/", {}, headers={"referer": referer})
    assert page.url == "/account/login/?next=/"


def test_without_guests_an_invitation_to_a_table_offers_the_log_in(client, anna):
    table = opened("lombard", anna)
    address = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    assert f'action="/tables/{table.public_id}/join/"' in client.get(address).content.decode()
    set_rules(guests_allowed=False)
    page = client.get(address).content.decode()
    assert f'action="/tables/{table.public_id}/join/"' not in page
    assert f"/account/login/?next={address}" in page
    assert "play as a guest" not in client.get("/").content.decode()


def test_guests_who_are_here_stay(client, guest):
    set_rules(guests_allowed=False)
    assert client.post("/games/lombard/quick-play/", {}).url.startswith("/tables/")


# --- The operator's page


def test_the_operator_of_a_new_site_is_asked_first(boss):
    SignupSettings.objects.all().delete()
    desk = Client()
    desk.force_login(boss)
    page = desk.get("/admin/", follow=True)
    assert page.redirect_chain == [(RULES_PAGE, 302)]
    assert "decide who can join" in page.content.decode()
    assert desk.post(RULES_PAGE, {"signup": "invitation", "members_may_invite": "on"}).url == "/admin/"
    assert desk.get("/admin/").status_code == 200
    commit()
    assert signup.get_shown_rules() == signup.SignupRules("invitation", False, True)
    response = desk.get(RULES_PAGE)
    assert 'value="invitation"' in response.content.decode()
    assert response.context["form"]["signup"].value() == "invitation"
    assert AuditLogEntry.objects.get(action="signup-rules").details["signup"] == "invitation"


def test_bad_rules_change_nothing(boss):
    desk = Client()
    desk.force_login(boss)
    assert desk.post(RULES_PAGE, {"signup": "ajar"}).status_code == 422
    assert signup.get_signup_rules().is_open
    assert not AuditLogEntry.objects.filter(action="signup-rules").exists()


@pytest.mark.parametrize(("role", "status"), [("moderator", 403), ("senior", 403), ("admin", 200)])
def test_only_operators_see_and_set_the_rules(person, role, status):
    member = person("Mo")
    User.objects.filter(pk=member.pk).update(is_staff=True)
    member.groups.add(Group.objects.get(name=role))
    desk = Client()
    desk.force_login(User.objects.get(pk=member.pk))
    assert desk.get(RULES_PAGE).status_code == status
    desk.post(RULES_PAGE, {"signup": "closed"})
    assert signup.get_signup_rules().is_closed is (status == 200)


def test_the_environment_takes_precedence(boss, settings, client):
    settings.SIGNUP_RULES = {"signup": "closed"}
    desk = Client()
    desk.force_login(boss)
    assert "TEFUDA_SIGNUP" in desk.get(RULES_PAGE).content.decode()
    desk.post(RULES_PAGE, {"signup": "open", "guests_allowed": "on"})
    commit()
    assert sign_up(client).status_code == 403
    assert not has_account("robin")


@pytest.mark.parametrize(
    ("variables", "rules"),
    [
        ({}, {}),
        ({"TEFUDA_SIGNUP": " Invitation "}, {"signup": "invitation"}),
        ({"TEFUDA_GUESTS": "0", "TEFUDA_MEMBERS_INVITE": "1"}, {"guests_allowed": False, "members_may_invite": True}),
        ({"TEFUDA_GUESTS": ""}, {}),
    ],
)
def test_what_the_environment_says(monkeypatch, variables, rules):
    for name in ("TEFUDA_SIGNUP", "TEFUDA_GUESTS", "TEFUDA_MEMBERS_INVITE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert env.signup_rules() == rules


def test_an_unknown_word_ends_the_program(monkeypatch):
    monkeypatch.setenv("TEFUDA_SIGNUP", "ajar")
    with pytest.raises(SystemExit, match="TEFUDA_SIGNUP=ajar"):
        env.signup_rules()


def test_every_word_of_the_environment_is_a_rule():
    assert tuple(SignupSettings.Signup.values) == env.SIGNUP_WORDS


# --- Creating invitations


def test_a_member_invites_if_allowed(client, anna, at_door):
    at_door(client, "anna")
    assert client.get(INVITATIONS).status_code == 403
    assert INVITATIONS not in client.get("/settings/profile/").content.decode()
    set_rules(signup="invitation", members_may_invite=True)
    assert INVITATIONS in client.get("/settings/profile/").content.decode()
    page = client.post(INVITATIONS, {"max_uses": "2", "days": "1", "note": "Bea & co"}, follow=True).content.decode()
    assert "Bea &amp; co" in page
    assert "0 of 2 accounts created" in page
    link = unescape(search(r'value="http://testserver(/account/signup/[^"]+)"', page).group(1))
    stranger = Client()
    code = search(r'name="invitation" value="(\w+)"', stranger.get(link).content.decode()).group(1)
    sign_up(stranger, invitation=code)
    assert has_account("robin")
    assert "1 of 2 accounts created" in client.get(INVITATIONS).content.decode()


def test_a_withdrawn_invitation_leaves_the_page_and_is_nobody_elses_to_withdraw(client, anna, other, person, at_door):
    set_rules(members_may_invite=True)
    invitation = invite(anna)
    other.force_login(person("Bea"))
    at_door(client, "anna")
    address = f"{INVITATIONS}{invitation.pk}/withdraw/"
    assert other.post(address).status_code == 404
    assert invitation.code in client.get(INVITATIONS).content.decode()
    assert invitation.code not in client.post(address, follow=True).content.decode()
    assert signup.find_invitation(invitation.code) is None


def test_members_have_a_few_open_invitations_only(client, anna, at_door):
    set_rules(members_may_invite=True)
    at_door(client, "anna")
    for _ in range(signup.MAX_OPEN_INVITATIONS):
        assert client.post(INVITATIONS, {"max_uses": "1", "days": "1"}).status_code == 302
    page = client.post(INVITATIONS, {"max_uses": "1", "days": "1"})
    assert page.status_code == 422
    assert "You have 5 open invitations" in page.content.decode()
    assert anna.invitations_sent.count() == signup.MAX_OPEN_INVITATIONS


@pytest.mark.django_db(transaction=True)
def test_the_limit_holds_for_presses_at_the_same_time(person):
    anna = person("Anna")
    set_rules(members_may_invite=True)
    ready = Barrier(8)

    def press() -> None:
        client = Client()
        client.force_login(anna)
        ready.wait()
        client.post(INVITATIONS, {"max_uses": "1", "days": "1"})
        connection.close()

    threads = [Thread(target=press) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert anna.invitations_sent.count() == signup.MAX_OPEN_INVITATIONS


@pytest.mark.parametrize("wrong", [{"max_uses": "50"}, {"days": "365"}, {"max_uses": "0"}, {"days": "x"}])
def test_members_choose_among_small_numbers(client, anna, at_door, wrong):
    set_rules(members_may_invite=True)
    at_door(client, "anna")
    assert client.post(INVITATIONS, {"max_uses": "1", "days": "1", **wrong}).status_code == 422
    assert not anna.invitations_sent.exists()


def test_an_operator_invites_from_the_administration(client):
    set_rules(signup="closed")
    olga = operator()
    client.force_login(olga)
    assert client.get("/admin/accounts/invitation/add/").url == INVITATIONS
    client.post(INVITATIONS, {"max_uses": "50", "days": "365", "note": "the club"})
    (invitation,) = olga.invitations_sent.all()
    sign_up(Client(), invitation=invitation.code)
    listed = client.get("/admin/accounts/invitation/").content.decode()
    assert "the club" in listed
    assert "1 / 50 (robin)" in listed
    client.post("/admin/accounts/invitation/", {"action": "withdraw", "_selected_action": [invitation.pk]})
    assert signup.find_invitation(invitation.code) is None
    actions = AuditLogEntry.objects.values_list("action", flat=True)
    assert set(actions) >= {"invite", "withdraw-invitation"}


@pytest.mark.parametrize("rules", [{}, {"signup": "closed", "members_may_invite": True}])
def test_members_cannot_invite_to_a_closed_site_nor_unless_allowed(anna, rules):
    set_rules(**rules)
    with pytest.raises(PermissionDenied):
        invite(anna)


def test_a_guest_cannot_invite(client, guest):
    set_rules(members_may_invite=True)
    assert client.get(INVITATIONS).url == "/account/claim-guest/"
    with pytest.raises(PermissionDenied):
        invite(guest)


def test_the_command_prints_a_link(client, settings, capsys):
    set_rules(signup="closed")
    settings.SITE_URL = "https://cards.example.org"
    call_command("invite", "--uses", "2", "--days", "3", "--note", "Bea")
    link = capsys.readouterr().out.strip()
    assert link.startswith("https://cards.example.org/account/signup/?invitation=")
    assert client.get(link.removeprefix("https://cards.example.org")).status_code == 200
    row = Invitation.objects.get()
    assert (row.created_by, row.max_uses, row.note) == (None, 2, "Bea")
    assert timedelta(days=2) < row.expires_at - timezone.now() < timedelta(days=4)


@pytest.mark.parametrize("wrong", [["--uses", "0"], ["--days", "0"], ["--uses", "99999"], ["--note", "x" * 61]])
def test_the_command_refuses_odd_numbers(wrong):
    with pytest.raises(CommandError):
        call_command("invite", *wrong)
    assert not Invitation.objects.exists()


def test_deleting_an_account_clears_its_notes_and_ends_its_invitations(client, anna, at_door):
    set_rules(members_may_invite=True)
    invitation = signup.create_invitation(by=anna, max_uses=1, days=7, note="Bea Bloggs")
    at_door(client, "anna")
    client.post("/settings/data/", {"password": PASSWORD, "sure": "on"})
    invitation.refresh_from_db()
    assert invitation.note == ""
    assert signup.find_invitation(invitation.code) is None
