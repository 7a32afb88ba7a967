"""A record from a file, as the browser's own Python shows it."""

import json
from collections.abc import Callable
from itertools import cycle
from typing import Any

import pytest

from accounts.models import User
from games.catalog import registry
from games.engine.serialization.canonical_json import dump_canonical
from games.replays.standalone import record_viewer
from games.tables.models import Table
from tests.matches import finished
from tests.practice.play_from_zip import Everywhere
from tests.replays.archived import record_of

pytestmark = pytest.mark.django_db
SLUGS = list(zip(registry.list_metadata(), cycle(["en", "ja"])))
RULES = json.dumps({"book": "/{slug}/", "section": "/{slug}/{key}/"})
Asked = Callable[..., dict[str, Any]]


@pytest.fixture
def ask() -> Callable[[str], Asked]:
    """The worker's door, opened in a language."""

    def opened(language: str) -> Asked:
        record_viewer.open_api(language, "{}", RULES)
        record_viewer.worker_api._API[0]._addresses = Everywhere()

        def call(name: str, **about: Any) -> dict[str, Any]:
            answer: dict[str, Any] = json.loads(record_viewer.handle_request(json.dumps({"ask": name, **about})))
            return answer

        return call

    return opened


def people(count: int) -> list[User]:
    return [User.objects.create_user(f"player{n}", name=f"Player {n}") for n in range(count)]


def match_of(slug: str) -> Table:
    return finished(slug, *people(min(3, registry.list_metadata()[slug].seats_max)))


@pytest.mark.parametrize(("slug", "language"), SLUGS)
def test_a_record_of_every_game_is_stepped_through_from_every_seat(slug: str, language: str, ask: Any) -> None:
    call, record = ask(language), record_of(match_of(slug))
    overview = call("open_record", text=dump_canonical(record))
    assert overview["name"] == registry.list_metadata()[slug].name[language]
    assert (overview["seats"], overview["last"] <= len(record["events"])) == (record["seats"], True)
    assert overview["chapters"]
    for seat in range(overview["seats"]):
        assert call("look_from", seat=seat)["last"] == overview["last"]
        for n in (1, overview["chapters"][0], overview["last"] // 2, overview["last"]):
            assert "board" in call("render_position", n=n, everything=False)["html"]
    end = call("render_position", n=overview["last"], everything=True)["html"]
    assert "result-table" in end
    assert ("Seat 1" if language == "en" else "席1") in end


def test_a_seat_sees_its_own_cards_alone_until_all_hands_are_open(ask: Any) -> None:
    call = ask("en")
    overview = call("open_record", text=dump_canonical(record_of(match_of("doudizhu"))))
    at = overview["chapters"][0] + 1
    call("look_from", seat=1)
    one_sided = call("render_position", n=at, everything=False)["html"]
    call("look_from", seat=2)
    other = call("render_position", n=at, everything=False)["html"]
    everybody = call("render_position", n=at, everything=True)["html"]
    assert one_sided != other
    assert everybody.count("data-card") > one_sided.count("data-card") > 0


@pytest.mark.parametrize(
    "changed",
    [
        lambda record: {**record, "title": "chess"},
        lambda record: {**record, "events": record["events"][:1]},
        lambda record: {**record, "events": [{**event, "body": "{}"} for event in record["events"]]},
        lambda record: {**record, "events": [{**event, "frame": "[]"} for event in record["events"]]},
        lambda record: {**record, "seats": 1},
        lambda record: {"format": "other"},
        lambda record: [record],
    ],
)
def test_what_is_no_record_is_refused_and_the_one_before_stays(changed: Any, ask: Any) -> None:
    call, record = ask("en"), record_of(match_of("sdc"))
    overview = call("open_record", text=dump_canonical(record))
    assert "problem" in call("open_record", text=json.dumps(changed(record)))
    assert "board" in call("render_position", n=overview["last"], everything=False)["html"]
    assert "problem" in call("look_from", seat=2)
    assert "problem" in call("open_record", text="[" * 100_000)
