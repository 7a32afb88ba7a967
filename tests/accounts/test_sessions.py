"""Sessions and their users are loaded in one query, and changes take effect immediately."""

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from accounts.models import Session, User
from tests.accounts.conftest import PASSWORD, who


@pytest.fixture
def row(client, anna, at_door) -> Session:
    """Return the session of Anna, who is logged in as `client`."""
    at_door(client, "anna")
    return Session.objects.get(pk=client.session.session_key)


def test_it_takes_one_query(client, row, django_assert_num_queries):
    with django_assert_num_queries(1):
        client.get("/test/who/")


def test_the_row_says_whose_it_is(client, anna, row, other):
    assert row.user == anna
    client.post("/account/logout/", {"sure": "1"})
    assert not Session.objects.filter(user=anna).exists()
    other.post("/settings/theme/", {"theme": "dark"})
    assert who(other).is_anonymous


def test_whose_log_in_it_is_says_the_signed_part_not_the_row(client, anna, boss, row):
    for user in (boss, None):
        Session.objects.filter(pk=row.pk).update(user=user)
        assert who(client) == anna


@pytest.mark.parametrize(
    ("change", "stays"),
    [
        ({"name": "Annie"}, True),
        ({"is_active": False}, False),
        ({"session_version": 1}, False),
        ({"password": "!"}, False),
    ],
)
def test_what_another_process_has_written_counts_with_the_next_request(client, anna, row, change, stays):
    assert who(client) == anna
    User.objects.filter(pk=anna.pk).update(**change)
    person = who(client)
    assert person.is_authenticated is stays
    assert person.name == "Annie" if stays else person.is_anonymous


@pytest.mark.parametrize("key", [SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY])
@pytest.mark.parametrize("value", ["0", None])
def test_a_session_with_something_amiss_is_nobodys(client, row, key, value):
    session = client.session
    session[key] = value
    row.session_data = session.encode(dict(session.items()))
    row.save()
    assert who(client).is_anonymous


def test_a_session_that_has_run_out_is_none(client, row):
    Session.objects.update(expire_date=timezone.now())
    assert who(client).is_anonymous


def test_a_deleted_session_is_none(client, row):
    row.delete()
    assert who(client).is_anonymous


def test_a_person_who_is_gone_takes_the_session_along(client, anna, row):
    User.objects.filter(pk=anna.pk).delete()
    assert who(client).is_anonymous
    assert not Session.objects.exists()


def test_one_browser_becomes_somebody_else(client, anna, boss, row, at_door):
    client.post("/account/logout/", {"sure": "1"})
    at_door(client, "boss", PASSWORD)
    assert who(client) == boss
    assert [session.user for session in Session.objects.all()] == [boss]
