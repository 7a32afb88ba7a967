"""Everything a person can enter on a page is stored: it appears on a page, or in what is sent.

Each form is filled in and sent as its page has it, with changed values. The last tests find every form of the site
in the code and in the templates, and fail for a field that no case here fills in.
"""

import json
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cached_property
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.core.files.uploadedfile import SimpleUploadedFile
from django.forms import BaseForm
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.datastructures import MultiValueDict
from django.utils.formats import date_format

from accounts.forms import auth, availability, invitations, passkeys, profile, two_factor
from accounts.models import SignupSettings, User
from accounts.services.users import create_guest
from games.catalog import registry
from games.circles import forms as circle_forms
from games.circles.services import create_circle
from games.moderation.models import Report
from games.notifications import forms as notification_forms
from games.social.friends.services import accept_friend, send_friend_request
from games.tables.forms.option_fields import OWN
from games.tables.forms.short_form import ShortTableForm
from games.tables.forms.table_form import BOTS, OPTION_PREFIX, TableForm
from games.tables.models import Table
from tests.accounts.sanctioned import laid
from tests.design.paths import ROOT
from tests.html import Form, Page, open_page, submit
from tests.matches import finished, opened, running
from tests.notifications.test_pages import VAPID
from tests.people import commit, confirmed, work
from tests.replays.archived import record_of

pytestmark = pytest.mark.django_db
PASSWORD, NEW_PASSWORD = "seven-quiet-herons", "nine-loud-herons-9"
SECRET = None  # as expected text: shown nowhere, and proved by what it opens


@dataclass
class World:
    """People, and what their pages need. Everything else is made when a case first asks for it."""

    visit: Callable[..., Client]
    alice: User
    bob: User
    jobs: Callable[[], Any]

    @cached_property
    def client(self) -> Client:
        return self.visit(self.alice)

    @cached_property
    def circle(self) -> str:
        return create_circle(self.alice, "Thursday").public_id

    @cached_property
    def match(self) -> Table:
        return finished("sdc", self.alice, self.bob)

    @cached_property
    def position(self) -> str:
        return f"/replays/{self.match.public_id}/positions/{self.match.last_seq - 4}/"

    @cached_property
    def table(self) -> Table:
        return running("sdc", self.alice, self.bob)

    @cached_property
    def trio(self) -> Table:
        return running("lombard", self.alice, self.bob, User.objects.create_user("dora", name="Dora"))

    @cached_property
    def record(self) -> str:
        """The record of a match that Alice can't see here, as if it came from elsewhere."""
        match = finished("sdc", self.bob, User.objects.create_user("dora", name="Dora"))
        Table.objects.filter(pk=match.pk).update(replay_visibility=Table.ReplayVisibility.PARTICIPANTS)
        return json.dumps(record_of(match))

    @cached_property
    def open_table(self) -> Table:
        return opened("lombard", self.alice, seats_=4)

    def befriend(self) -> None:
        send_friend_request(user_id=self.alice.pk, other=self.bob)
        accept_friend(user_id=self.bob.pk, other_id=self.alice.pk)

    def read(self, address: str, person: User | None = None) -> str:
        """Return the text of a page, including the values of its fields."""
        page = open_page(self.client if person is None else self.visit(person), address)
        assert page.status == 200, address
        values = [value for form in page.forms for control in form.fields for value in control.values]
        return " ".join((page.text + " " + " ".join(values)).split())

    def export(self) -> str:
        """Return the person's complete data export."""
        answer = self.visit(self.alice).post("/settings/data/export/")
        with zipfile.ZipFile(BytesIO(answer.content)) as archive:
            return " ".join(archive.read(name).decode() for name in archive.namelist())

    def log_in(self, username: str, password: str) -> str:
        """The front page's text after logging in."""
        answer = submit(
            open_page(self.visit(), "/account/login/"), "/account/login/", login=username, password=password
        )
        return answer.text


Found = Callable[[World, Page], str]


@dataclass
class Case:
    """A form, its input, and where the input appears.

    `found` returns the text that contains every value; without it the same form, opened again, has the values.
    `expected` names other texts to look for, by field.
    """

    route: str
    page: Callable[[World], str] | str
    values: dict[str, Any] | Callable[[World], dict[str, Any]]
    found: Found | None = None
    expected: dict[str, str | None] = field(default_factory=dict)
    forms: "tuple[type[BaseForm], ...]" = ()
    prepare: Callable[[World], None] = lambda world: None
    press: tuple[str, str] | None = None
    part: str = ""  # the hidden field that distinguishes several forms of one address


