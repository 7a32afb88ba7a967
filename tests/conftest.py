"""What all tests share: people, tables, a broker that is read instead of run."""

import gc
import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import Permission
from django.core.signals import setting_changed
from django.test import Client, TransactionTestCase
from django.test.client import ClientHandler
from django.utils import timezone, translation
from hypothesis import settings as hypothesis

from accounts.models import User
from accounts.services import network_fingerprints
from accounts.sessions import SessionStore
from config.celery import app
from games.catalog import registry
from games.tables.models import Table
from tests import factor
from tests.emptied import emptied, lasting
from tests.every_title import TWO
from tests.matches import running
from tests.server.running import Migrated, data_folder

# A slow machine is no fault of what is tested.
hypothesis.register_profile("tefuda", deadline=None)
hypothesis.load_profile("tefuda")

Jobs = Callable[[], list[tuple[str, tuple[int, ...]]]]


OUTSIDE = ("browser", "ops")  # the folders whose tests wait for other processes


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Long tests run only when asked for by name: `pytest -m long`.

    What waits for other processes or threads is tried once more before it counts as failed, and named at the end.
    What waits for processes comes first: at the end one worker would sit with it alone. What commits stays behind all
    that is rolled back, as pytest-django has put it.
    """
    items.sort(key=lambda item: item.path.parent.name not in OUTSIDE or _transactional(item))
    for item in items:
        if item.path.parent.name in OUTSIDE or _transactional(item):
            item.add_marker(pytest.mark.flaky(reruns=1))
    if "long" in config.getoption("markexpr"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if item not in long]


def _transactional(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    return marker is not None and bool(marker.kwargs.get("transaction"))


def pytest_collection_finish() -> None:
    """What is there by now stays to the end; looking through it for rubbish took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


@pytest.fixture(autouse=True)
def _same_chance_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds and ids are drawn as they were the last time this test ran; TEFUDA_TEST_CHANCE=anything draws others."""
    drawn = random.Random(os.environ.get("TEFUDA_TEST_CHANCE", "") + request.node.nodeid)
    monkeypatch.setattr(random, "_urandom", drawn.randbytes)


@pytest.fixture(scope="session", autouse=True)
def _broker_in_memory() -> None:
    """Nothing a test queues reaches a worker, or another test process."""
    app.conf.update(broker_url="memory://", broker_transport_options={})


@pytest.fixture(scope="session", autouse=True)
def _middleware_made_once() -> None:
    """All test browsers go through one chain of middleware, until a setting is changed.

    Each made its own, for which WhiteNoise looks through all static files anew.
    """
    plain, made = ClientHandler.load_middleware, []

    def load_middleware(self: ClientHandler, is_async: bool = False) -> None:
        if not made:
            plain(self, is_async)
            made.append(self._middleware_chain)
        self._middleware_chain = made[0]

    def forget(**_: object) -> None:
        made.clear()

    setting_changed.connect(forget, weak=False)
    ClientHandler.load_middleware = load_middleware


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Migrated:
    """Makes a data folder whose database is up to date; from an empty one that takes 4 of a site's first 6 seconds.

    It is made once for all processes, and where .ci/test has named a folder once for all its runs.
    """
    base = tmp_path_factory.getbasetemp()
    ours = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    shared = Path(os.environ.get("TEFUDA_TEST_SHARED") or ours) / "migrated"
    return lambda folder: data_folder(folder, shared)


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    """A request leaves its language behind in its thread; the next test must not read its pages in it."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session", autouse=True)
def _flushed_by_ourselves() -> None:
    TransactionTestCase._fixture_teardown = lambda _: None


@pytest.fixture(autouse=True)
def _emptied_after_a_transactional_test(request: pytest.FixtureRequest) -> Iterator[None]:
    wanted = {"transactional_db", "live_server"} & set(request.fixturenames)
    if not (wanted or _transactional(request.node)):
        yield
        return
    request.getfixturevalue("transactional_db")
    before = lasting()
    yield
    emptied(before)


@pytest.fixture(autouse=True)
def _staff_has_shown_a_second_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is logged in without the form, and must have one, has shown it."""
    plain = Client.force_login

    def force_login(client: Client, user: User, backend: str | None = None) -> None:
        plain(client, user, backend)
        if user.is_staff:
            session = client.session
            factor.shown(user, session)
            session.save()

    monkeypatch.setattr(Client, "force_login", force_login)


@pytest.fixture
def jobs() -> Jobs:
    """Takes what has been queued: (task, ids), in order."""

    def take() -> list[tuple[str, tuple[int, ...]]]:
        with app.connection_for_read() as connection:
            channel, found = connection.default_channel, []
            for queue in ("deadlines", "email", "background"):
                while (message := channel.basic_get(queue, no_ack=True)) is not None:
                    found.append((message.headers["task"], tuple(message.decode()[0])))
            return found

    take()
    return take


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

    def opened(user: User | None = None, language: str = "en", **options: bool) -> Client:
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
        factor.shown(user, session)
    session.save()
    return str(session.session_key)


@pytest.fixture(params=TWO)
def slug(request: pytest.FixtureRequest) -> str:
    """Two titles; a test marked `every_title` is run with all of them."""
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
