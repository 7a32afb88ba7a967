import time

import pytest
from django.test import Client

from accounts.models import User
from tests.people import commit, confirmed, work

PASSWORD = "seven-quiet-herons"


@pytest.fixture(autouse=True)
def _with_database(db):
    """All of these ask it."""


@pytest.fixture
def anna() -> User:
    """A full account whose address is confirmed."""
    anna = User(username="anna", name="Anna", email="anna@example.org")
    anna.set_password(PASSWORD)
    anna.save()
    return confirmed(anna)


@pytest.fixture
def boss(settled_site) -> User:
    """The operator of a site whose sign-up rules are set."""
    return User.objects.create_superuser("boss", password=PASSWORD)


@pytest.fixture
def guest(client: Client) -> User:
    """The guest that `client` is logged in as."""
    client.post("/test/sit/")
    return who(client)


@pytest.fixture
def other() -> Client:
    """A second browser."""
    return Client()


@pytest.fixture
def robin(client) -> User:
    """Has just signed up with an address, and is logged in as `client`."""
    form = {"username": "robin", "email": "robin@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/account/signup/", form)
    return who(client)


@pytest.fixture
def queued(jobs):
    """Takes what the pages have queued: (task, arguments), in order."""

    def take():
        commit()
        return jobs()

    return take


@pytest.fixture
def worker(queued):
    """Does what the pages have queued."""
    return lambda: work(queued)


@pytest.fixture
def at_door():
    """Posts the log-in form with `client`."""

    def post(client: Client, login: str, password: str = PASSWORD, **extra):
        return client.post("/account/login/", {"login": login, "password": password}, **extra)

    return post


def who(client: Client) -> User:
    """Return the person the site sees behind the browser, found by a separate request."""
    return client.get("/test/who/").wsgi_request.user


@pytest.fixture
def later(monkeypatch):
    """Lets time pass for the rate limits, which count by the clock of the machine."""
    offset = [0.0]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + offset[0])

    def pass_(*, minutes: float) -> None:
        offset[0] += minutes * 60

    return pass_