def after(source: Callable[[World], str] | str, person: Callable[[World], User] | None = None) -> Found:
    """Look on a page that is opened afterwards."""

    def found(world: World, next_page: Page) -> str:
        address = source if isinstance(source, str) else source(world)
        return world.read(address, person(world) if person else None)

    return found


def on_next_page(world: World, next_page: Page) -> str:
    return " ".join(next_page.text.split())


def in_export(world: World, next_page: Page) -> str:
    return world.export()


def in_imported_replay(world: World, next_page: Page) -> str:
    commit()
    work(world.jobs)
    return world.read(next_page.address.replace("verify/", ""))


def in_mail(world: World, next_page: Page) -> str:
    commit()
    work(world.jobs)
    return " ".join(f"{letter.to} {letter.body}" for letter in mail.outbox)


def set_up_alike(world: World, next_page: Page) -> str:
    """The values of the form for a table like the one that was created."""
    table = Table.objects.latest("pk")
    address = f"/games/{table.game_slug}/new/?like={table.public_id}"
    form = open_page(world.client, address).form("/new/")
    return f"{world.read(address)} starts when full: {bool(form.data()['starts_when_full'])}"


TODAY = timezone.localdate()
FIRST, LAST = TODAY + timedelta(days=3), TODAY + timedelta(days=5)
HOOK = "https://discord.example/api/webhooks/1/abcdefgh"
OPEN, INVITATION = SignupSettings.Signup.OPEN, SignupSettings.Signup.INVITATION


def allow_invitations(world: World) -> None:
    SignupSettings.objects.update_or_create({"members_may_invite": True, "signup": INVITATION})


def confirm_address(world: World) -> None:
    world.alice.email = "alice@example.org"
    world.alice.save()
    confirmed(world.alice)


def become_guest(world: World) -> None:
    world.alice = create_guest(language="en")


def become_stranger(world: World) -> None:
    world.client = world.visit()


def forget_password(world: World) -> None:
    confirm_address(world)
    become_stranger(world)


def sit_down(world: World) -> None:
    assert world.table


def become_guest_at_match(world: World) -> None:
    become_guest(world)
    assert world.match


def subscribe(world: World) -> None:
    world.alice.push_subscriptions.create(endpoint="https://push.example/1", p256dh="x", auth="x")


def sanction(kind: str) -> Callable[[World], None]:
    def impose(world: World) -> None:
        laid(kind, world.alice, User.objects.create_superuser("mod", name="Mod"))

    return impose


def topics(world: World) -> dict[str, Any]:
    return {"topic": ["turn:list", "chat:webhook", "friend-accepted:mail"]}


def log_in_as(name: str) -> Found:
    return lambda world, next_page: world.log_in(name, NEW_PASSWORD)


SETTINGS, CIRCLE = "/settings/notifications/", lambda world: f"/circles/{world.circle}/"
SHORT = {"game": "lombard", "turn_seconds": "259200+28800", "starts_when_full": False}
STARTS: dict[str, str | None] = {"starts_when_full": "starts when full: False"}
NEW_ACCOUNT = {"username": "carol", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}
PROVED_BY_LOGIN: dict[str, str | None] = dict.fromkeys(
    ("username", "password1", "password2", "login", "password"), SECRET
)

