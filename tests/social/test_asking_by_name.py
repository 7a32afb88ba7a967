"""Asking by a typed name: the same statements and the same answer, whether it reaches someone or not."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services.anonymize import delete_own_account
from accounts.services.users import create_guest
from games.notifications.models import Notification
from games.social.friends.blocks import block
from games.social.friends.invitations import list_invitations
from games.social.friends.services import get_relationship, list_friend_requests
from games.social.models import Friendship, SentFriendRequest, TableInvitation
from games.social.tasks import tell_recipients
from games.tables.models import Table
from tests.matches import opened
from tests.people import commit

pytestmark = pytest.mark.django_db
VALUE = re.compile(
    r"\bs\d+_x\d+\b|'(?:[^']|'')*'(?:::\w+(?:\(\d+\))?)?|\b\d+\b|\b[0-9a-f]{8,}\b|(?<=[=,(] )NULL|(?<=[=,(])NULL"
)
KINDS = ["existing", "missing", "blocking", "blocked", "deleted", "suspended", "guest", "oneself"]


@dataclass(frozen=True)
class Answer:
    """Return everything measurable in an answer."""

    status: int
    location: str
    message: str
    statements: list[str]
    jobs: list[tuple[str, int]]  # names, and the number of arguments


@pytest.fixture
def named(alice: User, person: Callable[[str], User]) -> Callable[[str], str]:
    """Create a person of that kind. Return the name Alice types."""

    def make(kind: str) -> str:
        match kind:
            case "missing":
                return "Nobody here"
            case "oneself":
                return "Alice"
            case "guest":
                return create_guest(language="en").name
        other = person(kind.title())
        match kind:
            case "blocking":
                block(user_id=other.pk, other_id=alice.pk)
            case "blocked":
                block(user_id=alice.pk, other_id=other.pk)
            case "deleted":
                delete_own_account(person=other)
            case "suspended":
                User.objects.filter(pk=other.pk).update(is_active=False)
        return kind.title()

    return make


@pytest.fixture
def ask(alice: User, jobs: Any) -> Callable[[Client, str, str], Answer]:
    def post(client: Client, path: str, name: str) -> Answer:
        commit()
        jobs()
        cache.clear()
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(path, {"name": name})
            commit()
        statements = [VALUE.sub("?", query["sql"]) for query in captured]
        message = client.get("/friends/").context["messages"]
        queued = [(task, len(args)) for task, args in jobs()]
        return Answer(answer.status_code, answer["Location"], str(next(iter(message))), statements, queued)

    return post


@pytest.fixture
def table(alice: User, bob: User) -> Table:
    """A table of Bob's, where Alice has come by his invitation and may invite others."""
    open_table = opened("lombard", bob, alice, seats_=6)
    TableInvitation.objects.create(table=open_table, inviter=bob, invitee=alice, accepted_at=open_table.created_at)
    return open_table


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("kind", KINDS[1:])
def test_a_friend_request_says_nothing_about_the_name(alice, visit, ask, named, kind, again):
    client, names = visit(alice), [named("existing"), named(kind)]
    for name in names:
        if again:
            ask(client, "/friends/", name)
    expected, answer = (ask(client, "/friends/", name) for name in names)
    assert answer == expected
    assert expected.jobs == [("social.tell_recipients", 0)]
    assert len(expected.statements) > 5
    assert {row.typed_name for row in SentFriendRequest.objects.all()} == set(names)
    assert not Friendship.objects.filter(requester=alice, recipient=alice).exists()


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("kind", KINDS[1:])
def test_an_invitation_says_nothing_about_the_name(alice, bob, visit, ask, named, table, kind, again):
    client, path, names = visit(alice), f"/tables/{table.public_id}/invitations/", [named("existing"), named(kind)]
    for name in names:
        if again:
            ask(client, path, name)
    expected, answer = (ask(client, path, name) for name in names)
    assert answer == expected
    assert expected.jobs == [("social.tell_recipients", 0)]
    table_invitation = TableInvitation.objects.get(table=table, invitee=alice)
    assert (table_invitation.inviter, table_invitation.accepted_at) == (bob, table.created_at)


def test_a_seated_player_is_invited_as_silently(alice, visit, ask, named, table):
    client, path = visit(alice), f"/tables/{table.public_id}/invitations/"
    assert ask(client, path, "Bob") == ask(client, path, named("existing"))


def test_an_existing_name_is_still_reached(alice, visit, ask, named, table):
    name = named("existing")
    other = User.objects.get(name=name)
    ask(visit(alice), "/friends/", name)
    ask(visit(alice), f"/tables/{table.public_id}/invitations/", name)
    assert list_friend_requests(other.pk) == [alice]
    assert [row.table for row in list_invitations(other.pk)] == [table.public_id]


@pytest.mark.parametrize("direction", ["blocking", "blocked"])
def test_a_friend_link_is_no_page_for_a_blocked_reader(alice, bob, visit, direction):
    visit(bob).post("/friends/link/")
    path = f"/friends/add/{bob.friend_link.code}/"
    users = (bob, alice) if direction == "blocking" else (alice, bob)
    block(user_id=users[0].pk, other_id=users[1].pk)
    client = visit(alice)
    answers = [client.get(path), client.post(path), client.get("/friends/add/nobodyslink2/")]
    assert [answer.status_code for answer in answers] == [404] * 3
    assert all("Bob" not in answer.text for answer in answers)
    assert get_relationship(alice.pk, bob.pk) == ""


def test_a_lost_job_delays_the_notification_and_a_second_one_repeats_nothing(alice, bob, visit, jobs):
    client, host = visit(alice), opened("lombard", alice, seats_=4)
    client.post("/friends/", {"name": "Bob"})
    client.post(f"/tables/{host.public_id}/invitations/", {"name": "Bob"})
    commit()
    assert {task for task, _args in jobs()} >= {"social.tell_recipients"}  # and they don't exist
    assert not Notification.objects.filter(recipient=bob).exists()
    for _ in range(2):
        tell_recipients()
        commit()
    kinds = sorted(Notification.objects.filter(recipient=bob).values_list("kind", flat=True))
    assert kinds == sorted([Notification.Kind.FRIEND_REQUEST, Notification.Kind.INVITATION])
