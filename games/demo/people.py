"""People of the demo: friends who play, a few who get reported, and two members of staff."""

from django.contrib.auth.models import Group
from django.db.models.functions import Now

from accounts.models import User
from games.social.models import Friendship

PLAYERS = ("Sakura", "Kenji", "Daniel", "Mika", "Alice", "Bob", "Chi", "Haruto", "Yuki")
NAME_BREAKERS = ("You All Lose", "Tefuda Support")
FRIENDS = (("Kenji", "Sakura"), ("Mika", "Sakura"), ("Alice", "Chi"), ("Bob", "Alice"))
WAITING_FRIENDS = (("Daniel", "Sakura"), ("Yuki", "Sakura"))
ENGLISH = ("Daniel", "Alice", "Bob", *NAME_BREAKERS)
MODERATOR, OPERATOR = "Ren", "Admin"

People = dict[str, User]


def create_people(password: str) -> People:
    """Create everyone, with the same password, including a senior moderator and an operator. Return them by name."""
    people = {name: _create(name, password) for name in (*PLAYERS, *NAME_BREAKERS)}
    people[MODERATOR] = _create(MODERATOR, password, is_staff=True)
    people[MODERATOR].groups.add(Group.objects.get(name="senior"))
    people[OPERATOR] = _create(OPERATOR, password, is_staff=True, is_superuser=True)
    for first, second in FRIENDS:
        Friendship.objects.create(requester=people[first], recipient=people[second], accepted_at=Now())
    for first, second in WAITING_FRIENDS:
        Friendship.objects.create(requester=people[first], recipient=people[second])
    return people


def _create(name: str, password: str, **rights: bool) -> User:
    login = name.lower().replace(" ", "-")
    language = "en" if name in ENGLISH else "ja"
    return User.objects.create_user(login, f"{login}@example.org", password, name=name, language=language, **rights)
