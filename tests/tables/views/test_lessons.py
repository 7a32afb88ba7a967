"""The pages of lessons: read and answered by a visitor without account or script."""

import html
import re

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from games.tables.models import Seat, Table

LESSON = "/games/lombard/lessons/one-turn/"
RIGHT = f"{LESSON}1/open-the-eight/"


@pytest.fixture
def visitor(client: Client, db) -> Client:
    return client


def test_the_front_page_and_the_rules_lead_to_them(visitor):
    assert 'href="/games/lombard/lessons/"' in visitor.get("/").text
    assert 'href="/games/lombard/lessons/"' in visitor.get("/games/lombard/rules/").text


def test_a_step_is_a_heading_a_board_and_a_form(visitor):
    page = visitor.get(f"{LESSON}1/").text
    main = page[page.index('id="main"') :]
    assert main.index('id="lesson-step"') < main.index('class="board ') < main.index('id="hand"')
    assert re.search(r'<form class="tray__form" method="get" action="/games/lombard/lessons/one-turn/1/">', main)
    assert main.count("data-pointed") == 3
    assert "style=" not in main


@pytest.mark.parametrize(
    ("move", "answer"),
    [
        ('{"type":"call","card":0}', "open-the-eight"),
        ('{"type":"call","card":1}', "open-the-seven"),
        ('{"type":"double"}', "double"),
        ('{"type":"fold"}', "anything-else"),
    ],
)
def test_an_answer_leads_to_its_page(visitor, move, answer):
    response = visitor.get(f"{LESSON}1/", {"move": move})
    assert response.status_code == 302
    assert response["Location"] == f"{LESSON}1/{answer}/"


@pytest.mark.parametrize("form", [{"type": "call", "card": "0"}, {"type": "call", "card": "1"}])
def test_fields_are_an_answer_as_well(visitor, form):
    assert visitor.get(f"{LESSON}1/", form).status_code == 302


def test_an_illegal_move_is_refused_as_at_a_table(visitor):
    response = visitor.get(f"{LESSON}1/", {"move": '{"type":"call","card":2}'})
    assert response.status_code == 422
    assert "You have only two hole cards to choose from." in response.text
    assert 'id="lesson-step"' in response.text


@pytest.mark.parametrize("text", ["", "nonsense", '{"type":"raise"}', '{"type":"call","card":"x"}', "[]", "\x00"])
def test_what_is_no_move_is_refused(visitor, text):
    assert visitor.get(f"{LESSON}1/", {"type": "call", "move": text}).status_code == 422


def test_the_right_answer_leads_on_and_the_others_back(visitor):
    right = visitor.get(RIGHT).text
    assert f'href="{LESSON}2/"' in right
    assert "You have the best hand, take the pot of 3 coins and now have 10." in right
    wrong = visitor.get(f"{LESSON}1/double/").text
    assert f'href="{LESSON}1/"' in wrong
    assert f'href="{LESSON}2/"' not in wrong
    assert 'method="get"' in wrong  # can choose again immediately


@pytest.mark.parametrize(
    "path",
    [
        "/games/sdc-poker/lessons/", "/games/lombard/lessons/nothing/", f"{LESSON}0/", f"{LESSON}3/",
        f"{LESSON}1/nothing/", f"{LESSON}99999999999999999999/",
    ],
)  # fmt: skip
def test_what_is_not_there(visitor, path):
    assert visitor.get(path).status_code == 404


def test_a_strangers_progress_is_kept_on_the_device_and_nothing_is_written(visitor, django_assert_num_queries):
    visitor.get("/")
    with django_assert_num_queries(0):
        visitor.get(RIGHT)
        listed = visitor.get("/games/lombard/lessons/").text
        went_on = visitor.get(LESSON)
        visitor.get(f"{LESSON}2/fold/")
        text = visitor.get("/games/lombard/lessons/").text
        response = visitor.get(LESSON)
    assert "1 of 2 steps" in listed
    assert went_on["Location"] == f"{LESSON}2/"
    assert "1 of 5 lessons done" in text
    assert response["Location"] == f"{LESSON}1/"
    assert not User.objects.exists()


@pytest.mark.parametrize("cookie", ["", "x", "lombard.one-turn.99", ":::", "lombard.one-turn.2" + ":a" * 5000])
def test_whatever_the_device_says_the_list_is_shown(visitor, cookie):
    visitor.cookies["lessons"] = cookie
    assert visitor.get("/games/lombard/lessons/").status_code == 200
    assert visitor.get(LESSON).status_code == 302