CASES = {
    "profile": Case(
        "accounts:profile",
        "/settings/profile/",
        {"name": "Alicia", "avatar": "crane", "language": "ja", "goes_to_next_table": True},
        forms=(profile.ProfileForm,),
    ),
    "privacy": Case("accounts:privacy", "/settings/privacy/", {"is_public": False}, forms=(profile.PrivacyForm,)),
    "quiet hours": Case(
        "accounts:availability",
        "/settings/availability/",
        {"time_zone": "Asia/Tokyo", "quiet_hours_start": "22:15", "quiet_hours_end": "06:45"},
        forms=(availability.QuietHoursForm,),
    ),
    "vacation": Case(
        "accounts:vacation_create",
        "/settings/availability/",
        {"first": FIRST.isoformat(), "last": LAST.isoformat()},
        after("/settings/availability/"),
        {"first": date_format(FIRST), "last": date_format(LAST)},
        forms=(availability.VacationForm,),
    ),
    "device": Case("accounts:devices", "/settings/devices/", {"keep_nothing": True}),
    "email": Case(
        "accounts:email",
        "/account/email/",
        {"email": "a@example.org", "password": PASSWORD},
        after("/account/email/"),
        {"password": SECRET},
        forms=(profile.EmailForm,),
    ),
    "invitation": Case(
        "accounts:invitations",
        "/settings/invitations/",
        {"max_uses": 5, "days": 30, "note": "for Carol"},
        after("/settings/invitations/"),
        {"max_uses": "0 of 5 accounts", "days": date_format(TODAY + timedelta(days=30))},
        (invitations.InvitationForm,),
        allow_invitations,
    ),
    "sign-up": Case(
        "account_signup",
        "/account/signup/",
        NEW_ACCOUNT | {"email": "carol@example.org"},
        lambda world, next_page: (
            world.log_in("carol", NEW_PASSWORD) + world.read("/account/email/", User.objects.latest("pk"))
        ),
        PROVED_BY_LOGIN,
        (auth.SignupForm,),
        become_stranger,
    ),
    "saved guest": Case(
        "accounts:claim_guest",
        "/account/claim-guest/",
        NEW_ACCOUNT | {"name": "Carola", "email": "carol@example.org"},
        lambda world, next_page: world.log_in("carol", NEW_PASSWORD) + world.read("/account/email/"),
        PROVED_BY_LOGIN,
        (profile.GuestUpgradeForm,),
        become_guest,
    ),
    "guest after a match": Case(
        "accounts:claim_guest",
        lambda world: f"/tables/{world.match.public_id}/",
        {"username": "Carol", "password1": NEW_PASSWORD},
        log_in_as("carol"),
        {"username": "Carol", "password1": SECRET},
        (profile.ShortUpgradeForm,),
        become_guest_at_match,
    ),
    "log-in": Case(
        "account_login",
        "/account/login/",
        {"login": "alice", "password": PASSWORD, "remember": False, "keep_nothing": True},
        lambda world, next_page: (
            f"keeps {open_page(world.client, '/settings/devices/').form('/devices/').data()}, "
            f"session {world.client.cookies['sessionid']['max-age'] or 'only'}"
        ),
        {"login": SECRET, "password": SECRET, "remember": "session only", "keep_nothing": "'keep_nothing': ['on']"},
        (auth.LoginForm,),
        become_stranger,
    ),
    "password": Case(
        "account_change_password",
        "/account/password/change/",
        {"oldpassword": PASSWORD, "password1": NEW_PASSWORD, "password2": NEW_PASSWORD},
        log_in_as("alice"),
        dict.fromkeys(("oldpassword", "password1", "password2"), SECRET),
        (auth.ChangePasswordForm,),
    ),
    "forgotten password": Case(
        "account_reset_password",
        "/account/password/reset/",
        {"email": "alice@example.org"},
        in_mail,
        forms=(auth.ResetPasswordForm,),
        prepare=forget_password,
    ),
    "log-in code": Case(
        "account_request_login_code",
        "/account/login/code/",
        {"email": "alice@example.org"},
        in_mail,
        forms=(auth.RequestLoginCodeForm,),
        prepare=forget_password,
    ),
    "appeal": Case(
        "accounts:status",
        "/account/status/",
        {"words": "I was asleep."},
        after("/account/status/"),
        prepare=sanction("mute"),
        press=("do", "appeal"),
    ),
    "another name": Case(
        "accounts:status",
        "/account/status/",
        {"name": "Alicia"},
        after("/settings/profile/"),
        prepare=sanction("name"),
        press=("do", "name"),
    ),
    "deletion": Case(
        "accounts:data",
        "/settings/data/",
        {"password": PASSWORD, "sure": True},
        on_next_page,
        {"password": SECRET, "sure": "Your account is deleted."},
    ),
    "notification topics": Case("notifications:settings", SETTINGS, topics, part="topics"),
    "badge": Case("notifications:settings", SETTINGS, {"on": False}, part="badge"),
    "mail": Case("notifications:settings", SETTINGS, {"on": True}, part="mail", prepare=confirm_address),
    "push": Case("notifications:settings", SETTINGS, {"on": False}, part="push", prepare=subscribe),
    "webhook": Case(
        "notifications:settings",
        SETTINGS,
        {"on": True, "kind": "slack", "mention": "U123ABC", "url": HOOK},
        None,
        {"url": "discord.example/…efgh"},
        (notification_forms.WebhookForm,),
        part="webhook",
    ),
    "circle": Case(
        "circles:list", "/circles/", {"name": "Friday"}, after("/circles/"), forms=(circle_forms.CircleForm,)
    ),
    "circle's name": Case("circles:detail", CIRCLE, {"name": "Friday"}, press=("do", "rename")),
    "circle's webhook": Case(
        "circles:detail",
        CIRCLE,
        {"format": "slack", "url": HOOK},
        None,
        {"url": "discord.example/…efgh"},
        (circle_forms.CircleWebhookForm,),
        press=("do", "webhook"),
    ),
    "circle's table": Case(
        "circles:new_table", CIRCLE, SHORT | {"seats": 5}, set_up_alike, STARTS, forms=(circle_forms.CircleTableForm,)
    ),
    "table with a friend": Case(
        "social:play_with",
        lambda world: f"/players/{world.bob.public_id}/",
        SHORT,
        set_up_alike,
        STARTS,
        forms=(ShortTableForm,),
        prepare=World.befriend,
    ),
    "friend by name": Case(
        "social:friends", "/friends/", {"name": "Bob"}, after("/friends/", lambda world: world.bob), {"name": "Alice"}
    ),
    "guest at a table by name": Case(
        "social:invite",
        lambda world: f"/tables/{world.open_table.public_id}/",
        {"name": "Bob"},
        after("/lobby/", lambda world: world.bob),
        {"name": "Alice"},
    ),
    "chat": Case(
        "social:send_message",
        lambda world: f"/tables/{world.table.public_id}/chat/",
        {"text": "Good evening"},
        after(lambda world: f"/tables/{world.table.public_id}/chat/", lambda world: world.bob),
    ),
    "comment": Case(
        "social:comment",
        lambda world: world.position,
        {"text": "Nicely done"},
        after(lambda world: world.position, lambda world: world.bob),
    ),
    "note": Case("social:note", lambda world: world.position, {"text": "Try a bluff"}),
    "who may see a replay": Case("replays:share", lambda world: world.position, {"sharing": 2}),
    "match played on": Case(
        "replays:fork",
        lambda world: world.position,
        {"seat": 1, "against": "bots-open", "level": "normal"},
        lambda world, next_page: " ".join(
            f"{next_page.text} {Table.objects.latest('pk').seats.get(user=world.alice)}".split()
        ),
        {"seat": "seat 1", "against": "All hands stay the same", "level": "bot (normal)"},
    ),
    "report": Case(
        "moderation:report",
        lambda world: f"/reports/new/table/{world.table.public_id}/",
        {"category": "stalling", "text": "Waits on purpose"},
        in_export,
    ),
    "report on one of several": Case(
        "moderation:report",
        lambda world: f"/reports/new/table/{world.trio.public_id}/",
        lambda world: {"about": world.trio.seats.get(number=2).user.public_id, "category": "abuse", "text": "Rude"},
        lambda world, next_page: repr(list(Report.objects.values_list("reported_user__public_id", "category", "text"))),
    ),
    "imported text": Case(
        "replays:imports",
        "/library/imports/",
        lambda world: {"text": world.record, "names": "Zoe\nYan", "file": ""},
        in_imported_replay,
        {"text": "SdC Poker", "names": "Zoe", "file": SECRET},
    ),
    "imported file": Case(
        "replays:imports",
        "/library/imports/",
        lambda world: {
            "file": SimpleUploadedFile("record.json", world.record.encode()),
            "names": "Zoe\nYan",
            "text": "",
        },
        in_imported_replay,
        {"file": "SdC Poker", "names": "Yan", "text": SECRET},
    ),
    "quick match": Case(
        "tables:quick_play",
        "/",
        {"level": "strong"},
        on_next_page,
        {"level": "bot (strong)"},
        prepare=sit_down,
    ),
    "bots in seats": Case(
        "tables:fill_with_bots",
        lambda world: f"/tables/{world.open_table.public_id}/",
        {"level": "beginner", "level-1": "strong", "level-2": "", "level-3": ""},
        on_next_page,
    ),
    "search of the library": Case(
        "replays:library",
        "/library/",
        {
            "title": "sdc",
            "who": "Al",
            "result": "won",
            "since": "2026-01-02",
            "until": "2026-12-30",
            "length": "short",
            "seats": "2",
            "level": "people",
            "moment": "swing",
        },
    ),
    "search of finished tables": Case(
        "tables:history",
        "/history/",
        {"title": "sdc", "result": "won", "who": "Bob", "since": "2026-01-02", "until": "2026-12-30", "text": "well"},
    ),
    "search of a log": Case("replays:position", lambda world: world.position, {"find": "Bob", "kind": "move"}),
    "slider": Case(
        "replays:detail", lambda world: world.position, {"n": 10}, lambda world, next_page: next_page.address
    ),
}


