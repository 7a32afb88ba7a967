"""Parts of pages that are kept for everybody: of the right language, the same for all, and never anybody's own."""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.test import Client

from accounts.models import User
from games.catalog import registry
from tests.matches import finished, running

pytestmark = pytest.mark.django_db
PARTS = caches["template_fragments"]


@pytest.fixture(autouse=True)
def _none_kept() -> Iterator[None]:
    PARTS.clear()
    yield
    PARTS.clear()


def shown(client: Client, address: str) -> str:
    """A page without the hour, and without the form's tokens and keys, which are others each time."""
    text = client.get(address).content.decode()
    return re.sub(r'data-now="\d+"|data-token="[^"]+"|name="(csrfmiddlewaretoken|key)" value="[^"]+"', "", text)


@pytest.mark.parametrize("slug", list(registry.list_metadata()))
def test_somebody_elses_visit_before_changes_nothing(slug, visit) -> None:
    seats = registry.list_metadata()[slug].seats_default
    people = [User.objects.create_user(f"person{n}", name=f"Person {n}") for n in range(seats)]
    table = running(slug, *people, seats=seats)
    eyes = [visit(who, language) for language in ("en", "ja") for who in (*people[:2], None)]
    alone = []
    for eye in eyes:
        PARTS.clear()
        alone.append(shown(eye, table.get_absolute_url()))
    assert [shown(eye, table.get_absolute_url()) for eye in eyes] == alone
    assert len(set(alone)) == len(eyes)


def test_each_language_has_its_own(client: Client) -> None:
    for language, words in (("en", "Practice offline"), ("ja", "オフラインで練習"), ("en", "Practice offline")):
        client.cookies["django_language"] = language
        text = client.get("/lobby/").content.decode()
        assert text.count(words) == 1
        assert f'lang="{language}"' in text


def test_a_replay_can_be_saved_once_it_is_one(alice, bob, visit) -> None:
    ended, runs, eye = finished("lombard", alice, bob), running("lombard", alice, bob), visit(alice)
    for _ in range(2):
        for table, keeps in ((ended, 1), (runs, 0)):
            answer = eye.get(f"/replays/{table.public_id}/?seat=0", follow=True)
            assert answer.status_code == 200
            assert answer.content.decode().count('data-controller="save-replay"') == keeps
