"""Events since the reader's last move: never silently empty, five sentences to read, no secrets, one query."""

import re

import pytest

from games.catalog import registry
from games.catalog.lombard.moves import Call, Fold
from games.engine.chance import Rng
from games.rendering.recap import Recap, get_recap
from games.tables.access import get_table_access
from games.tables.selectors.event_log import get_recent_log, parse_happenings
from games.tables.services.timeouts import play_timeout
from tests.every_game import every_game
from tests.matches import SHORT, fresh, opened, play_on, running, seat, stretched, submit, turn, waiting
from tests.site.test_query_counts import queries
from tests.time_travel import set_deadlines


def read_recap(table, number: int | None) -> Recap:
    return get_recap(
        get_recent_log(fresh(table), number, 50), number, registry.list_metadata()[table.game_slug].chapter
    )


def seqs(since: Recap) -> list[int]:
    return [line.seq for line in (*since.results, *since.folded, *since.newest)]


def sentences(lines) -> list[str]:
    return [happening.type for line in lines for happening in line.happenings]


def page(visit, table, user) -> str:
    return visit(user, "en").get(f"/tables/{table.public_id}/").content.decode()


@pytest.fixture
def moved(alice, bob):
    """Lombard after a decision; return its seat, too."""
    table = running("lombard", alice, bob)
    (at,) = waiting(table)
    submit(table, at, Call(0))
    return fresh(table), at


@pytest.mark.parametrize("length", [30, 400])
def test_however_long_ago_the_newest_events_are_there(moved, visit, length):
    table, at = moved
    own_seq = table.events.filter(kind="move").latest("seq").seq
    long = stretched(table, table.last_seq + length)
    since = read_recap(long, at.number)
    assert seqs(since)[-1] == long.last_seq
    assert min(seqs(since)) > own_seq
    assert since.has_older == (length > 50)
    assert sum(len(line.happenings) for line in since.newest) <= 5
    html = page(visit, long, at.user)
    assert "Since your last move" in html
    (block,) = re.findall('<section id="since".*?</section>', html, re.DOTALL)
    assert ("/log/" in block) == (length > 50)
    assert f'data-seq="{long.last_seq}"' in block


def test_who_has_not_moved_yet_reads_it_from_the_start(moved, visit, alice, bob):
    table, at = moved
    other = seat(table, 1 - at.number)
    start = table.events.get(kind="start").seq
    since = read_recap(table, other.number)
    assert since.from_start
    assert seqs(since)[0] > start
    assert seqs(since)[-1] == table.last_seq
    assert (since.results, since.newest) == ([], [])  # the board shows the position
    assert "Since the match began</summary>" in page(visit, table, other.user)


def test_what_the_clock_played_is_news(moved):
    table, _ = moved
    (at,) = waiting(table)
    before = table.last_seq
    set_deadlines(type(at).objects.filter(pk=at.pk), table.created_at)
    assert play_timeout(table.public_id, at.number, at.question_seq)
    assert before + 1 in seqs(read_recap(table, at.number))


def test_the_result_comes_first_then_what_asks(alice, bob):
    table = running("lombard", alice, bob)
    (at,) = waiting(table)
    submit(table, at, Fold())
    since = read_recap(table, at.number)
    assert sentences(since.results) == ["pot-won"]
    assert sentences(since.newest)[-1] == "community-opened"
    assert sentences((*since.folded, *since.newest)).count("pot-won") == 0
    long = stretched(table, table.last_seq + 30)
    assert sentences(read_recap(long, at.number).results) == ["pot-won"]


@every_game
def test_five_sentences_whatever_has_happened(slug, alice):
    setup = SHORT.get(slug, {})
    table = play_on(running(slug, alice, **setup), 0)
    rng = Rng(b"since", slug)
    for _ in range(60):
        since = read_recap(table, 0)
        assert len(sentences((*since.results, *since.newest[1:]))) <= 5
        assert sentences(since.results) == sorted(sentences(since.results), key=chapter_of(slug).results.index)
        if fresh(table).is_ended:
            break
        turn(table, rng.choice(waiting(table)), rng)


def chapter_of(slug: str):
    return registry.list_metadata()[slug].chapter


def test_nothing_for_spectators_and_before_the_start(moved, alice, bob):
    table, _ = moved
    assert not read_recap(table, None)
    assert not read_recap(opened("lombard", alice, bob, seats_=3), 0)


def test_it_tells_a_seat_nothing_it_may_not_know(alice, bob):
    table = play_on(running("sdc", alice, bob), 0)
    bodies = dict(table.events.values_list("seq", "body"))
    since = read_recap(table, 1)
    lines = (*since.results, *since.folded, *since.newest)
    assert any(t.to == (0,) for line in lines for t in parse_happenings("sdc", bodies[line.seq]))
    for line in lines:
        assert set(line.happenings) <= {
            t.happening for t in parse_happenings("sdc", bodies[line.seq]) if t.is_visible_to(1)
        }


def test_one_query_for_log_and_digest(moved):
    table, at = moved
    for long in (table, stretched(table, 3_000)):
        access = get_table_access(long.public_id, at.user_id)
        with queries(1):
            get_recent_log(access.table, at.number, 50)