@pytest.fixture
def world(visit, alice, bob, jobs, settings) -> World:
    settings.SITE_URL = "https://tefuda.example"
    settings.VAPID_KEY = VAPID
    return World(visit, alice, bob, jobs)


def route_of(form: Form) -> str:
    try:
        return resolve(urlsplit(form.action).path).view_name
    except Resolver404:
        return form.action


def fillable(form: Form) -> set[str]:
    """The names of what a person can fill in."""
    shut = {"disabled", "readonly"}
    return {
        control.name
        for control in form.fields
        if control.kind not in ("hidden", "submit") and not shut & set(control.attributes)
    }


def find_form(page: Page, case: Case, names: set[str]) -> Form:
    """The form of the case, which has all its fields and no others."""
    forms = [form for form in page.forms if route_of(form) == case.route and fillable(form)]
    if case.part:
        forms = [form for form in forms if form.data().get("part") == [case.part]]
    if case.press:
        forms = [form for form in forms if case.press in form.buttons]
    for form in forms:
        if fillable(form) == names:
            return form
    field_names = [sorted(fillable(form)) for form in forms]
    raise AssertionError(f"{page.address} ({page.status}): forms with {field_names}; the case fills in {sorted(names)}")


def read_values(form: Form, name: str) -> list[str]:
    return sorted(value for control in form.fields if control.name == name for value in control.values)


