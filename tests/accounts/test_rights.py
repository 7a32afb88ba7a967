"""Permissions of each kind of staff, tried on every page with every field forged in.

The tables list who may; everyone else must leave the database unchanged.
"""

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.utils import timezone

from accounts.admin.actions import STAFF_ACTIONS
from accounts.models import Sanction, User
from accounts.services.users import create_guest
from accounts.staff import conflicts_of_interest
from tests.conftest import session_of
from tests.rollback import rolled_back

pytestmark = pytest.mark.thorough

PEOPLE, GROUPS, ADDRESSES = "/admin/accounts/user/", "/admin/auth/group/", "/admin/account/emailaddress/"
NEW = "nine-loud-otters"

OWN = ("sanction_user", "suspend_person", "rename_person", "issue_password_reset")
# Permissions by role; None for people who aren't staff, "all" for superusers.
ROLES = {
    "player": None,
    "player with rights": [*OWN, "view_user", "change_user"],
    "bare staff": [],
    "viewer": ["view_user"],
    "django's own": ["accounts.", "auth.", "account."],  # everything Django and allauth know, without our own rights
    "moderator": ["view_table", "moderate_table"],
    "blind suspender": ["suspend_person"],  # may not look at people
    "suspender": ["view_user", "suspend_person"],
    "sanctioner": ["view_user", "sanction_user"],
    "renamer": ["view_user", "rename_person"],
    "resetter": ["view_user", "issue_password_reset"],
    "superuser": "all",
}
FORGED = {
    "username": "owned", "name": "Owned", "email": "eve@example.org", "language": "ja", "password": "x",
    "is_active": "", "is_staff": "on", "is_superuser": "on", "is_guest": "on", "public_id": "x", "session_version": "7",
    "folded_name": "x", "groups": "1", "user_permissions": "1",
}  # fmt: skip


def act_on(name, person):
    return f"{PEOPLE}act/{name}/?person={person.pk}"


def attacks(victim: User, group: Group, address: EmailAddress) -> dict[str, tuple[str, dict]]:
    """Name → address and form of a POST."""
    rights = list(Permission.objects.values_list("pk", flat=True))
    reason = {"reason": "because", "name": "Owned", "category": "abuse", "hours": "24"}
    password = {"password1": NEW, "password2": NEW, "usable_password": "true"}
    selection = {"_selected_action": [victim.pk], "post": "yes", **reason}
    return {
        "change": (f"{PEOPLE}{victim.pk}/change/", FORGED | {"groups": [group.pk], "user_permissions": rights}),
        "password": (f"{PEOPLE}{victim.pk}/password/", password),
        "no password": (f"{PEOPLE}{victim.pk}/password/", {"usable_password": "false", "unset-password": "x"}),
        "add": (f"{PEOPLE}add/", FORGED | password),
        "delete": (f"{PEOPLE}{victim.pk}/delete/", {"post": "yes"}),
        "delete several": (PEOPLE, {"action": "delete_selected", **selection}),
        **{f"list {name}": (PEOPLE, {"action": f"act_{name}", **selection}) for name in STAFF_ACTIONS},
        **{name: (act_on(name, victim), reason) for name in STAFF_ACTIONS},
        "group add": (f"{GROUPS}add/", {"name": "new", "permissions": rights}),
        "group change": (f"{GROUPS}{group.pk}/change/", {"name": "staff", "permissions": rights}),
        "group delete": (f"{GROUPS}{group.pk}/delete/", {"post": "yes"}),
        "address add": (f"{ADDRESSES}add/", {"user": victim.pk, "email": "eve@example.org", "verified": "on"}),
        "address change": (f"{ADDRESSES}{address.pk}/change/", {"user": victim.pk, "email": "eve@example.org"}),
        "address delete": (f"{ADDRESSES}{address.pk}/delete/", {"post": "yes"}),
        "address verify": (ADDRESSES, {"action": "make_verified", "_selected_action": [address.pk]}),
    }


MAY = {
    "change": {"superuser"}, "password": {"superuser"}, "no password": {"superuser"}, "add": {"superuser"},
    "group add": {"superuser"}, "group change": {"superuser"}, "group delete": {"superuser"},
    "warn": {"sanctioner", "superuser"}, "mute": {"sanctioner", "superuser"},
    "no-reports": {"sanctioner", "superuser"}, "reset-name": {"sanctioner", "superuser"},
    "suspend": {"suspender", "superuser"}, "ban": {"suspender", "superuser"},
    "restore": {"suspender", "superuser"}, "rename": {"renamer", "superuser"},
    "reset": {"resetter", "superuser"}, "anonymise": {"superuser"}, "second-factor": {"superuser"},
}  # fmt: skip
NAMES = [
    *("change", "password", "no password", "add", "delete", "delete several"),
    *(f"list {name}" for name in STAFF_ACTIONS), *STAFF_ACTIONS,
    *("group add", "group change", "group delete", "address add", "address change", "address delete", "address verify"),
]  # fmt: skip


