"""Suspending, lifting, renaming and anonymising: effects on the person, and notifications."""

from functools import partial

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection, transaction
from django.utils.translation import override

from accounts import signals
from accounts.forms.profile import ProfileForm
from accounts.models import User
from accounts.services.users import change_email, create_guest, upgrade_guest
from accounts.staff.sanctions import impose_sanction, lift_suspension
from accounts.staff.services import anonymize_user, authorize_password_reset, rename_user
from tests.accounts.conftest import PASSWORD, who

person_suspend, person_mute = (partial(impose_sanction, kind=kind, category="abuse") for kind in ("suspend", "mute"))

ACTS = [
    (person_suspend, {}),
    (person_mute, {}),
    (lift_suspension, {}),
    (rename_user, {"name": "Annie"}),
    (anonymize_user, {}),
    (authorize_password_reset, {}),
]


@pytest.fixture
def told():
    """Record the signals other apps receive: (signal, person, whether inside a transaction)."""
    heard = []

    def listener(name):
        def hear(sender, person, **kwargs):
            heard.append((name, person.pk, connection.in_atomic_block))

        return hear

    listeners = {name: listener(name) for name in ("user_suspended", "suspension_lifted", "user_anonymized")}
    for name, hear in listeners.items():
        getattr(signals, name).connect(hear)
    yield heard
    for name, hear in listeners.items():
        getattr(signals, name).disconnect(hear)


@pytest.mark.django_db(transaction=True)
def test_other_apps_hear_inside_the_transaction(told, anna, boss):
    person_suspend(person=anna, by=boss, reason="x")
    person_suspend(person=anna, by=boss, reason="x")
    lift_suspension(person=anna, by=boss, reason="x")
    anonymize_user(person=anna, by=boss, reason="x")
    names = ["user_suspended", "user_suspended", "suspension_lifted", "user_anonymized"]
    assert told == [(name, anna.pk, True) for name in names]


@pytest.mark.django_db(transaction=True)
def test_a_listener_that_fails_leaves_everything_as_it_was(anna, boss):
    def fail(sender, person, **kwargs):
        raise RuntimeError("no table to be had")

    signals.user_suspended.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            person_suspend(person=anna, by=boss, reason="x")
    finally:
        signals.user_suspended.disconnect(fail)
    anna = User.objects.get(pk=anna.pk)
    assert (anna.is_active, anna.name, LogEntry.objects.count()) == (True, "Anna", 0)


def test_a_suspension_ends_all_sessions_for_good(client, other, anna, boss, at_door):
    for browser in (client, other):
        at_door(browser, "anna")
    person_suspend(person=anna, by=boss, reason="x")
    assert [who(client).is_anonymous, who(other).is_anonymous] == [True, True]
    lift_suspension(person=anna, by=boss, reason="x")
    assert [who(client).is_anonymous, who(other).is_anonymous] == [True, True]
    assert at_door(client, "anna").url == "/"
    assert who(client) == anna


def test_a_guests_session_rests_because_it_is_the_only_way_back(client, guest, boss):
    person_suspend(person=guest, by=boss, reason="x")
    assert who(client).is_anonymous
    lift_suspension(person=guest, by=boss, reason="x")
    assert who(client) == guest


def test_a_mailed_link_doesnt_undo_a_suspension(client, anna, boss, at_door, mailoutbox, worker):
    client.post("/account/password/reset/", {"email": anna.email})
    worker()
    person_suspend(person=anna, by=boss, reason="x")
    link = next(word for word in mailoutbox[0].body.split() if word.startswith("http://testserver"))
    page = client.get(link.removeprefix("http://testserver"), follow=True)
    if "action_url" in page.context:
        client.post(page.context["action_url"], {"password1": PASSWORD, "password2": PASSWORD})
    assert at_door(client, "anna").url == "/account/status/"
    assert who(client).is_anonymous