def list_entered_values(form: Form, name: str, value: Any) -> list[str]:
    """Return the form's content once a person has entered the value."""
    if isinstance(value, bool):
        return next(control.options for control in form.fields if control.name == name) if value else []
    return sorted(map(str, value)) if isinstance(value, list) else [str(value)]


@pytest.mark.parametrize("name", CASES)
def test_what_is_entered_is_found_again(name, world):
    case = CASES[name]
    case.prepare(world)
    address = case.page if isinstance(case.page, str) else case.page(world)
    values = case.values(world) if callable(case.values) else case.values
    page = open_page(world.client, address)
    form = find_form(page, case, set(values))
    for field_name, value in values.items():
        assert not value or list_entered_values(form, field_name, value) != read_values(form, field_name), (
            f"{field_name}: the default"
        )
    sent = {field_name: value for field_name, value in values.items() if value != ""}
    next_page = submit(page, form, press=case.press, **sent)
    assert next_page.status == 200, " ".join(next_page.text.split())
    if case.found is None:
        opened_again = open_page(world.client, address if form.method == "post" else next_page.address)
        form_afterwards = find_form(opened_again, case, set(values))
        for field_name, value in values.items():
            if field_name not in case.expected:
                assert read_values(form_afterwards, field_name) == list_entered_values(form, field_name, value), (
                    field_name
                )
        text = world.read(address) if case.expected else ""
    else:
        text = case.found(world, next_page)
    for field_name, value in values.items():
        expected = case.expected.get(field_name, str(value))
        if expected is not SECRET and (case.found or field_name in case.expected):
            assert expected in text, f"{field_name}: {expected} is not in {text}"


# The form of a new table, for each game.


HELD_BY = {"clock": "turn_seconds", "own_clock": "turn_seconds"}  # where the form of a table like it has the choice
WITH: dict[str, dict[str, Any]] = {"bot_level": {"bots": "1"}, "friends_see": {"visibility": "link"}}  # what it needs
CLASHES = ({"turn_seconds", "clock", "own_clock"}, {"visibility", "private", "friends_see"}, {"bots", "strict"})
FOUND_BY_FRIENDS = ("friends", "friends_see")
Changes = dict[str, Any]


