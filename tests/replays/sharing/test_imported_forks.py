"""Playing on from a position of a record that was brought along: against bots, and only where all in it agrees."""

import pytest

from games.catalog import registry
from games.replays.models import ImportedMatch
from games.replays.verification.selectors import audit_table
from games.tables.models import Fork, Result, Table
from games.tables.selectors.event_source import get_snapshot_at
from tests.every_game import SLUGS
from tests.matches import bodies, fresh, play_on, seat
from tests.replays.records.files import paths, read
from tests.replays.test_imports import brought, rehashed

pytestmark = pytest.mark.django_db
BOTS = {"seat": "1", "against": "bots", "level": "beginner"}


@pytest.fixture
def lombard():
    return read(next(path for path in paths() if path.name.startswith("lombard")))


def middle(row) -> int:
    return (row.summary["start_seq"] + 3 * row.summary["end_seq"]) // 4


def address(row, n: int) -> str:
    return f"/replays/{row.public_id}/positions/{n}/"


@pytest.mark.parametrize("path", [path for path in paths() if path.name.startswith(SLUGS)], ids=lambda path: path.name)
def test_every_titles_record_goes_on_and_is_verified(path, alice, visit):
    record = read(path)
    row, client = brought(alice, record), visit(alice, "en")
    n, against = middle(row), "bots-open" if len(path.name) % 2 else "bots"
    assert 'value="bots-open"' in (page := client.get(address(row, n)).text)
    assert 'value="people"' not in page
    assert "preview.png" not in page
    number = min(1, record["seats"] - 1)
    answer = client.post(f"{address(row, n)}fork/", BOTS | {"seat": number, "against": against})
    fork = Table.objects.get(is_fork=True)
    assert answer["Location"] == f"/tables/{fork.public_id}/"
    assert (seat(fork, number).user, fork.visibility) == (alice, "private")
    assert fork.commitment != record["commitment"]
    text = client.get(answer["Location"]).text
    assert "imported as a record" in text
    assert f'href="{address(row, n)}"' in text
    start = fork.events.get(kind="start")
    title, view = registry.get_game(fork.game_slug), bodies(fork)[start.seq - 1]["data"]["fork"]["taken"]
    assert title.view(title.read_state(get_snapshot_at(fork, start.seq)), number) == title.read_view(view, number)
    ended = play_on(fork)
    assert audit_table(ended).verdict == "yes"
    assert not Result.objects.filter(is_rated=True).exists()


def test_whose_it_is_stays_unsaid(alice, charlie, lombard, visit):
    """People with the link can play on; once the record is gone or closed, the table only says that there was one."""
    row = brought(alice, lombard, names="Momo\nAlice")
    n = middle(row)
    assert visit(charlie).post(f"{address(row, n)}fork/", BOTS).status_code == 404
    ImportedMatch.objects.update(is_link_shared=True)
    assert visit(charlie).post(f"{address(row, n)}fork/", BOTS).status_code == 302
    fork, client = Table.objects.get(is_fork=True), visit(charlie, "en")
    assert f'href="{address(row, n)}"' in client.get(f"/tables/{fork.public_id}/").text
    ImportedMatch.objects.update(is_link_shared=False)
    assert row.public_id not in client.get(f"/tables/{fork.public_id}/").text
    visit(alice).post(f"/library/imports/{row.public_id}/", {"do": "remove"})
    assert "imported as a record" in client.get(f"/tables/{fork.public_id}/").text
    assert audit_table(play_on(fresh(fork))).verdict == "yes"
    assert Fork.objects.get().origin is None
    assert client.get(f"/replays/{fork.public_id}/verify/").status_code == 200


def test_what_does_not_agree_is_not_played_on(alice, lombard, visit):
    row, client = brought(alice, rehashed(lombard | {"seed": "0" * 64})), visit(alice, "en")
    n = row.summary["start_seq"] + 1
    assert "can’t play on" in client.get(address(row, n)).text
    answer = client.post(f"{address(row, n)}fork/", BOTS)
    assert answer.status_code == 409
    assert "can’t play on" in answer.text
    assert not Table.objects.exists()


@pytest.mark.parametrize(
    ("n", "more", "status"),
    [
        ("last", {}, 409), ("last", {"against": "people"}, 422), (0, {}, 404),
        (5, {"seat": "9"}, 422), (5, {"seat": ""}, 400),
    ],
)  # fmt: skip
def test_what_is_refused(alice, lombard, visit, n, more, status):
    row = brought(alice, lombard)
    at = row.summary["end_seq"] if n == "last" else n
    assert visit(alice).post(f"{address(row, at)}fork/", BOTS | more).status_code == status
    assert not Table.objects.exists()