@pytest.mark.parametrize("slug", ["lombard", "get9"])
def test_all_pages_of_a_game_in_one_answer(visitor, slug, django_assert_num_queries):
    """Addresses of the list, its lessons and all answers within them: the same as when requested directly."""
    caches["template_fragments"].clear()
    visitor.cookies["lessons"] = "lombard.one-turn.2"
    visitor.get("/")
    with django_assert_num_queries(0):
        pages = visitor.get(f"/games/{slug}/lessons.json").json()
    assert "✓" not in pages[f"/games/{slug}/lessons/"]  # no person's
    for address, text in pages.items():
        linked = set(re.findall(rf'(?:href|action)="(/games/{slug}/lessons/[^"?]*)"', text))
        assert linked <= set(pages), address
        heading = re.search(r'<h2 id="lesson-step".*?</h2>', text, re.DOTALL)
        assert heading is None or heading[0] in visitor.get(address, follow=True).text


def test_they_are_drawn_once_for_all_and_each_language(alice, visit):
    caches["template_fragments"].clear()
    address, template_name = "/games/lombard/lessons.json", "tables/lessons/step.html"
    first = visit(alice).get(address)
    assert template_name in {template.name for template in first.templates}
    assert alice.name not in first.text
    for user in (alice, None):
        response = visit(user).get(address)
        assert response.templates == []
        assert response.content == first.content
        assert visit(user).get(address, headers={"if-none-match": first["ETag"]}).status_code == 304
    japanese = visit(None, "ja").get(address, headers={"if-none-match": first["ETag"]})
    assert japanese.status_code == 200
    assert "手番は1ラウンドに1回だけ。" in japanese.text


def test_the_answers_are_there_to_be_chosen_without_a_connection(visitor):
    page = visitor.get(f"{LESSON}1/").text
    choices = page[page.index('class="lesson__choices"') :]
    assert re.findall(r'href="([^"]+/one-turn/1/[^"]+)"', choices) == [
        RIGHT, f"{LESSON}1/open-the-seven/", f"{LESSON}1/double/", f"{LESSON}1/anything-else/",
    ]  # fmt: skip
    assert "lesson__choices" not in visitor.get(RIGHT).text


def test_the_last_lesson_ends_in_a_match_against_one_beginner(visitor):
    page = visitor.get("/games/lombard/lessons/photo-finish/2/call/").text
    assert "Play a real match against 1 beginner" in page
    fields = dict(re.findall(r'<input type="hidden" name="(level|bots)" value="(\w+)">', page))
    assert fields == {"level": "beginner", "bots": "fewest"}
    assert visitor.post("/games/lombard/quick-play/", fields).status_code == 302
    table = Table.objects.get()
    assert [seat.bot_level for seat in Seat.objects.filter(table=table).order_by("number")][1:] == ["beginner"]


@pytest.mark.parametrize(("slug", "seats"), [("lombard", 2), ("crown", 2), ("get9", 3), ("doudizhu", 4)])
def test_the_fewest_bots_that_a_game_allows(visitor, slug, seats):
    visitor.post(f"/games/{slug}/quick-play/", {"level": "beginner", "bots": "fewest"})
    assert Seat.objects.filter(table=Table.objects.get(game_slug=slug)).count() == seats


def test_in_japanese(client, db):
    client.cookies["django_language"] = "ja"
    page = client.get(f"{LESSON}1/", headers={"accept-language": "ja"}).text
    assert "手番は1ラウンドに1回だけ。" in page
    assert "レッスン一覧" in page


def test_a_strong_player_says_what_they_would_do(visitor, django_assert_num_queries):
    """The first exchange of SdC Poker: three cards next to the pair. Another reader's page has nothing to compute."""
    lesson = "/games/sdc/lessons/exchange/"
    assert f'href="{lesson}hints/1/#hint"' in visitor.get(f"{lesson}1/").text
    with django_assert_num_queries(0):
        text = visitor.get(f"{lesson}hints/1/").text
    best = re.search(r'data-hint-move-value="([^"]+)"', text)
    assert best is not None
    assert html.unescape(best[1]) == '{"cards":["E6","A4","F2"],"type":"draw"}'
    assert visitor.get(f"{lesson}hints/1/").text.count("deals that fit what you know") == 1