def other_values(form: Form, name: str) -> Iterator[Changes]:
    """Return a changed value for a field, together with what it needs."""
    controls = [control for control in form.fields if control.name == name]
    match controls[0].kind:
        case "checkbox":
            values: list[Any] = [controls[0].options if name == "friends" else not controls[0].values]
        case "select" | "radio":
            options = [option for control in controls for option in control.options]
            values = [
                option for option in options if option not in ("", OWN, BOTS) and [option] != read_values(form, name)
            ]
        case "number":
            values = [int(controls[0].values[0]) + int(controls[0].attributes["step"])]
        case _:
            values = ["A name"]
    own_choice = {name.rpartition("_")[0]: OWN} if controls[0].kind == "number" else {}
    for value in values:
        yield own_choice | WITH.get(name, {}) | {name: value}


def fits(slug: str, form: Form, changes: Changes) -> bool:
    entries = {name: list_entered_values(form, name, value) for name, value in changes.items()}
    return TableForm(registry.list_metadata()[slug], MultiValueDict(form.data() | entries)).is_valid()


def find_changes(slug: str, form: Form, name: str) -> Changes:
    """Another value of this field that the game takes: alone, or together with another option."""
    alone = list(other_values(form, name))
    options = [option for option in sorted(fillable(form)) if option.startswith(OPTION_PREFIX) and option != name]
    together = ({**change, **beside} for change in alone for option in options for beside in other_values(form, option))
    return next(change for change in (*alone, *together) if fits(slug, form, change))


def gather(slug: str, form: Form) -> list[Changes]:
    """All fields with other values, in as few tables as the game can have them."""
    tables: list[Changes] = []
    for name in sorted(fillable(form)):
        changes = find_changes(slug, form, name)
        for table in tables:
            is_free = not any(clash & set(table) and clash & set(changes) for clash in CLASHES)
            is_same = all(table.get(other, value) == value for other, value in changes.items())
            if is_free and is_same and fits(slug, form, table | changes):
                table.update(changes)
                break
        else:
            tables.append(changes)
    return tables


@pytest.mark.parametrize("slug", registry.list_metadata())
def test_everything_chosen_for_a_new_table_holds_there(slug, world, settings):
    limits = dict.fromkeys(("account", "guest"), 999)
    settings.TABLE_RATE_PER_MINUTE = settings.MAX_OPEN_TABLES_HOSTED = settings.MAX_SOLO_TABLES = limits
    settings.MAX_SEATS_PER_USER = limits
    world.befriend()
    address = f"/games/{slug}/new/"
    page = open_page(world.client, address)
    form = next(form for form in page.forms if route_of(form) == "tables:create")
    table_form = TableForm(registry.list_metadata()[slug])
    offered = {name for name in table_form.fields if table_form.has_choice(name)}
    assert offered <= fillable(form), "a field of the form is not on the page"
    for changes in gather(slug, form):
        table = submit(page, form, **changes)
        assert (table.status, table.address[:8]) == (200, "/tables/"), changes
        public_id = table.address.split("/")[2]
        page_like_it = open_page(world.client, f"{address}?like={public_id}")
        like_it = next(form for form in page_like_it.forms if route_of(form) == "tables:create")
        for name, value in changes.items():
            if name in FOUND_BY_FRIENDS:
                assert public_id in world.visit(world.bob).get("/lobby/").text, name
            elif value != OWN:
                expected = ["private"] if name == "private" else list_entered_values(form, name, value)
                held = "visibility" if name == "private" else HELD_BY.get(name, name)
                assert read_values(like_it, held) == expected, f"{name} of {changes}"


# What must be in a case.

