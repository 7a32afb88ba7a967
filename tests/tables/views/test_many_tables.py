"""One person among many: no one's tables crowd out the others', in the lobby or in the bots' queue."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.users import create_guest
from games.tables import tasks
from games.tables.bots.queue import list_unleased_turns
from games.tables.bots.scheduler import BotScheduler
from games.tables.models import Event, Seat, Table
from tests.every_game import LANGUAGES
from tests.html import page
from tests.many_tables import alike
from tests.matches import opened, running, to_turn_of
from tests.refusals import post_refused
from tests.sentences import sentence, squeezed
from tests.tables.views.test_bad_seats import GOOD_TABLE

BIG = GOOD_TABLE | {"seats": "11", "bots": "10"}
pytestmark = pytest.mark.django_db
TRIES = 20  # more than anybody may
NEW, QUICK = "/games/lombard/new/", "/games/lombard/quick-play/"


@pytest.fixture
def limits(settings):
    """None that a test does not set itself."""
    settings.MAX_OPEN_TABLES_HOSTED = settings.MAX_SEATS_PER_USER = settings.MAX_SOLO_TABLES = {
        "account": 999,
        "guest": 999,
    }
    settings.TABLE_RATE_PER_MINUTE = settings.TABLE_RATE_PER_DAY = {"account": 999, "guest": 999}
    settings.ACCOUNT_RATE_LIMITS = {}
    return settings


def list_lobby_tables(client):
    return [line.id for line in client.get("/lobby/").context["open_tables"]]


# --- bots ---------------------------------------------------------------------------------------------------------


def test_many_tables_of_the_most_seats(visit, alice, settings):
    """One guest gets few of them, and all their bots together don't keep a stranger's waiting."""
    settings.BOT_SOLO_DELAY = -1  # every bot is due at the same time
    attacker = visit(None)
    forms = [page(attacker.get("/games/get9/new/")).form("/games/get9/new/") for _ in range(TRIES)]
    seat_count = next(int(field.options[-1]) for field in forms[0].fields if field.name == "seats")
    answers = [form.send(attacker, seats=seat_count, bots=seat_count - 1).status_code for form in forms]
    guest = User.objects.get(is_guest=True)
    count = Table.objects.filter(host=guest).count()
    assert count == answers.count(302) == settings.MAX_SOLO_TABLES["guest"]
    assert answers.count(429) == TRIES - count
    assert len(list_unleased_turns(999)) >= count * (seat_count - 1)
    stranger = running("lombard", alice, seats=2)
    to_turn_of(stranger, 1)
    assert stranger.pk in [turn.question.table_pk for turn in list_unleased_turns(2)]
    BotScheduler().run_once()
    assert Event.objects.filter(table=stranger, kind="move").order_by("seq").last().cause == "bot"
    assert not Event.objects.filter(cause="clock").exists()


# --- the lobby ----------------------------------------------------------------------------------------------------


def test_one_host_does_not_fill_the_lobby(limits, visit, alice, bob, charlie):
    real = opened("sdc", bob)
    mass = alike(opened("sdc", alice), *[alice] * 60)
    assert list_lobby_tables(visit(charlie)) == [table.public_id for table in [*mass[:-4:-1], real]]


def test_nor_do_many_guests(limits, visit, alice, charlie):
    real = opened("sdc", alice)
    guests = alike(real, *[create_guest(language="en") for _ in range(60)])
    ids = list_lobby_tables(visit(charlie))
    assert ids == [table.public_id for table in [*guests[:-50:-1], real]]


def test_many_public_tables_of_one_guest(visit, settings):
    attacker = visit(None)
    settings.ACCOUNT_RATE_LIMITS = {}
    settings.TABLE_RATE_PER_MINUTE = {"account": 999, "guest": 999}
    answers = [attacker.post(NEW, GOOD_TABLE).status_code for _ in range(TRIES)]
    assert answers.count(302) == Table.objects.count() == settings.MAX_OPEN_TABLES_HOSTED["guest"]
    assert len(list_lobby_tables(visit(None))) == settings.MAX_LOBBY_TABLES_PER_HOST


# --- refusals ------------------------------------------------------------------------------------------------------


def read_refusal(response, language, words):
    """Return the status of a request beyond the limit, the page's language, and its sentence."""
    shown_page = page(response)
    assert (response.status_code, shown_page.language) == (429, language)
    assert words[language] in squeezed(shown_page.text)


