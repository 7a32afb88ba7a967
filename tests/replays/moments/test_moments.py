"""A position as a picture: of matches that open by their link alone, and no more in it than the replay shows to all."""

import re
import threading
from io import BytesIO

import pytest
from django.core.cache import caches
from PIL import Image

from games.catalog import registry
from games.replays.archive.services import archive_table
from games.replays.moments import pictures
from games.replays.moments.images import get_deciding_position, read_position
from games.replays.viewer.perspective import Perspective, Viewpoint, get_perspective
from games.tables.access import get_table_access
from games.tables.models import Table
from tests.matches import played, running

Sharing = Table.ReplayVisibility
CARD = re.compile(r'data-card="([^"]+)"')


def look_of(table: Table, user_id: int, *, open: bool = False) -> Perspective:  # noqa: A002
    access = get_table_access(table.public_id, user_id)
    assert access is not None
    look = get_perspective(access, Viewpoint(open=open))
    assert look is not None
    return look


@pytest.fixture(autouse=True)
def _no_kept_pictures() -> None:
    caches["moment_pictures"].clear()


@pytest.fixture
def match(alice, bob) -> Table:
    table = played("lombard", alice, bob, seats=3)
    archive_table(table.pk)
    Table.objects.filter(pk=table.pk).update(replay_visibility=Sharing.LINK)
    return table


def addresses(table: Table) -> list[str]:
    base = f"/replays/{table.public_id}/"
    return [f"{base}moment.png", f"{base}positions/{table.last_seq}/moment.png", f"{base}moment/"]


def test_whoever_has_the_link_gets_the_picture_and_the_way_to_its_position(match, visit):
    picture, position, way = addresses(match)
    for address in (picture, position):
        answer = visit(None).get(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
        with Image.open(BytesIO(answer.content)) as image:
            assert image.size == (1200, 630)
            assert len(image.convert("RGB").getcolors(1_000_000)) > 20
    assert re.fullmatch(rf"/replays/{match.public_id}/positions/\d+/", visit(None).get(way).url)


def test_what_its_people_keep_to_themselves_is_no_picture_for_anybody(match, alice, charlie, visit):
    Table.objects.filter(pk=match.pk).update(replay_visibility=Sharing.PARTICIPANTS)
    for address in addresses(match):
        assert visit(alice).get(address).status_code == 403
        assert visit(charlie).get(address).status_code == 404
        assert visit(None).get(address).status_code == 404
    base = f"/tables/{match.public_id}/"
    assert "Share the moment" not in visit(alice).get(base).content.decode()
    Table.objects.filter(pk=match.pk).update(replay_visibility=Sharing.LINK)
    assert "Share the moment" in visit(alice).get(base).content.decode()


def test_a_running_table_is_refused_to_those_who_sit_at_it_as_well(alice, bob, charlie, visit):
    table = running("lombard", alice, bob)
    for address in addresses(table):
        assert [visit(person).get(address).status_code for person in (alice, charlie)] == [409, 409]
    assert "Share the moment" not in visit(alice).get(f"/tables/{table.public_id}/").content.decode()


def test_positions_that_are_none_and_pages_that_are_not_there(match, visit):
    base = f"/replays/{match.public_id}/positions/"
    assert visit(None).get(f"{base}0/moment.png").status_code == 404
    assert visit(None).get(f"{base}{match.last_seq + 1}/moment.png").status_code == 404
    assert visit(None).get("/replays/2222222222zz/moment.png").status_code == 404


@pytest.mark.parametrize("slug", list(registry.list_metadata()))
def test_no_card_is_in_it_that_a_spectator_did_not_see(slug, alice, visit):
    table = played(slug, alice)
    archive_table(table.pk)
    Table.objects.filter(pk=table.pk).update(replay_visibility=Sharing.LINK)
    look = look_of(table, alice.pk)
    for n in {*range(look.first, look.last + 1, 7), get_deciding_position(look)}:
        board = read_position(look, n)
        codes = [card.code for place in (board.centre, *board.seats) for card in place.cards]
        page = visit(None).get(f"/replays/{table.public_id}/positions/{n}/").content.decode()
        assert set(codes) <= set(CARD.findall(page[page.index('data-steady="board"') :]))


def test_the_deciding_position_of_a_showdown_shows_it(match, alice):
    look = look_of(match, alice.pk)
    n = get_deciding_position(look)
    cards = [len(place.cards) for place in read_position(look, n).seats]
    assert sum(cards) == max(
        sum(len(place.cards) for place in read_position(look, at).seats) for at in range(look.last - 11, look.last + 1)
    )


def test_it_names_nobody_and_tells_who_won(match, alice):
    board = read_position(look_of(match, alice.pk), match.last_seq)
    assert [seat.number for seat in board.seats] == [0, 1, 2]
    assert sum(seat.has_won for seat in board.seats) == 1
    assert all(re.fullmatch(r"-?\d+ coins?", seat.amount) for seat in board.seats)


@pytest.mark.parametrize("method", ["get", "head"])
def test_pictures_count_among_what_one_may_fetch_in_a_minute(match, visit, settings, method):
    settings.ARCHIVE_DOWNLOADS_PER_MINUTE = 1
    for number in range(2):
        client = visit(None, REMOTE_ADDR=f"10.0.0.{number}")
        statuses = [getattr(client, method)(address).status_code for address in addresses(match)]
        assert statuses == [200, 429, 429]


def test_a_picture_is_drawn_once(match, visit, django_assert_num_queries):
    picture, position, _ = addresses(match)
    for address in (picture, position):
        response = visit(None).get(address)
        with django_assert_num_queries(2):  # the match and its seats; no position is read
            repetition = visit(None).get(address)
        assert repetition.content == response.content


def test_a_busy_process_answers_with_503_instead_of_piling_up_drawings(match, visit, monkeypatch):
    monkeypatch.setattr(pictures, "WAIT_SECONDS", 0.05)
    picture, position, way = addresses(match)
    with pictures.drawing_turn():
        answers = _in_threads([lambda: _try_turn()] * 4)
        refused = [visit(None, language, REMOTE_ADDR="10.0.0.9").get(position) for language in ("en", "ja")]
    assert answers == ["busy"] * 4
    assert [(answer.status_code, answer["Retry-After"]) for answer in refused] == [(503, "2")] * 2
    assert "being made" in refused[0].content.decode()
    assert "画像" in refused[1].content.decode()
    assert [visit(None).get(address).status_code for address in (picture, position, way)] == [200, 200, 302]


def test_no_more_than_a_few_threads_wait_for_a_drawing(monkeypatch):
    """With a long wait for one, the others are refused immediately and free their page threads."""
    monkeypatch.setattr(pictures, "WAIT_SECONDS", 60)
    waiting: list[str] = []
    with pictures.drawing_turn():
        threads = [threading.Thread(target=lambda: waiting.append(_try_turn())) for _ in range(8)]
        for thread in threads:
            thread.start()
        refused = 8 - pictures.MAX_WAITING
        for thread in threads:
            while thread.is_alive() and len(waiting) < refused:
                thread.join(0.01)
        assert waiting == ["busy"] * refused
    for thread in threads:
        thread.join()
    assert waiting == ["busy"] * refused + ["drawn"] * pictures.MAX_WAITING


def _try_turn() -> str:
    try:
        with pictures.drawing_turn():
            return "drawn"
    except pictures.BusyDrawingError:
        return "busy"


def _in_threads(calls):
    answers = []
    threads = [threading.Thread(target=lambda call=call: answers.append(call())) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