def cast(role: str) -> User:
    """Create a person in this role, in an unrelated group."""
    rights = ROLES[role]
    person = User.objects.create_user("actor", name="Actor", is_staff=rights is not None and not role.startswith("pl"))
    if rights == "all":
        person.is_superuser = True
        person.save()
    elif role == "django's own":
        apps = [app.rstrip(".") for app in rights]
        person.user_permissions.set(
            Permission.objects.filter(content_type__app_label__in=apps).exclude(codename__in=OWN)
        )
    else:
        person.user_permissions.set(Permission.objects.filter(codename__in=rights or []))
    person.groups.add(Group.objects.get_or_create(name="staff")[0])
    return person


@pytest.fixture
def victim(anna) -> User:
    EmailAddress.objects.filter(user=anna).update(verified=False)  # which many would like to change
    return anna


def state() -> list[list[tuple]]:
    """Return everything about people that could be changed, read with SQL because it is read often."""
    rights = (User.groups.through, User.user_permissions.through, Group.permissions.through)
    quoted, rows = connection.ops.quote_name, []
    with connection.cursor() as cursor:
        for model in (User, *rights, Group, EmailAddress, Sanction):
            columns = [quoted(field.column) for field in model._meta.concrete_fields if field.column != "last_login"]
            cursor.execute(f"SELECT {', '.join(columns)} FROM {model._meta.db_table} ORDER BY id")
            rows.append(cursor.fetchall())
    return rows


@pytest.mark.parametrize("role", ROLES)
def test_the_table(client, victim, role):
    """One attack after the other, each undone before the next."""
    actor = cast(role)
    tried = attacks(victim, Group.objects.get(name="staff"), EmailAddress.objects.get())
    assert list(tried) == NAMES
    session = session_of(actor)
    for attack, (address, form) in tried.items():
        with rolled_back():
            come_back(client, session)
            try_attack(client, victim, role, attack, address, form)


def suspended(person):
    """Send a request as someone outside the cast."""
    judge = User.objects.filter(username="judge").first() or User.objects.create_user("judge")
    Sanction.objects.create(person=person, issued_by=judge, kind="suspend", category="abuse", started_at=timezone.now())
    User.objects.filter(pk=person.pk).update(is_active=False)


def come_back(client, session):
    """As if nothing had been tried: that may have ended the session, or left a message."""
    client.cookies.clear()
    client.cookies[settings.SESSION_COOKIE_NAME] = session


def try_attack(client, victim, role, attack, address, form):
    if attack.endswith("restore"):
        suspended(victim)
    before = state()
    answer = client.post(address, form)
    if role in MAY.get(attack, ()):
        assert answer.status_code == (200 if attack == "reset" else 302), attack
        assert (attack == "reset") is ("link" in (answer.context or {})), attack
        assert (state() != before) is (attack != "reset"), attack
    else:
        no_such_action = attack.startswith("list") or attack == "delete several"  # shows the list again
        assert answer.status_code in (302, 403, 404, *([200] if no_such_action else [])), attack
        assert role != "superuser" or "login" not in answer.headers.get("Location", ""), attack
        assert state() == before, attack
        assert "link" not in (answer.context or {}), attack


@pytest.mark.parametrize("role", ROLES)
def test_what_a_get_shows(client, victim, role):
    """No page of an act opens for those who may not do it, and no GET does anything."""
    actor = cast(role)
    suspended(victim)
    client.force_login(actor)
    before = state()
    for attack, (address, _form) in attacks(
        victim, Group.objects.get(name="staff"), EmailAddress.objects.get()
    ).items():
        answer = client.get(address)
        assert state() == before
        if attack in STAFF_ACTIONS:
            assert (answer.status_code == 200) is (role in MAY[attack]), attack
        if attack.startswith("address"):
            assert answer.status_code in (302, 404)


@pytest.mark.parametrize("role", [role for role, rights in ROLES.items() if rights and "view_user" in rights])
def test_who_may_look_sees_no_addresses_and_no_hashes(client, victim, role):
    actor = cast(role)
    client.force_login(actor)
    if not actor.is_staff:
        assert client.get(PEOPLE).status_code == 302
        return
    for address in (PEOPLE, f"{PEOPLE}?q=anna", f"{PEOPLE}{victim.pk}/change/", f"{PEOPLE}{victim.pk}/history/"):
        text = client.get(address).content.decode()
        assert "Anna" in text
        assert victim.email not in text
        assert victim.password not in text
        assert 'type="password"' not in text
    assert not list(client.get(f"{PEOPLE}?q=example.org").context["cl"].result_list)
    for guess in (
        "email__startswith=anna",
        "password__startswith=md5",
        "devices__token_hash=x",
        "emailaddress__email=x",
    ):
        assert client.get(f"{PEOPLE}?{guess}").status_code in (302, 400), guess


# --- targets

