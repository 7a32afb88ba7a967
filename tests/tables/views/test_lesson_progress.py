"""How far one has come in the lessons goes along with the account."""

import json
import re
import zipfile
from io import BytesIO

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.anonymize import delete_own_account
from accounts.services.data_export import build_export
from games.practice.lessons.reader import list_lessons
from games.tables.models import LessonProgress
from games.tables.selectors.lesson_counts import count_lessons
from tests.matches import opened

LIST = "/games/lombard/lessons/"
FIRST, LAST = f"{LIST}one-turn/1/open-the-eight/", f"{LIST}one-turn/2/fold/"
PASSWORD = "seven-quiet-herons"

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return User.objects.create_user("anna", password=PASSWORD)


def log_in(client: Client) -> None:
    assert client.post("/account/login/", {"login": "anna", "password": PASSWORD}).status_code == 302


def list_progress(person: User) -> list[tuple[str, str, int]]:
    return list(LessonProgress.objects.filter(user=person).values_list("game_slug", "lesson", "steps_done"))


def test_what_is_done_on_one_device_is_ticked_on_another(anna):
    phone, laptop = Client(), Client()
    log_in(phone)
    log_in(laptop)
    phone.get(FIRST)
    assert "1 of 2 steps" in laptop.get(LIST).text
    assert laptop.get(f"{LIST}one-turn/")["Location"] == f"{LIST}one-turn/2/"
    laptop.get(LAST)
    assert "1 of 5 lessons done" in phone.get(LIST).text
    assert list_progress(anna) == [("lombard", "one-turn", 2)]


def test_a_log_in_takes_along_what_the_device_has(anna, client):
    client.get(LAST)
    log_in(client)
    assert list_progress(anna) == [("lombard", "one-turn", 2)]
    other = Client()
    log_in(other)
    assert "1 of 5 lessons done" in other.get(LIST).text


def test_a_guest_and_then_the_account_take_it_along(client):
    client.get(FIRST)
    client.post("/games/lombard/quick-play/", {"level": "beginner", "bots": "fewest"})
    guest = User.objects.get()
    assert list_progress(guest) == [("lombard", "one-turn", 1)]
    client.get(LAST)
    form = {"username": "robin", "name": "Robin", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    client.post("/account/claim-guest/", form)
    robin = User.objects.get(username="robin")
    assert robin == guest
    assert list_progress(robin) == [("lombard", "one-turn", 2)]


def test_a_guest_who_has_an_account_already_takes_it_along(anna, client):
    client.post("/games/lombard/quick-play/", {"level": "beginner", "bots": "fewest"})
    client.get(FIRST)
    client.post("/account/login/", {"login": "anna", "password": PASSWORD, "sure": "1"})
    assert list_progress(anna) == [("lombard", "one-turn", 1)]


def test_what_is_less_takes_nothing_away_and_writes_nothing(anna, client, django_assert_num_queries):
    log_in(client)
    client.get(LAST)
    client.cookies["lessons"] = "lombard.one-turn.1"
    client.get(LIST)
    with django_assert_num_queries(3):  # the session, the person, how far they are
        client.get(FIRST)
    assert list_progress(anna) == [("lombard", "one-turn", 2)]


@pytest.mark.parametrize("done", [1, 10])
def test_the_list_costs_the_same_however_much_is_done(anna, client, done, django_assert_num_queries):
    log_in(client)
    rows = [LessonProgress(user=anna, game_slug="lombard", lesson=f"lesson-{n}", steps_done=1) for n in range(done)]
    LessonProgress.objects.bulk_create(rows)
    client.get(LIST)
    with django_assert_num_queries(3):
        client.get(LIST)


def test_the_next_answer_empties_the_device_for_whoever_comes_next(anna, client):
    client.get(LAST)
    log_in(client)
    client.get(f"{LIST}folding-is-free/1/fold/")
    client.post("/account/logout/")
    assert "lessons done" not in client.get(LIST).text


@pytest.mark.parametrize("cookie", ["lombard.nothing.2", "nothing.one-turn.2", "lombard.one-turn.0", ":::"])
def test_what_the_device_makes_up_is_not_taken_over(anna, client, cookie):
    client.cookies["lessons"] = cookie
    log_in(client)
    assert list_progress(anna) == []


def test_never_more_steps_than_there_are(anna, client):
    client.cookies["lessons"] = "lombard.one-turn.99"
    log_in(client)
    assert list_progress(anna) == [("lombard", "one-turn", 2)]


def test_it_is_in_the_download_and_goes_with_the_account(anna, client):
    log_in(client)
    client.get(FIRST)
    with zipfile.ZipFile(BytesIO(build_export(anna))) as archive:
        data = json.loads(archive.read("lessons.json"))
    assert data == [{"game_slug": "lombard", "lesson": "one-turn", "steps_done": 1}]
    delete_own_account(person=anna)
    assert list_progress(anna) == []


def test_an_invitation_leads_to_the_lessons_and_says_how_far_one_is(alice, bob, visit):
    table = opened("lombard", alice, seats_=3, visibility="private")
    address = f"/tables/{table.public_id}/invitations/{table.invite_code}/"
    stranger, invited = Client(), visit(bob)
    assert re.search(
        rf'<a class="btn btn--quiet" href="{LIST}">\s*Learn in 2 minutes\s*</a>', stranger.get(address).text
    )
    for client in (stranger, invited):
        client.get(LAST)
        assert_goes_on(client.get(address).text)


def assert_goes_on(page: str) -> None:
    """One of five is done, and the link leads to the next."""
    assert re.search(rf'href="{LIST}folding-is-free/">\s*Go on learning\s*</a>', page)
    assert re.search(r"✓○○○○</span>\s*1 of 5 lessons done", page)


@pytest.mark.parametrize("address", ["/", "/games/lombard/rules/"])
def test_the_front_page_and_the_rules_go_on_where_one_stopped(anna, client, address):
    account, guest = Client(), client
    log_in(account)
    for reader in (account, guest):
        assert "Go on learning" not in reader.get(address).text
        reader.get(FIRST)
        assert re.search(rf'href="{LIST}one-turn/">\s*Go on learning\s*</a>', reader.get(address).text)
        reader.get(LAST)
        assert_goes_on(reader.get(address).text)
    other = Client()
    log_in(other)
    assert_goes_on(other.get(address).text)
    assert "Go on learning" not in Client().get(address).text


def test_all_lessons_done(client):
    client.cookies["lessons"] = ":".join(f"lombard.{lesson.name}.99" for lesson in list_lessons("lombard"))
    for address in ("/", "/games/lombard/rules/"):
        page = client.get(address).text
        assert re.search(rf'href="{LIST}">\s*All lessons\s*</a>', page)
        assert "✓✓✓✓✓</span>" in page


def test_a_lesson_that_cannot_be_read_is_no_link_on_other_pages(tmp_path, monkeypatch):
    """As where a new version is half copied."""
    folder = tmp_path / "sdc" / "lessons"
    folder.mkdir(parents=True)
    (folder / "1-broken.toml").write_text("title = ")
    monkeypatch.setattr("games.rendering.paths.CATALOG_DIR", tmp_path)
    list_lessons.cache_clear()
    try:
        assert count_lessons({}, "sdc") is None
    finally:
        list_lessons.cache_clear()
