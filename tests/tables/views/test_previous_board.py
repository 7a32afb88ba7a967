"""The board before it was cleared: who sees it held, how often, and no secrets in it."""

import re
from bisect import bisect_left
from datetime import timedelta
from math import inf

import pytest

from games.catalog import registry
from games.catalog.lombard.moves import Call, Fold
from games.engine.chance import Rng
from games.tables.access import get_table_access
from games.tables.page_data import build_table_page
from games.tables.selectors import last_hand
from games.tables.selectors.event_source import get_snapshot_at
from tests.every_game import every_game
from tests.matches import SHORT, bodies, fresh, running, submit, turn, waiting
from tests.site.test_query_counts import queries


def held(table, user, mark=""):
    return build_table_page(get_table_access(table.public_id, user.pk if user else None), mark).previous_board


def mark_of(table, user) -> str:
    return build_table_page(get_table_access(table.public_id, user.pk if user else None)).log_cursor


@pytest.fixture
def folded(alice, bob):
    """Lombard for two after the first has folded; that seat, and each seat's previous mark."""
    table = running("lombard", alice, bob)
    marks = {user: mark_of(table, user) for user in (alice, bob, None)}
    (at,) = waiting(table)
    submit(table, at, Fold())
    return fresh(table), at, marks


def test_whoever_opens_the_page_sees_the_round_that_ended(folded):
    table, at, _ = folded
    board = held(table, at.user)
    assert board.seq == table.last_seq
    assert board.view.public.round == 1
    assert board.view.public.last.round == 1
    assert [happening.type for line in board.results for happening in line.happenings] == ["pot-won"]
    assert not any(line.is_to_act or line.deadline for line in board.seats)


def test_whoever_looks_on_sees_it_once(folded, alice, bob):
    table, _, marks = folded
    for user in (alice, bob, None):
        assert held(table, user, marks[user]).seq == table.last_seq
        assert held(table, user, mark_of(table, user)) is None


def test_who_comes_to_watch_sees_the_present(folded):
    table, _, _ = folded
    assert held(table, None) is None


def test_after_ones_own_decision_it_is_no_news(folded, alice, bob):
    table, _, _ = folded
    (at,) = waiting(table)
    submit(table, at, Call(0))
    assert held(table, at.user) is None
    assert held(table, alice if at.user == bob else bob) is not None


def test_the_first_deal_ends_nothing(alice, bob):
    table = running("lombard", alice, bob)
    assert held(table, alice) is held(table, bob) is None
    (at,) = waiting(table)
    submit(table, at, Call(0))
    assert held(table, alice) is held(table, bob) is None


def test_after_a_minute_it_waits_for_the_reader(folded, visit):
    table, at, _ = folded
    client = visit(at.user)
    address = f"/tables/{table.public_id}/"
    assert 'data-fresh="yes"' in client.get(address).content.decode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(last_hand, "FRESH", timedelta(0))
        assert 'data-fresh="no"' in client.get(address).content.decode()


def test_without_a_script_it_is_a_closed_fold(folded, visit):
    table, at, _ = folded
    html = visit(at.user, "en").get(f"/tables/{table.public_id}/").content.decode()
    (block,) = re.findall('<section id="previous-board".*?</section>.*?</details>', html, re.DOTALL)
    assert re.search(r"<details>\s*<summary>", block)
    assert "Result of the last round" in block
    assert '<div class="board' in block


def test_one_query_more_and_only_if_there_is_one(folded):
    table, at, _ = folded
    access = get_table_access(table.public_id, at.user_id)
    with queries(2):
        assert build_table_page(access).previous_board is not None
    (at,) = waiting(table)
    submit(table, at, Call(0))
    access = get_table_access(table.public_id, at.user_id)
    with queries(1):
        assert build_table_page(access).previous_board is None


@every_game
def test_it_shows_a_seat_only_what_it_could_know_then(slug, alice):
    """Every held board in a match is the seat's view of a stored frame, with the result next to it."""
    table, rng = running(slug, alice, **SHORT.get(slug, {})), Rng(b"held", slug)
    title, board_seqs, ends = registry.get_game(slug), [], []
    for _ in range(400):
        if fresh(table).is_ended:
            break
        mark = mark_of(table, alice)
        ends.append(fresh(table).last_seq)
        turn(table, rng.choice(waiting(table)), rng)
        board = held(fresh(table), alice, mark)
        if board is None:
            continue
        board_seqs.append(board.seq)
        before = title.read_view(get_snapshot_at(table, board.seq - 1), 0)
        after = title.read_view(get_snapshot_at(table, board.seq), None)
        assert board.view.own == before.own
        assert board.view.seat == 0
        assert public_but_last(board.view) == public_but_last(before)
        assert board.view.public.last == after.public.last
    assert board_seqs == keep_last_of_turn(
        list_clearing_events(table, title.metadata.chapter.clearing_happenings), [*ends, fresh(table).last_seq]
    )


def keep_last_of_turn(seqs: list[int], ends: list[int]) -> list[int]:
    """Of several rounds that ended within one turn (without choices in the later ones) the last is shown."""
    return [seq for n, seq in enumerate(seqs) if bisect_left(ends, seq) != bisect_left(ends, [*seqs, inf][n + 1])]


def list_clearing_events(table, holds) -> list[int]:
    """The events after a decision that tell of such a happening."""
    happenings = [(body["kind"], {t["what"]["type"] for t in body["happenings"]}) for body in bodies(table)]
    first = next(n for n, (kind, _) in enumerate(happenings) if kind == "move")
    return [n + 1 for n, (_, types) in enumerate(happenings) if n > first and types & set(holds)]


def public_but_last(view) -> dict[str, object]:
    return {name: getattr(view.public, name) for name in view.public.__slots__ if name != "last"}