def saves_a_profile(stale: User) -> None:
    form = ProfileForm({"name": "Zoe", "language": "ja"}, instance=stale)
    assert form.is_valid(), form.errors
    form.save()


def keeps_the_account(stale: User) -> None:
    upgrade_guest(stale, "zoe", PASSWORD, "zoe@example.org", "Zoe")


@pytest.mark.parametrize("undone", [person_suspend, anonymize_user])
@pytest.mark.parametrize("own_change", [saves_a_profile, keeps_the_account])
def test_what_a_person_does_at_the_same_moment_undoes_nothing(boss, undone, own_change):
    """A request reads the person first, and saves when the password is hashed."""
    stale = create_guest(language="en")
    undone(person=User.objects.get(pk=stale.pk), by=boss, reason="x", **dict(ACTS)[undone])
    before = User.objects.filter(pk=stale.pk).values().get()
    with pytest.raises(PermissionDenied):
        own_change(stale)
    assert User.objects.filter(pk=stale.pk).values().get() == before
    assert not EmailAddress.objects.exists()


def test_nor_does_a_new_password(anna, boss):
    stale = User.objects.get(pk=anna.pk)
    person_suspend(person=anna, by=boss, reason="x")
    get_adapter().set_password(stale, "nine-loud-otters")
    now = User.objects.get(pk=anna.pk)
    assert (now.is_active, now.name) == (False, anna.name)
    assert now.check_password("nine-loud-otters")


def test_a_profile_saved_late_keeps_the_new_password(anna):
    stale = User.objects.get(pk=anna.pk)
    get_adapter().set_password(anna, "nine-loud-otters")
    saves_a_profile(stale)
    now = User.objects.get(pk=anna.pk)
    assert (now.name, now.check_password("nine-loud-otters")) == ("Zoe", True)


def test_an_account_is_kept_once(guest):
    """By the form that was sent twice: the second would give it another username and password."""
    stale = User.objects.get(pk=guest.pk)
    upgrade_guest(guest, "robin", PASSWORD)
    with pytest.raises(PermissionDenied):
        keeps_the_account(stale)
    assert User.objects.get(pk=guest.pk).username == "robin"


@pytest.mark.parametrize(("language", "latin"), [("ja", False), ("en", True)])
def test_an_offensive_name_is_hidden_but_not_from_staff(anna, boss, language, latin):
    anna.language = language
    anna.save()
    impose_sanction(person=anna, by=boss, kind="name", category="name", reason="her name")
    anna.refresh_from_db()
    assert "anna" not in anna.name.lower()
    assert anna.name.replace(" ", "").isascii() is latin
    notes = list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))
    assert notes == ["Name reset (Anna): her name"]
    assert not User.is_name_taken("Anna")


def test_renaming_sets_the_name_for_all(anna, boss):
    rename_user(person=anna, by=boss, reason="a wish", name="  Annie ")
    assert User.objects.get(pk=anna.pk).name == "Annie"


@pytest.mark.parametrize("name", ["Boss", "B0ss", "", "a\u202eb", "Z\u0335", "x" * 25, "Former player"])
def test_staff_give_no_name_that_nobody_could_take(anna, boss, name):
    with pytest.raises(ValidationError):
        rename_user(person=anna, by=boss, reason="x", name=name)
    assert User.objects.get(pk=anna.pk).name == "Anna"


@pytest.mark.parametrize(("service", "more"), ACTS)
@pytest.mark.parametrize("reason", ["", "  ", "x" * 501])
def test_no_act_without_a_reason(anna, boss, service, more, reason):
    if service == lift_suspension:
        person_suspend(person=anna, by=boss, reason="x")
    before = everything_about(anna)
    with pytest.raises(ValidationError):
        service(person=anna, by=boss, reason=reason, **more)
    assert everything_about(anna) == before


