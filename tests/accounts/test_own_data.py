"""Exporting and deleting an account: everything is exported, and only what others need remains."""

import io
import json
import zipfile

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import KnownDevice, Sanction, User
from tests.accounts.conftest import PASSWORD, who
from tests.accounts.sanctioned import laid, suspend

EXPORT, ERASE = "/settings/data/export/", "/settings/data/"
SURE = {"sure": "on", "password": PASSWORD}


def exported(client) -> dict:
    answer = client.post(EXPORT)
    assert answer.status_code == 200
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: json.loads(archive.read(name)) for name in archive.namelist()}


def test_a_zip_with_all_parts(client, anna, boss, at_door):
    laid("mute", anna, boss, reason="rude")
    at_door(client, "anna")
    parts = exported(client)
    assert set(parts) == {
        f"{name}.json"
        for name in (
            *("profile", "settings", "sanctions", "tables", "moves", "lessons", "replays", "chat", "notes"),
            *("people", "reports", "notifications", "log_ins", "passkeys", "circles", "puzzles", "invitations"),
        )
    }
    assert parts["profile.json"]["email"] == "anna@example.org"
    (sanction,) = parts["sanctions.json"]
    assert (sanction["kind"], sanction["reason"]) == ("mute", "rude")
    assert "boss" not in json.dumps(parts)  # the reporter's name belongs to another person
    assert anna.password not in json.dumps(parts)


def test_it_is_a_posts_and_not_too_many(client, anna, at_door, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"export": "2/h/user"}
    at_door(client, "anna")
    assert client.get(EXPORT).url == ERASE
    assert [client.post(EXPORT).status_code for _ in range(3)] == [200, 200, 429]


def test_a_stranger_gets_nothing(client, anna):
    for path in (EXPORT, ERASE):
        assert client.post(path, SURE).url == "/account/login/"
    assert User.objects.get(pk=anna.pk).anonymised_at is None


def test_who_is_suspended_gets_theirs_too(client, anna, boss, at_door):
    at_door(client, "anna")
    suspend(anna, boss)
    assert exported(client)["sanctions.json"][0]["kind"] == "suspend"


@pytest.mark.parametrize("wrong", [{}, {"sure": "on"}, {"password": PASSWORD}, {"sure": "on", "password": "x"}])
def test_erasing_asks_twice(client, anna, at_door, wrong):
    at_door(client, "anna")
    assert client.post(ERASE, wrong).status_code == 422
    assert who(client) == anna


def test_erased_is_erased(client, anna, boss, at_door):
    laid("mute", anna, boss, reason="Anna was rude")
    at_door(client, "anna")
    assert client.post(ERASE, SURE).url == "/"
    assert who(client).is_anonymous
    user = User.objects.get(pk=anna.pk)
    assert (user.is_active, user.email, user.known_devices.count(), user.sessions.count()) == (False, "", 0, 0)
    assert str(user) == "Former player"
    row = Sanction.objects.get()
    assert (row.kind, row.reason) == ("mute", "")
    assert at_door(client, "anna").status_code == 200  # no such name


def test_a_guest_needs_no_password(client, guest):
    assert client.post(ERASE, {"sure": "on"}).url == "/"
    assert User.objects.get(pk=guest.pk).anonymised_at is not None


def test_staff_stay_accountable(client, boss, at_door):
    at_door(client, "boss")
    assert client.post(ERASE, SURE).status_code == 403
    assert User.objects.get(pk=boss.pk).anonymised_at is None


def test_erasing_oneself_is_no_way_round_a_suspension(client, guest, boss):
    suspend(guest, boss, hours=24)
    assert client.post(ERASE, {"sure": "on"}).url == "/"
    assert KnownDevice.objects.filter(user=guest).exists()  # a salted hash, for 90 days at most
    assert client.post("/test/sit/").status_code == 403
    assert User.objects.count() == 2


def test_log_ins_and_passkeys_are_named_without_what_opens_the_account(client, anna, at_door):
    passkey = {"name": "Phone", "credential": {"id": "c2VjcmV0"}}
    Authenticator.objects.create(user=anna, type=Authenticator.Type.WEBAUTHN, data=passkey)
    at_door(client, "anna", headers={"user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"})
    parts = exported(client)
    assert [row["name"] for row in parts["passkeys.json"]] == ["Phone"]
    assert [row["browser"] for row in parts["log_ins.json"]] == ["Firefox on Linux"]
    assert "c2VjcmV0" not in json.dumps(parts)
    assert client.session.session_key not in json.dumps(parts)
    client.post(ERASE, SURE)
    assert not Authenticator.objects.exists()
