"""What all tests share: people, tables, a broker that is read instead of run."""

import os
import random
import secrets
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client
from django.utils import timezone, translation
from hypothesis import settings as hypothesis

from accounts.models import SignupSettings, User
from accounts.services import network_fingerprints, signup
from accounts.sessions import SessionStore
from config.celery import app
from config.db import append_only
from games.catalog import registry
from games.tables.models import Seat, Table
from tests import second_factor
from tests.every_game import TWO_SLUGS
from tests.matches import play_on, running, waiting
from tests.people import staff, take_jobs
from tests.server.running import Migrated, data_folder

# A slow machine is no fault of what is tested.
hypothesis.register_profile("tefuda", deadline=None)
hypothesis.load_profile("tefuda")

Jobs = Callable[[], list[tuple[str, tuple[int, ...]]]]


QUICK = "not (browser or other_browsers or servers or process or thorough or slow or container)"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="of each test the first and the last case; needs no browser")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("quick"):
        config.option.markexpr = QUICK


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what asks the database: that is tried on PostgreSQL, too. With --quick leave out most cases of a test."""
    for item in items:
        if {"db", "transactional_db"} & set(getattr(item, "fixturenames", ())) or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database)
    if config.getoption("quick"):
        _leave_first_and_last(config, items)


def _leave_first_and_last(config: pytest.Config, items: list[pytest.Item]) -> None:
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out = {item for of_one in cases.values() for item in of_one[1:-1]}
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]


def _is_transactional(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    is_marked = marker is not None and bool(marker.kwargs.get("transaction"))
    return is_marked or bool({"transactional_db", "live_server"} & set(request.fixturenames))


@pytest.fixture(autouse=True)
def _same_chance_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds and ids are drawn as they were the last time this test ran; TEFUDA_TEST_CHANCE=anything draws others."""
    chance = random.Random(os.environ.get("TEFUDA_TEST_CHANCE", "") + request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: chance.randbytes(count or 32))
    monkeypatch.setattr(secrets, "choice", chance.choice)
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)


@pytest.fixture(scope="session", autouse=True)
def _broker_in_memory() -> None:
    """Nothing a test queues reaches a worker, or another test process."""
    app.conf.update(broker_url="memory://", broker_transport_options={})


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    """Empty the cache, which counts requests, but for the sign-up rules: a site that is up has them."""
    cache.clear()
    cache.set(signup.CACHE_KEY, signup.SignupRules("open", guests_allowed=True, members_may_invite=False), None)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Migrated:
    """Makes a data folder whose database is up to date; the first one is made once for all test processes."""
    base = tmp_path_factory.getbasetemp()
    ours = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    return lambda folder: data_folder(folder, ours / "migrated")


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A request leaves its language behind in its thread; the next test must not read its pages in it."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _append_only_until_the_end(request: pytest.FixtureRequest) -> Iterator[None]:
    """Django empties all tables after a transactional test, which triggers refuse; post_migrate makes them anew."""
    if not _is_transactional(request):
        yield
        return
    request.getfixturevalue("transactional_db")  # which is emptied after this fixture
    yield
    append_only.remove_triggers()


@pytest.fixture(autouse=True)
def _staff_has_shown_a_second_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is logged in without the form, and must have one, has shown it."""
    plain = Client.force_login

    def force_login(client: Client, user: User, backend: str | None = None) -> None:
        plain(client, user, backend)
        if user.is_staff:
            session = client.session
            second_factor.shown(user, session)
            session.save()

    monkeypatch.setattr(Client, "force_login", force_login)


@pytest.fixture
def jobs() -> Jobs:
    """Takes what has been queued: (task, ids), in order."""

    take_jobs()
    return take_jobs


@pytest.fixture
def person(db: None) -> Callable[[str], User]:
    """Makes a full account."""
    return lambda name: User.objects.create_user(name.lower(), password="seven-quiet-herons", name=name)


@pytest.fixture
def alice(person: Callable[[str], User]) -> User:
    """Owns the tables: host, seat 0."""
    return person("Alice")


@pytest.fixture
def bob(person: Callable[[str], User]) -> User:
    """Sits with Alice: seat 1."""
    return person("Bob")


@pytest.fixture
def charlie(person: Callable[[str], User]) -> User:
    """Sits nowhere and must see nothing of what is private."""
    return person("Charlie")


@pytest.fixture
def moderator(db: None) -> User:
    return User.objects.create_superuser("mod", password="seven-quiet-herons", name="Mod")


@pytest.fixture
def settled_site(db: None) -> None:
    """A site whose operator has decided who may join, so that the administration doesn't ask."""
    SignupSettings.objects.create()


@pytest.fixture
def moderating(db: None) -> Callable[[User], User]:
    """Makes somebody a moderator as well."""

    def made(person: User) -> User:
        rights = Permission.objects.filter(
            content_type__app_label="tables", codename__in=("view_table", "moderate_table")
        )
        person.is_staff = True
        person.save()
        person.user_permissions.set(rights)
        return person

    return made


@pytest.fixture
def visit() -> Callable[..., Client]:
    """A browser that speaks a language, logged in as a person or anonymous."""

    def opened(user: User | None = None, language: str = "en", **options: bool | str) -> Client:
        client = Client(headers={"accept-language": language}, **options)
        if user is not None:
            client.cookies[settings.SESSION_COOKIE_NAME] = session_of(user)
        return client

    return opened


def session_of(user: User) -> str:
    """The key of a new session, as a log-in leaves it; what else one does, those look at who post the form."""
    session = SessionStore()
    session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session[network_fingerprints.RECORDED_DAY_SESSION_KEY] = timezone.now().toordinal()
    if user.is_staff:
        second_factor.shown(user, session)
    session.save()
    return str(session.session_key)


@pytest.fixture(params=TWO_SLUGS)
def slug(request: pytest.FixtureRequest) -> str:
    """Two titles; a test marked `every_game` is run with all of them."""
    return str(request.param)


@pytest.fixture
def crew(slug: str, alice: User, bob: User, person: Callable[[str], User]) -> list[User]:
    """Enough people for the smallest table of every title: Alice, Bob and others where two are not enough."""
    return [alice, bob, *(person(f"Guest{n}") for n in range(2, registry.list_metadata()[slug].seats_min))]


@pytest.fixture
def table(slug: str, alice: User, bob: User) -> Table:
    """A running public table of the title: Alice and Bob, and bots where two are not enough."""
    return running(slug, alice, bob)


@pytest.fixture
def lombard(alice: User, bob: User) -> Table:
    """Lombard: Alice, Bob and two bots, with a goal that no single round can reach."""
    return running("lombard", alice, bob, seats=4, options={"target_coins": 32})


@pytest.fixture
def sdc(alice: User, bob: User) -> Table:
    """SdC: Alice against Bob, both choosing their draw."""
    return running("sdc", alice, bob)


@pytest.fixture
def duel(alice: User, bob: User, visit: Callable[..., Client], language: str) -> tuple[Table, Seat, Client]:
    """A Lombard table for two, the seat that has the turn, and its person's browser."""
    table = running("lombard", alice, bob)
    (at,) = waiting(table)
    return table, at, visit(at.user, language)


@pytest.fixture
def match(lombard: Table) -> Table:
    """Lombard: Alice, Bob and two bots; Alice is asked."""
    return play_on(lombard, 0)


@pytest.fixture
def senior(db: None) -> User:
    """Staff in the role that may look at hidden cards."""
    return staff("Sen", "senior")
