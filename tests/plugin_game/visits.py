"""What players of a title that was just put into its folder find. Collected only in the copy that has the folder."""

import pytest
from django.contrib.staticfiles import finders

from games.catalog import registry
from games.engine.chance import Rng
from games.replays.archive.services import archive_table
from games.replays.verification.services import run_verification
from games.tables.models import Table
from tests.html import page
from tests.matches import fresh, play_on
from tests.sentences import sentence, squeezed
from tests.tables.views.test_match import press

pytestmark = pytest.mark.django_db
STYLE, SCRIPT = (
    '<link rel="stylesheet" href="/static/toy/game.css">',
    '<script type="module" src="/static/toy/game.js"></script>',
)
NAMES = {"en": "Toy", "ja": "おもちゃ"}
FAIR = "Yes: dealt and played again from the secret, it is the same match, and its log is complete."


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


@pytest.fixture
def client(visit, alice, language):
    return visit(alice, language)


def test_the_house_has_one_title_more():
    assert len(registry.list_metadata()) > 1
    assert "toy" in registry.list_metadata()
    assert finders.find("toy/game.css")


def test_it_is_on_the_front_page(client, language):
    text = client.get("/").content.decode()
    assert NAMES[language] in text
    assert registry.list_metadata()["toy"].summary[language] in text
    assert text.count('<use href="/static/toy/cards.svg#X"/>') >= 6  # three cards, each with a motif and a pip
    assert STYLE not in text


def test_its_rules_can_be_read(client, language):
    text = client.get("/games/toy/rules/").content.decode()
    assert f"<h1>{NAMES[language]}</h1>" in text
    assert {"en": "star 7", "ja": "星の7"}[language] in text


def begin_table(client):
    """A table set up by the form: one seat is a bot's, and with the last one taken the match begins."""
    new = page(client.get("/games/toy/new/")).form("/games/toy/new/")
    address = new.send(client, seats="2", bots="1", opt_rounds="3", bot_level="normal")["Location"]
    table = Table.objects.get(game_slug="toy")
    assert table.status == "running"
    return table, address


def played(client):
    """A match by forms against a bot, to its end."""
    table, address = begin_table(client)
    html = client.get(address).content.decode()
    assert STYLE in html
    assert SCRIPT in html
    rng = Rng(b"seventh", table.public_id)
    for _ in range(30):
        play_on(table, 0)
        if fresh(table).is_ended:
            break
        press(client, address, rng)
    assert fresh(table).status == "finished"
    return table, address


def test_it_is_played_to_the_end_and_looked_at_again(client, language):
    table, address = played(client)
    assert sentence("The match is over.", language) in squeezed(page(client.get(address)).text)
    log = client.get(f"{address}log/").content.decode()
    assert STYLE in log
    assert sentence("You are dealt:", language, "toy") in log
    step_through(client, table)
    archive_table(table.pk)
    assert run_verification(table.pk)
    assert sentence(FAIR, language) in squeezed(page(client.get(f"/replays/{table.public_id}/verify/")).text)


def step_through(client, table):
    """Every position, as a spectator, as a seat and with all hands open."""
    began = client.get(f"/replays/{table.public_id}/")["Location"]
    first = int(began.partition("?")[0].rstrip("/").split("/")[-1])
    for n in range(first, fresh(table).last_seq + 1):
        for query in ("", "?seat=0", "?open=1"):
            response = client.get(f"/replays/{table.public_id}/positions/{n}/{query}")
            assert response.status_code == 200
            assert STYLE in response.content.decode()


def test_a_guest_plays_it_with_one_click(visit):
    client = visit()
    quick = page(client.get("/")).form("/games/toy/quick-play/")
    address = quick.send(client, quick.buttons[0])["Location"]
    play_on(Table.objects.get(), 0)
    assert page(client.get(address)).has_form("/move/")


def test_a_move_that_is_not_allowed_is_explained(client, language):
    table, address = begin_table(client)
    play_on(table, 0)
    answer = page(client.get(address)).form("/move/").send(client, None, move='{"type":"keep","cards":["X0"]}')
    assert answer.status_code == 422
    assert sentence("This move does not belong here.", language) in squeezed(page(answer).text)
