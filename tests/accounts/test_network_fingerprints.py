"""Network fingerprints: they don't reveal the network and are deleted soon."""

from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import NetworkFingerprint, NetworkSalt, User
from accounts.services import network_fingerprints
from accounts.services.anonymize import delete_own_account

HOME, AWAY = "203.0.113.7", "198.51.100.9"


@pytest.fixture
def people(db) -> list[User]:
    return [User.objects.create_user(f"person{n}") for n in range(12)]


def came(person: User, ip: str) -> None:
    network_fingerprints.record_network(RequestFactory().post("/", REMOTE_ADDR=ip), person)


def later(monkeypatch, weeks: int) -> None:
    now = timezone.now() + timedelta(weeks=weeks)
    monkeypatch.setattr(network_fingerprints.timezone, "now", lambda: now)


def shared(user: User, other: User) -> int:
    private_networks = network_fingerprints.get_private_networks([user.pk, other.pk])
    return len(private_networks[user.pk] & private_networks[other.pk])


def others_elsewhere(people: list[User]) -> None:
    for n, person in enumerate(people):
        came(person, f"192.0.2.{n}")


def test_the_same_network_in_the_same_week(people):
    for person in people[:2]:
        came(person, HOME)
        came(person, HOME)
    others_elsewhere(people[2:6])
    assert shared(*people[:2]) == 1
    assert shared(people[0], people[2]) == 0
    assert NetworkFingerprint.objects.count() == 6


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8:1:2::7", "2001:db8:1:2:ffff::1", 1),  # one household
        ("2001:db8:1:2::7", "2001:db8:1:3::7", 0),
        ("::ffff:203.0.113.7", HOME, 1),
        (HOME, AWAY, 0),
    ],
)
def test_a_network_of_ipv6_is_its_half(people, one, other, same):
    came(people[0], one)
    came(people[1], other)
    others_elsewhere(people[2:6])
    assert shared(*people[:2]) == same


def test_where_most_share_one_it_tells_nothing(people):
    """A club's network, or a proxy that isn't configured."""
    for person in people[:4]:
        came(person, HOME)
    others_elsewhere(people[4:7])
    assert shared(*people[:2]) == 0
    others_elsewhere(people[4:8])
    assert shared(*people[:2]) == 1


def test_nor_where_many_share_one(people, monkeypatch):
    monkeypatch.setattr(network_fingerprints, "MAX_USERS_PER_PRIVATE_NETWORK", 2)
    for person in people[:3]:
        came(person, HOME)
    others_elsewhere(people[3:])
    assert shared(*people[:2]) == 0


def test_another_week_is_another_salt_and_the_old_one_is_gone(people, monkeypatch):
    came(people[0], HOME)
    first = NetworkFingerprint.objects.get().token_hash
    assert HOME not in first
    later(monkeypatch, 1)
    came(people[1], HOME)
    assert NetworkSalt.objects.count() == 1
    assert set(NetworkFingerprint.objects.values_list("token_hash", flat=True)) > {first}
    assert shared(*people[:2]) == 0


def test_it_goes_with_time(people, monkeypatch):
    came(people[0], HOME)
    later(monkeypatch, network_fingerprints.WEEKS_KEPT)
    assert network_fingerprints.get_private_networks([people[0].pk]) == {}
    network_fingerprints.delete_expired_networks()
    assert not NetworkFingerprint.objects.exists()
    assert not NetworkSalt.objects.exists()


def test_it_goes_with_its_person_and_stands_in_their_data(people):
    came(people[0], HOME)
    (until,) = network_fingerprints.list_expiry_times(people[0])
    assert (
        timedelta(weeks=network_fingerprints.WEEKS_KEPT - 1)
        < until - timezone.now()
        <= timedelta(weeks=network_fingerprints.WEEKS_KEPT)
    )
    delete_own_account(person=people[0])
    assert not NetworkFingerprint.objects.exists()


@pytest.mark.parametrize("ip", ["", "unix:", "not an address"])
def test_a_request_from_nowhere_says_nothing(people, ip):
    came(people[0], ip)
    assert not NetworkFingerprint.objects.exists()


def test_noted_with_a_log_in_and_with_a_seat(db):
    at_home, on_the_way = Client(REMOTE_ADDR=HOME), {"REMOTE_ADDR": AWAY}
    at_home.post("/games/sdc/quick-play/")
    guest = User.objects.get()
    assert guest.network_fingerprints.count() == 1
    at_home.post("/games/sdc/quick-play/", **on_the_way)
    assert guest.network_fingerprints.count() == 2
    at_home.get("/lobby/", REMOTE_ADDR="192.0.2.1")
    assert guest.network_fingerprints.count() == 2
