import pytest
from django.contrib.auth.models import Group

from accounts.models import User
from games.tables.models import Table
from tests.matches import play_on, running


@pytest.fixture
def match(alice: User, bob: User) -> Table:
    """Lombard: Alice, Bob and two bots; Alice is asked."""
    return play_on(running("lombard", alice, bob, seats=4, options={"target_coins": 32}), 0)


@pytest.fixture
def senior(db) -> User:
    """Staff in the role that may look at hidden cards."""
    return staff("Sen", "senior")


def staff(name: str, role: str) -> User:
    person = User.objects.create_user(name.lower(), name=name, is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person
