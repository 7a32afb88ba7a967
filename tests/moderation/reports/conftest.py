import pytest
from django.contrib.auth.models import Permission

from accounts.models import User

MODERATOR = (
    "view_report", "handle_report", "view_chatmessage", "moderate_chat", "view_sanction", "sanction_user",
    "suspend_person", "view_user",
)  # fmt: skip


def staff(name: str, *rights: str) -> User:
    person = User.objects.create_user(name, name=name.title(), is_staff=True)
    person.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return person


@pytest.fixture
def mia(db):
    return staff("mia", *MODERATOR)


@pytest.fixture
def max_(db):
    """A second moderator."""
    return staff("max", *MODERATOR)


@pytest.fixture
def desk(visit):
    """A browser at the moderators' pages."""
    return visit
