import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from accounts.models import User
from games.tables.models import Table
from tests.matches import play_on, running


@pytest.fixture
def anna(db) -> User:
    return User.objects.create_user("anna", name="Anna", email="anna@example.org")


@pytest.fixture
def ben(db) -> User:
    return User.objects.create_user("ben", name="Ben")


@pytest.fixture
def table(anna: User, ben: User) -> Table:
    """A running Lombard table: Anna, Ben and two bots. Anna is asked; no single round can end the match."""
    return play_on(running("lombard", anna, ben, seats=4, options={"target_coins": 32}), 0)


@pytest.fixture
def boss(settled_site) -> User:
    """A superuser, on a site whose sign-up rules are set."""
    return User.objects.create_superuser("boss")


@pytest.fixture
def looker(db) -> User:
    """Staff with every right to view, and no other."""
    return staff("looker", Permission.objects.filter(codename__startswith="view_"))


@pytest.fixture
def mia(db) -> User:
    """A moderator."""
    rights = Permission.objects.filter(content_type__app_label="tables", codename__in=("view_table", "moderate_table"))
    return staff("mia", rights)


@pytest.fixture
def at_desk(client: Client):
    """A browser in which that person is logged in, and reads English."""

    def log_in(person: User, language: str = "en") -> Client:
        client.force_login(person)
        client.cookies.load({"django_language": language})
        return client

    return log_in


def staff(username: str, rights) -> User:
    person = User.objects.create_user(username, name=username.title(), is_staff=True)
    person.user_permissions.set(rights)
    return person
