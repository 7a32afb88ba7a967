"""Deleting an account while something about it is stored: in either order, nothing of the account is left.

Real threads and commits. On SQLite writers queue, so there the check alone is tried; PostgreSQL shows the races.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied
from django.db.models import Q

from accounts.models import User
from accounts.services.anonymize import delete_own_account
from games.circles import services as circles
from games.circles.forms import CircleTableForm
from games.circles.models import Circle, CircleMember
from games.notifications import services as notifications
from games.notifications.models import NotificationSettings, PushSubscription
from games.notifications.services import save_settings, subscribe_push
from games.replays.models import ImportedMatch
from games.social.friends import blocks, invitations, links
from games.social.friends.services import accept_friend, send_friend_request
from games.social.models import Block, FriendLink, Friendship, Mute, SentFriendRequest, TableInvitation
from games.tables.access import get_table_access
from games.tables.errors import ServiceError
from games.tables.forms.short_form import ShortTableForm
from games.tables.services.lesson_progress import save_progress
from tests.accounts.test_name_races import at_once
from tests.matches import opened

pytestmark = [pytest.mark.thorough, pytest.mark.django_db(transaction=True)]
PAIRS = 8
Action = Callable[[], Any]


def make_person(name: str) -> User:
    return User.objects.create_user(name.lower(), name=name, email=f"{name.lower()}@example.org")


def join(going: User, staying: User) -> Action:
    circle = circles.create_circle(staying, "Ours")
    return lambda: circles.join_circle(going, circle.join_code)


def create(going: User, staying: User) -> Action:
    return lambda: circles.create_circle(going, "Mine")


def hand_over(going: User, staying: User) -> Action:
    circle = circles.create_circle(staying, "Ours")
    circles.join_circle(going, circle.join_code)
    return lambda: circles.hand_over(circle.public_id, staying.pk, going.public_id)


def inherit(going: User, staying: User) -> Action:
    """The owner goes at the same time; `going` is the heir."""
    owner = make_person(f"Owner{going.pk}")
    circle = circles.create_circle(owner, "Ours")
    circles.join_circle(going, circle.join_code)
    circles.join_circle(staying, circle.join_code)
    return lambda: delete_own_account(person=owner)


def ask(going: User, staying: User) -> Action:
    return lambda: send_friend_request(user_id=staying.pk, other=going)


def ask_oneself(going: User, staying: User) -> Action:
    return lambda: send_friend_request(user_id=going.pk, other=staying, typed_name=staying.name)


def accept(going: User, staying: User) -> Action:
    send_friend_request(user_id=going.pk, other=staying)
    return lambda: accept_friend(user_id=staying.pk, other_id=going.pk)


def accept_link(going: User, staying: User) -> Action:
    links.renew_friend_link(going.pk)
    return lambda: links.accept_link(user_id=staying.pk, code=going.friend_link.code)


def follow_link(going: User, staying: User) -> Action:
    links.renew_friend_link(staying.pk)
    return lambda: links.accept_link(user_id=going.pk, code=staying.friend_link.code)


def renew_link(going: User, staying: User) -> Action:
    return lambda: links.renew_friend_link(going.pk)


def block(going: User, staying: User) -> Action:
    return lambda: blocks.block(user_id=staying.pk, other_id=going.pk)


def mute(going: User, staying: User) -> Action:
    return lambda: blocks.mute(user_id=going.pk, other_id=staying.pk, table_pk=None)


def invite(going: User, staying: User) -> Action:
    access = get_table_access(opened("lombard", staying, seats_=4).public_id, staying.pk)
    assert access is not None
    return lambda: invitations.invite_person(access, staying.pk, going)


def invite_to_new_table(going: User, staying: User) -> Action:
    form = ShortTableForm({"game": "lombard", "turn_seconds": "86400"})
    assert form.is_valid()
    return lambda: invitations.create_and_invite(form, staying, [going], seats=2)


def set_up_for_circle(going: User, staying: User) -> Action:
    circle = circles.create_circle(staying, "Ours")
    circles.join_circle(going, circle.join_code)
    form = CircleTableForm({"game": "lombard", "turn_seconds": "86400"})
    assert form.is_valid()
    return lambda: circles.create_circle_table(circle, staying, form)


def subscribe(going: User, staying: User) -> Action:
    url = f"https://push.example.org/{going.pk}"
    return lambda: subscribe_push(going, {}, endpoint=url, p256dh="x", auth="y")


def choose_webhook(going: User, staying: User) -> Action:
    return lambda: save_settings(going, webhook=True, webhook_url="https://example.org/secret")


def learn(going: User, staying: User) -> Action:
    return lambda: save_progress(going, {("lombard", "first-hand"): 1})


ACTIONS = [
    join, create, hand_over, inherit, ask, ask_oneself, accept, accept_link, follow_link, renew_link, block, mute,
    invite, invite_to_new_table, set_up_for_circle, subscribe, choose_webhook, learn,
]  # fmt: skip


def list_leftovers(people: list[int]) -> list[str]:
    """List the models that still have rows about deleted accounts."""
    either = {
        Friendship: Q(requester__in=people) | Q(recipient__in=people),
        Block: Q(user__in=people) | Q(other_user__in=people),
        Mute: Q(user__in=people) | Q(other_user__in=people),
        SentFriendRequest: Q(user__in=people) | Q(recipient__in=people),
        TableInvitation: Q(inviter__in=people) | Q(invitee__in=people),
        Circle: Q(owner__in=people),
        ImportedMatch: Q(owner__in=people),
    }
    of_user = [CircleMember, FriendLink, EmailAddress, PushSubscription, NotificationSettings]
    counts = {model: model.objects.filter(condition).count() for model, condition in either.items()}
    counts |= {model: model.objects.filter(user__in=people).count() for model in of_user}
    return [model.__name__ for model, count in counts.items() if count]


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.__name__)
def test_nothing_is_left_of_a_deleted_account(action):
    pairs = [(make_person(f"Going{n}"), make_person(f"Staying{n}")) for n in range(PAIRS)]
    calls = [call for pair in pairs for call in (action(*pair), lambda going=pair[0]: delete_own_account(person=going))]
    answers = at_once(lambda n: calls[n](), len(calls))
    problems = [problem for problem in answers if isinstance(problem, Exception)]
    assert not [problem for problem in problems if not isinstance(problem, ServiceError | PermissionDenied)]
    deleted_pks = list(User.objects.filter(anonymised_at__isnull=False).values_list("pk", flat=True))
    assert len(deleted_pks) >= PAIRS
    assert list_leftovers(deleted_pks) == []
    assert all(circle.members.filter(user=circle.owner_id).exists() for circle in Circle.objects.all())


@pytest.mark.parametrize("action", [join, create, ask, accept, follow_link, renew_link, block, mute, invite, subscribe])
def test_nothing_is_stored_about_an_account_that_was_deleted_before(action):
    """As by a request that has read the person and then waited."""
    going, staying = make_person("Going"), make_person("Staying")
    call = action(going, staying)
    delete_own_account(person=User.objects.get(pk=going.pk))
    with suppress(ServiceError, PermissionDenied):
        call()
    assert list_leftovers([going.pk]) == []


def count_circles(person: User) -> int:
    return CircleMember.objects.filter(user=person).count()


@pytest.mark.parametrize("how", ["create", "join"])
def test_nobody_is_in_more_circles_than_allowed(monkeypatch, how):
    monkeypatch.setattr(circles, "MAX_CIRCLES", 3)
    person, owner = make_person("Anna"), make_person("Owner")
    if how == "create":
        at_once(lambda n: circles.create_circle(person, f"Circle {n}"))
    else:
        codes = [circles.Circle.objects.create(name=f"C{n}", owner=owner).join_code for n in range(12)]
        at_once(lambda n: circles.join_circle(person, codes[n]))
    assert count_circles(person) == 3


def test_nobody_has_more_push_devices_than_allowed(monkeypatch):
    monkeypatch.setattr(notifications, "MAX_DEVICES", 3)
    person = make_person("Anna")
    at_once(lambda n: subscribe_push(person, {}, endpoint=f"https://push.example.org/{n}", p256dh="x", auth="y"))
    assert PushSubscription.objects.filter(user=person).count() == 3
