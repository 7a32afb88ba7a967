"""Links to a position: whose eyes, which language, and what other sites show of them."""

import re
from datetime import date
from html import unescape
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageFont

from games.catalog import registry
from games.replays.models import PreviewImage
from games.replays.sharing.preview_image import FONT, render_preview, save_preview
from tests.matches import finished, fresh

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice, bob):
    return finished("sdc", alice, bob)


def read_shared_address(page):
    return unescape(re.search(r'id="share" type="text" readonly value="([^"]+)"', page).group(1))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("eyes", ["", "seat=1", "open=1"])
def test_the_address_to_share_shows_the_same(match, alice, visit, language, eyes):
    text = visit(alice, language).get(f"/replays/{match.public_id}/positions/9/?{eyes}").text
    address = read_shared_address(text)
    assert address == f"http://testserver/replays/{match.public_id}/positions/9/?{eyes and eyes + '&'}hl={language}"
    response = visit(None, "ja" if language == "en" else "en").get(address)  # whose browser speaks another language
    assert f'<html lang="{language}"' in response.text
    option = {"": "eyes-none", "seat=1": "eyes-1", "open=1": "eyes-open"}[eyes]
    assert re.search(rf'id="{option}"[^>]*aria-current="true"', response.text)


def test_a_language_link_changes_nobodys_own_choice(match, alice, visit):
    address = f"/replays/{match.public_id}/positions/9/"
    stranger = visit(None, "en")
    stranger.cookies.clear()
    assert '<html lang="ja"' in stranger.get(f"{address}?hl=ja").text
    cookie = stranger.cookies["django_language"]
    assert (cookie.value, cookie["max-age"], cookie["expires"]) == ("ja", "", "")  # until the browser is closed
    assert '<html lang="ja"' in stranger.get(address).text
    type(alice).objects.filter(pk=alice.pk).update(language="en")
    client = visit(alice, "en")
    client.cookies.pop("django_language", None)
    assert '<html lang="ja"' in client.get(f"{address}?hl=ja").text
    assert "django_language" not in client.cookies
    assert '<html lang="en"' in client.get(address).text
    assert '<html lang="en"' in client.get(f"{address}?hl=xx").text


def tags(page):
    return dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)"', page))


@pytest.mark.parametrize("n", ["first", "last"])
def test_the_tags_tell_title_and_day_and_no_more(match, alice, bob, visit, n):
    address = f"/replays/{match.public_id}/positions/{9 if n == 'first' else match.last_seq}/"
    contents = tags(visit(None, "en").get(address).text)
    assert contents["og:image"] == f"http://testserver/replays/{match.public_id}/preview.png"
    assert contents["twitter:card"] == "summary_large_image"
    assert contents["og:title"] == "Replay: SdC Poker"
    text = " ".join(contents.values())
    assert not any(word in text for word in ("Alice", "Bob", "won", "lost", "coins"))


def test_a_picture_that_is_missing_is_drawn_once_somebody_asks(match, visit, jobs, django_capture_on_commit_callbacks):
    address = f"/replays/{match.public_id}/preview.png"
    with django_capture_on_commit_callbacks(execute=True):
        assert [visit().get(address).status_code for _ in range(3)] == [404] * 3
    assert jobs() == [("replays.draw_preview", (match.pk,))]
    save_preview(match.pk)
    assert visit().get(address)["Content-Type"] == "image/png"


def test_the_picture_is_the_same_whoever_won(alice, bob, charlie):
    first, second = finished("sdc", alice, bob), finished("sdc", bob, charlie)
    save_preview(first.pk)
    save_preview(second.pk)
    preview_image = PreviewImage.objects.get()  # of both, which ended on one day
    picture = Image.open(BytesIO(bytes(preview_image.png)))
    assert picture.size == (1200, 630)
    assert len(preview_image.png) < 20_000
    another = Image.open(BytesIO(render_preview("lombard", date(2026, 11, 22))))
    assert ImageChops.difference(picture.convert("RGB"), another.convert("RGB")).getbbox()


def test_the_font_has_every_title():
    """A game that comes needs its characters in it (docs/adding-a-game.md)."""
    font = ImageFont.truetype(FONT, 40)
    none = font.getmask("\U0001f0a1").getbbox(), font.getlength("\U0001f0a1")
    for meta in registry.list_metadata().values():
        for char in {*meta.name["ja"], *meta.name["en"], *"手札0123456789-"} - {" "}:
            mask = bytes(font.getmask(char))
            assert mask != bytes(font.getmask("\U0001f0a1")), f"{char} of {meta.slug}"
    assert none[1] > 0


def test_the_seal_job_draws_it(match, jobs):
    from games.replays.tasks import archive

    archive(match.pk)
    assert PreviewImage.objects.filter(game="sdc").exists()
    assert fresh(match).archive_due_at is None


@pytest.mark.parametrize(
    "asked",
    [
        {"method": "head"},
        {"headers": {"sec-purpose": "prefetch;prerender"}},
        {"headers": {"purpose": "prefetch"}},
        {"headers": {"sec-fetch-dest": "image"}},
    ],
)
def test_nothing_but_opening_a_page_keeps_its_language(client, db, asked):
    ask = getattr(client, asked.get("method", "get"))
    answer = ask("/lobby/?hl=ja", headers=asked.get("headers", {}))
    assert answer["Content-Language"] == "ja"
    assert '<html lang="en"' in client.get("/lobby/").text
    client.get("/lobby/?hl=ja", headers={"sec-fetch-dest": "document"})
    assert '<html lang="ja"' in client.get("/lobby/").text