NOT_HERE = {
    auth.ConfirmLoginCodeForm: "a code from a mail: tests/accounts/test_login_codes.py",
    auth.ResetPasswordKeyForm: "behind a link from a mail: tests/accounts/test_passwords.py",
    two_factor.ActivateTOTPForm: "a code of an app: tests/accounts/test_second_factor.py",
    two_factor.AuthenticateForm: "a code of an app: tests/accounts/test_second_factor.py",
    two_factor.ReauthenticateForm: "a code of an app: tests/accounts/test_second_factor.py",
    notification_forms.SubscriptionForm: "sent by a script: tests/notifications/test_push.py",
    passkeys.AddPasskeyForm: "needs a passkey: tests/accounts/test_passkeys.py",
    passkeys.LoginPasskeyForm: "needs a passkey: tests/accounts/test_passkeys.py",
    passkeys.ReauthenticatePasskeyForm: "needs a passkey: tests/accounts/test_passkeys.py",
    profile.PersonForm: "the base of others",
    TableForm: "above, for each game",
}
STAFF_MODULES = ("accounts.admin", "accounts.forms.staff", "games.moderation.admin")  # tests/accounts/test_admin.py …
FORM = re.compile(r"<form\b(.*?)</form>", re.DOTALL)
CONTROL = re.compile(r'<(?:input|select|textarea)\b[^>]*?\bname="([^"]+)"[^>]*>')
TYPE = re.compile(r'type="(?:hidden|submit)"')
ACTION = re.compile(r"action=\"{% url ['\"]([\w:]+)['\"]")
NAMELESS = {  # templates whose forms go to the page's own address, or to one that the view chooses
    "accounts/admin/": "",
    "admin/": "",
    "moderation/": "",  # staff
    "account/email_confirm.html": "account_confirm_email",
    "moderation/report_form.html": "moderation:report",
    "pwa/practice/_game_picker.html": "pwa:practice",
    "replays/library/_search.html": "replays:library",
    "replays/viewer/_log.html": "replays:position",
    "social/chat/_message_form.html": "social:send_message",
    "social/friends.html": "social:friends",
    "tables/history/history.html": "tables:history",
}
ELSEWHERE = {  # fields in templates that no case fills in, and where they are tried
    ("tables:client_seed", "phrase"): "tests/tables/test_client_seeds.py",
    ("tables:reveal_client_seed", "phrase"): "tests/tables/test_client_seeds.py",
    ("account_confirm_email", "turns"): "tests/accounts/test_confirmation.py",
    ("pwa:practice", "seats"): "tests/browser/test_practice.py",
    ("pwa:practice", "level"): "tests/browser/test_practice.py",
}


def list_form_classes() -> Iterator[type[BaseForm]]:
    waiting = list(BaseForm.__subclasses__())
    while waiting:
        form_class = waiting.pop()
        waiting += form_class.__subclasses__()
        if form_class.__module__.split(".")[0] in ("accounts", "games") and not form_class.__module__.startswith(
            STAFF_MODULES
        ):
            yield form_class


def test_what_is_tried_elsewhere_is_tried_there():
    places = [place.rpartition(" ")[2] for place in (*NOT_HERE.values(), *ELSEWHERE.values()) if "tests/" in place]
    assert all((ROOT / place).exists() for place in places)


def test_every_form_class_has_a_case():
    used = {form for case in CASES.values() for form in case.forms}
    assert set(list_form_classes()) == used | set(NOT_HERE)


def list_template_fields() -> Iterator[tuple[str, str, str]]:
    """Return template, address and name of each field written in a template."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        template = str(path.relative_to(ROOT / "templates"))
        for form in FORM.finditer(path.read_text()):
            action = ACTION.search(form[0].partition(">")[0])
            for control in CONTROL.finditer(form[0]):
                if not TYPE.search(control[0]):
                    yield template, action[1] if action else "", control[1]


def test_every_field_in_a_template_has_a_case():
    covered: dict[str, set[str]] = {}
    for case in CASES.values():
        covered.setdefault(case.route, set()).update({} if callable(case.values) else case.values)
    covered["replays:imports"] = {"text", "names", "file"}
    covered["moderation:report"].add("about")
    covered["notifications:settings"].add("topic")
    missing = []
    for template, action, name in list_template_fields():
        starts = [start for start in sorted(NAMELESS, reverse=True) if template.startswith(start)]
        route = action or (NAMELESS[starts[0]] if starts else "?")
        if route == "" or route.startswith("admin:") or (route, name) in ELSEWHERE:
            continue
        stem, _, is_numbered = name.partition("{{")
        if not any(
            field_name.startswith(stem) if is_numbered else field_name == name for field_name in covered.get(route, ())
        ):
            missing.append((template, route, name))
    assert not missing