@pytest.mark.parametrize(("service", "more"), ACTS)
def test_no_act_on_oneself_or_by_somebody_without_rights(anna, boss, service, more):
    other = User.objects.create_user("other")
    for by, person in ((boss, boss), (other, anna), (anna, anna), (other, boss)):
        with pytest.raises(PermissionDenied):
            service(person=person, by=by, reason="x", **more)
    assert not LogEntry.objects.exists()


# --- anonymising


def everything_about(person: User) -> str:
    """Return everything the database still contains, as text."""
    row = User.objects.filter(pk=person.pk).values()[0]
    return (
        f"{row} {list(LogEntry.objects.values('object_repr', 'change_message'))} {list(EmailAddress.objects.values())}"
    )


@pytest.fixture
def gone(client, other, anna, boss, at_door) -> User:
    """Anna, once of two browsers, renamed once, anonymised."""
    change_email(anna, "anna@example.org")
    for browser in (client, other):
        at_door(browser, "anna")
    rename_user(person=anna, by=boss, reason="formerly Annabelle", name="Anna Karenina")
    anonymize_user(person=anna, by=boss, reason="her wish")
    return anna


def test_nothing_tells_who_it_was(client, gone):
    assert who(client).is_anonymous
    assert "anna" not in everything_about(gone).lower()
    assert "karenina" not in everything_about(gone).lower()
    assert not EmailAddress.objects.exists()
    assert not gone.known_devices.exists()
    gone = User.objects.get(pk=gone.pk)
    assert (gone.is_active, gone.email, gone.has_usable_password(), gone.last_login) == (False, "", False, None)
    assert [entry.change_message for entry in LogEntry.objects.order_by("pk")] == ["", "Anonymised: her wish"]


@pytest.mark.parametrize(("language", "name"), [("en", "Former player"), ("ja", "元プレイヤー")])
def test_tables_speak_of_a_former_player(gone, language, name):
    with override(language):
        assert str(User.objects.get(pk=gone.pk)) == name


def test_names_and_addresses_are_free_again_and_many_may_go(gone, boss):
    user = User.objects.create_user("anna", name="Anna Karenina", email="anna@example.org")
    anonymize_user(person=user, by=boss, reason="x")
    guest = create_guest(language="en")
    anonymize_user(person=guest, by=boss, reason="x")
    assert User.objects.exclude(anonymised_at=None).count() == 3
    user.save()


def test_nobody_brings_the_anonymised_back(client, gone, boss, at_door):
    for service, arguments in ACTS:
        with pytest.raises(PermissionDenied):
            service(person=gone, by=boss, reason="x", **arguments)
    client.force_login(boss)
    form = {"username": "anna", "email": "eve@example.org", "language": "", "is_active": "on"}
    assert client.post(f"/admin/accounts/user/{gone.pk}/change/", form).status_code == 403
    assert client.post(f"/admin/accounts/user/{gone.pk}/password/", {}).status_code == 403
    assert client.get(f"/admin/accounts/user/{gone.pk}/change/").status_code == 200


def test_who_has_gone_may_come_as_a_guest(client, gone):
    """They asked to be forgotten, not to be kept out."""
    assert client.post("/test/sit/").status_code == 200
    assert who(client).is_guest


def test_a_person_with_rights_loses_them(anna, boss):
    anna.is_staff = True
    anna.save()
    anonymize_user(person=anna, by=boss, reason="x")
    anna.refresh_from_db()
    assert (anna.is_staff, anna.groups.count(), anna.user_permissions.count()) == (False, 0, 0)


@pytest.mark.django_db(transaction=True)
def test_who_became_staff_meanwhile_is_out_of_reach(anna):
    """The rights are asked of the row as it is now, not as the page had it."""
    with transaction.atomic():
        mod = User.objects.create_user("mod", is_staff=True)
        mod.user_permissions.add(Permission.objects.get(codename="suspend_person"))
    stale = User.objects.get(pk=anna.pk)
    User.objects.filter(pk=anna.pk).update(is_staff=True)
    with pytest.raises(PermissionDenied):
        person_suspend(person=stale, by=mod, reason="x")