TOO_MANY = {
    "MAX_OPEN_TABLES_HOSTED": {
        "en": "You host 2 tables that are waiting for players, the most one person can have.",
        "ja": "参加者を待っているあなたのテーブルが2卓あります。一度に持てるのはここまでです。",
    },
    "MAX_SEATS_PER_USER": {
        "en": "You have seats at 2 tables that haven't ended, the most one person can have.",
        "ja": "まだ終わっていない2卓のテーブルに席があります。一度に座れるのはここまでです。",
    },
    "TABLE_RATE_PER_MINUTE": {
        "en": "You can create 2 tables in a minute. Please wait a moment.",
        "ja": "1分間に作れるテーブルは2卓までです。少しお待ちください。",
    },
    "TABLE_RATE_PER_DAY": {
        "en": "You can create 2 tables in 24 hours. Please come back later.",
        "ja": "24時間に作れるテーブルは2卓までです。",
    },
}
ALONE = {
    "en": "You play 2 matches against bots only, the most one person can have. Finish one of them first.",
    "ja": "ボットだけを相手にした対戦が2戦あります。一度にできるのはここまでです。",
}
KEEP = {"en": "Save your account to have more.", "ja": "アカウントを登録すると、もっと多く持てます。"}
NETWORK = "Many tables have been created from your network. Please wait a little and try again."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("setting", TOO_MANY)
def test_a_table_too_many(limits, visit, alice, language, setting):
    for _ in range(2):
        opened("sdc", alice)
    setattr(limits, setting, {"account": 2, "guest": 2})
    answer = visit(alice, language).post(NEW, GOOD_TABLE)
    read_refusal(answer, language, TOO_MANY[setting])
    assert KEEP[language] not in answer.content.decode()
    assert Table.objects.count() == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_against_bots_too_many(limits, visit, language):
    """And a guest reads that accounts may have more."""
    limits.MAX_SOLO_TABLES = {"account": 3, "guest": 2}
    client = visit(None, language)
    for _ in range(2):
        assert client.post(QUICK).status_code == 302
    for answer in (client.post(QUICK), client.post(NEW, BIG)):
        read_refusal(answer, language, ALONE)
        read_refusal(answer, language, KEEP)
    assert Table.objects.count() == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_too_many(limits, visit, alice, bob, language):
    for _ in range(2):
        opened("sdc", alice, bob)
    table = opened("lombard", alice, seats_=3)
    limits.MAX_SEATS_PER_USER = {"account": 2, "guest": 2}
    read_refusal(
        visit(bob, language).post(f"/tables/{table.public_id}/join/"), language, TOO_MANY["MAX_SEATS_PER_USER"]
    )
    assert Seat.objects.filter(user=bob).count() == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_too_many_from_one_address(limits, visit, alice, language):
    """No guest is created by it, and another address isn't affected."""
    limits.ACCOUNT_RATE_LIMITS = {"create_table": "2/m/ip"}
    for client in (visit(alice), visit(None)):
        assert client.post(QUICK).status_code == 302
    people = User.objects.count()
    for address, data in ((QUICK, {}), (NEW, GOOD_TABLE)):
        read_refusal(visit(None, language).post(address, data), language, {language: sentence(NETWORK, language)})
    assert (User.objects.count(), Table.objects.count()) == (people, 2)
    assert visit(None).post(QUICK, REMOTE_ADDR="192.0.2.7").status_code == 302


@pytest.mark.parametrize("language", LANGUAGES)
def test_sitting_down_and_standing_up_again_and_again(limits, visit, alice, bob, charlie, language):
    limits.ACCOUNT_RATE_LIMITS = {"take_seat": "2/m/user"}
    table, client = opened("lombard", alice, seats_=3), visit(bob, language)
    for _ in range(2):
        assert client.post(f"/tables/{table.public_id}/join/").status_code == 302
        assert client.post(f"/tables/{table.public_id}/leave/").status_code == 302
    quick = "You have sat down many times in a minute. Please wait a moment."
    post_refused(table, client, "join", {}, 429, quick, language)
    assert visit(charlie).post(f"/tables/{table.public_id}/join/").status_code == 302


def test_a_form_with_a_mistake_does_not_count(limits, visit, alice):
    limits.ACCOUNT_RATE_LIMITS = {"create_table": "1/m/ip"}
    client = visit(alice)
    assert client.post(NEW, GOOD_TABLE | {"seats": "1"}).status_code == 422
    assert client.post(NEW, GOOD_TABLE).status_code == 302


# --- the host -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_others_wait_for_the_host(visit, alice, bob, language):
    full, half = opened("sdc", alice, bob), opened("lombard", alice, bob, seats_=4)
    sentences = {
        full: "Waiting for %(host)s to start the match.",
        half: "%(host)s starts the match, or lets bots take the empty seats.",
    }
    for table, english in sentences.items():
        address, expected = f"/tables/{table.public_id}/", sentence(english, language) % {"host": "Alice"}
        hosts, guests = (page(visit(user, language).get(address)) for user in (alice, bob))
        assert expected in squeezed(guests.text)
        assert expected not in squeezed(hosts.text)
        for ending, offered in (("/start/", table == full), ("/bots/", table == half)):
            assert hosts.has_form(ending) is offered
            assert not guests.has_form(ending)
    only = "Only the host can fill the seats and start the match."
    post_refused(full, visit(bob, language), "start", {}, 403, only, language)
    post_refused(half, visit(bob, language), "bots", {}, 403, only, language)


def test_until_no_host_answers(visit, alice, bob):
    table = opened("sdc", alice, bob)
    Table.objects.update(lobby_at=timezone.now() - timedelta(days=1, seconds=1))
    shown_page = page(visit(bob).get(f"/tables/{table.public_id}/"))
    assert shown_page.form("/start/").send(visit(bob)).status_code == 302
    assert Table.objects.get().status == "running"


# --- a table that was closed --------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_closed_table_says_why(visit, alice, bob, language):
    table = opened("lombard", alice, bob, seats_=4)
    Table.objects.update(lobby_at=timezone.now() - timedelta(days=99))
    tasks.clean_up()
    client = visit(bob, language)
    why = sentence("Nothing has happened at the table for a long time; it is closed.", language)
    assert why in squeezed(page(client.get(f"/tables/{table.public_id}/")).text)
    assert sentence("abandoned", language) in page(client.get("/lobby/")).text