TARGETS = ("player", "guest", "staff", "superuser", "oneself", "tied", "anonymised")
REACH = {
    ("sanctioner", "warn"): {"player", "guest"},
    ("sanctioner", "mute"): {"player", "guest"},
    ("sanctioner", "no-reports"): {"player", "guest"},
    ("sanctioner", "reset-name"): {"player", "guest"},
    ("superuser", "warn"): {"player", "guest", "staff", "tied"},
    ("suspender", "suspend"): {"player", "guest"},
    ("suspender", "ban"): {"player", "guest"},
    ("suspender", "restore"): {"player", "guest"},
    ("renamer", "rename"): {"player", "guest", "tied"},
    ("resetter", "reset"): {"player"},
    ("superuser", "suspend"): {"player", "guest", "staff", "tied"},
    ("superuser", "ban"): {"player", "guest", "staff", "tied"},
    ("superuser", "restore"): {"player", "guest", "staff", "tied"},
    ("superuser", "rename"): {"player", "guest", "staff", "superuser", "tied"},
    ("superuser", "reset"): {"player", "staff", "superuser"},
    ("superuser", "anonymise"): {"player", "guest", "staff", "tied"},
    ("superuser", "password"): {"player", "guest", "staff", "superuser", "oneself"},
    ("superuser", "change"): {"player", "guest", "staff", "superuser", "oneself"},
}


@pytest.fixture
def targets(victim, monkeypatch) -> dict[str, User]:
    """Create one target of each kind; everyone sits with those called "tied"."""
    monkeypatch.setattr(conflicts_of_interest, "_providers", [])
    people = {
        "player": victim,
        "guest": create_guest(language="en"),
        "staff": User.objects.create_user("colleague", is_staff=True),
        "superuser": User.objects.create_superuser("chief"),
        "tied": User.objects.create_user("rival"),
        "anonymised": User.objects.create_user("gone", is_active=False, anonymised_at=timezone.now()),
    }
    sits_with_everybody(people["tied"])
    return people


def sits_with_everybody(rival):
    def provider(accounts, people):
        return [
            conflicts_of_interest.ConflictOfInterest(conflicts_of_interest.TABLE, person)
            for person in people
            if rival.pk in (person, *accounts)
        ]

    conflicts_of_interest.register(provider)


@pytest.mark.parametrize(("role", "attack"), REACH)
def test_on_whom(client, targets, role, attack):
    actor = cast(role)
    everybody = {**targets, "oneself": actor}
    assert set(everybody) == set(TARGETS)
    session = session_of(actor)
    for target in TARGETS:
        with rolled_back():
            come_back(client, session)
            try_on(client, everybody[target], role, attack, target)


def try_on(client, person, role, attack, target):
    if attack == "restore" and target != "oneself":
        suspended(person)
    address, form = attacks(person, Group.objects.get(name="staff"), EmailAddress.objects.get())[attack]
    before, doors = state(), (person.username, person.email, person.password)
    answer = client.post(address, form)
    person.refresh_from_db()
    if target in REACH[role, attack]:
        assert answer.status_code == (200 if attack == "reset" else 302), target
        assert (attack == "reset") is ("link" in (answer.context or {})), target
        assert (state() != before) is (attack != "reset"), target
    elif attack == "change" and target == "tied":  # rights may change, what opens the account may not
        assert (person.username, person.email, person.password) == doors
    else:
        assert answer.status_code == 403, target
        assert state() == before, target
        assert "link" not in (answer.context or {}), target


def test_several_at_once_are_all_or_nobody(client, targets):
    client.force_login(cast("suspender"))
    both = f"{PEOPLE}act/suspend/?person={targets['player'].pk}&person={targets['staff'].pk}"
    answer = client.post(both, {"reason": "x", "category": "abuse", "hours": "24"})
    assert answer.status_code == 403
    assert "You may not do this to:" in answer.content.decode()
    assert User.objects.filter(is_active=True, pk__in=[targets["player"].pk, targets["staff"].pk]).count() == 2


def test_a_link_is_refused_as_soon_as_two_sit_together(client, targets):
    """The service checks again, independently of the page."""
    client.force_login(cast("resetter"))
    page = client.get(act_on("reset", targets["player"]))
    assert page.status_code == 200
    sits_with_everybody(targets["player"])
    assert client.post(act_on("reset", targets["player"]), {"reason": "x"}).status_code == 403


def test_rights_without_staff_or_after_a_suspension_are_none(client, targets):
    actor = cast("suspender")
    client.force_login(actor)
    for changes in ({"is_staff": False}, {"is_active": False, "is_staff": True}):
        User.objects.filter(pk=actor.pk).update(**changes)
        form = {"reason": "x", "category": "abuse", "hours": "24"}
        assert client.post(act_on("suspend", targets["player"]), form).status_code == 302
    targets["player"].refresh_from_db()
    assert targets["player"].is_active


def test_the_admins_own_password_page_has_the_same_door(client, boss):
    client.force_login(boss)
    assert client.get("/admin/password_change/").url == "/account/password/change/"
