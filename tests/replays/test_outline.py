"""The outline of an ended match, held against its log."""

import itertools
import json

import pytest

from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.replays.archive.services import archive_table
from games.replays.models import MatchSummary
from games.replays.summary import (
    MAX_MOMENTS,
    MAX_POINTS,
    SEAT_SYMBOLS,
    ScorePoint,
    _find_leads,
    _limit_moments,
    _limit_points,
    summarize_match,
)
from games.replays.summary import Moment as KeyMoment
from games.tables.bots.substitutes import resign_seat
from games.tables.models import Table
from games.tables.services.seats import leave_seat
from games.tables.storage.snapshots import decode_snapshots
from tests.matches import bodies, finished, fresh, opened, play_on, running
from tests.replays.records.files import paths, read


@pytest.fixture(params=paths(), ids=lambda path: path.name)
def record(request):
    return read(request.param)


@pytest.fixture
def outline(record):
    return summarize_match(Table(game_slug=record["title"]), record["events"])


def states(record):
    """The state at each position."""
    title, snapshots, positions = registry.get_game(record["title"]), [], {}
    for n, event in enumerate(record["events"], 1):
        if event["frame"]:
            snapshots = [*([] if event["keyframe"] else snapshots), (event["frame"], event["keyframe"])]
            positions[n] = title.read_state(decode_snapshots(snapshots))
    return positions


def test_positions_and_turns_are_the_logs(record, outline):
    events = [parse_json(event["body"]) for event in record["events"]]
    moves = {event["seq"]: event["seat"] for event in events if event["kind"] == "move"}
    begins = registry.list_metadata()[record["title"]].chapter.start_happening
    types_at = {event["seq"]: {happening["what"]["type"] for happening in event["happenings"]} for event in events}
    assert outline.start_seq == next(event["seq"] for event in events if event["kind"] == "start")
    assert outline.end_seq == events[-1]["seq"]
    assert outline.moves == len(moves)
    decided = {
        outline.start_seq + at: SEAT_SYMBOLS.index(sign) for at, sign in enumerate(outline.deciders) if sign != "."
    }
    assert decided == moves
    assert len(outline.deciders) == outline.end_seq - outline.start_seq + 1
    assert outline.chapter_starts == [n for n, types in types_at.items() if begins in types]


def test_the_series_is_the_standing_wherever_it_changed(record, outline):
    rules = registry.get_game(record["title"]).rules
    series = {n: scores for n, *scores in outline.score_series}
    scores = None
    for n, state in states(record).items():
        standing = rules.standing(state)
        now = [*standing.scores, *([] if standing.house is None else [standing.house])]
        assert (n in series) == (now != scores)
        scores = series.get(n, scores)
        assert scores == now


def test_the_moments_are_what_the_log_tells(record, outline):
    title = registry.get_game(record["title"])
    assert outline.key_moments
    for n, kind, seat in outline.key_moments:
        assert outline.start_seq < n <= outline.end_seq
        assert f",{kind}," in outline.moment_kinds
        happenings = [happening["what"] for happening in parse_json(record["events"][n - 1]["body"])["happenings"]]
        typed = [title.read_happening(event) for event in happenings]
        if kind in title.metadata.moments:
            assert [event.seat for event in typed if event.moment == kind] == [seat]
        else:
            assert kind in ("swing", "lead", "out")
    assert [kind for _, kind, _ in outline.key_moments].count("swing") == 1


def test_the_swing_is_the_largest_gain(record, outline):
    rows = [scores for _, *scores in outline.score_series]
    gains = [new - old for before, now in itertools.pairwise(rows) for old, new in zip(before, now, strict=True)]
    places = [n for n, *_ in outline.score_series]
    n, seat = next((n, seat) for n, kind, seat in outline.key_moments if kind == "swing")
    at = places.index(n)
    assert rows[at][seat] - rows[at - 1][seat] == max(gains)


def test_the_words_of_every_moment_are_known():
    for meta in registry.list_metadata().values():
        assert all(words["ja"] and words["en"] for words in meta.moments.values())


def test_it_is_small(outline):
    fields = ("deciders", "chapter_starts", "score_series", "key_moments", "seat_holders")
    assert sum(len(json.dumps(getattr(outline, name))) for name in fields) < 1_000


# --- leaders, and limits


def test_a_lead_counts_once_a_chapter_is_over():
    series = [
        ScorePoint(1, (5, 5)),
        ScorePoint(2, (6, 5)),
        ScorePoint(4, (4, 5)),
        ScorePoint(6, (9, 5)),
        ScorePoint(8, (3, 11)),
    ]
    assert _find_leads(series, [1, 3, 4], 2) == [KeyMoment(8, "lead", 1)]  # at 4 a player had only bet
    assert _find_leads(series, [1, 2, 3, 4], 2) == [KeyMoment(n, "lead", seat) for n, seat in ((4, 1), (6, 0), (8, 1))]


def test_the_houses_lead_is_no_seats():
    assert _find_leads([ScorePoint(1, (2, 1)), ScorePoint(3, (2, 5))], [0, 1], 1) == [KeyMoment(3, "lead", None)]


def test_of_many_moments_the_rare_ones_stay():
    common = [KeyMoment(n, "all-in", 0) for n in range(200)]
    limit_moments = _limit_moments([*common, KeyMoment(77, "swing", 1)])
    assert len(limit_moments) == MAX_MOMENTS
    assert KeyMoment(77, "swing", 1) in limit_moments
    assert (limit_moments[0].n, limit_moments[-1].n) == (0, 199)


def test_moments_of_one_event_have_one_order_in_every_process():
    """A process's hashes order a set: the moments of several seats at one event came in any order."""
    together = [
        KeyMoment(n, kind, seat) for n in (7, 9) for kind in ("lead", "out") for seat in (None, 0, 1, 2, 3, 4, 5)
    ]
    ordered = [(moment.n, moment.kind, moment.seat) for moment in _limit_moments(together[::-1])]
    assert ordered == [(moment.n, moment.kind, moment.seat) for moment in together]


def test_of_many_points_the_chapters_ends_stay():
    series = [ScorePoint(n, (n, -n)) for n in range(300)]
    assert [point.n for point in _limit_points(series, [99, 199, 299])] == [0, 99, 199, 299]
    assert len(_limit_points(series, range(300))) == MAX_POINTS


# --- when


@pytest.mark.parametrize("slug", ["lombard"])
def test_it_is_made_when_the_match_is_sealed(slug, alice, bob):
    table = finished(slug, alice, bob)
    assert not MatchSummary.objects.exists()
    assert archive_table(table.pk)
    outline = MatchSummary.objects.get(table=table)
    assert (outline.end_seq, outline.seat_holders) == (table.last_seq, [[[1, ""]], [[2, ""]]])


def test_who_gave_up_held_the_seat_until_then(alice, bob):
    table = running("doudizhu", alice, bob, options={"deals": 1})
    play_on(table, 0)
    resign_seat(public_id=table.public_id, user_id=bob.pk)
    resigned_at = fresh(table).last_seq
    play_on(table)
    archive_table(table.pk)
    levels = [body["data"].get("level") for body in bodies(table)]
    spans = MatchSummary.objects.get(table=table).seat_holders
    assert spans[0] == [[1, ""]]
    assert spans[1] == [[2, ""], [resigned_at, levels[resigned_at - 1]]]
    assert [[holder for _, holder in spans[seat]] for seat in (2, 3)] == [["beginner"], ["beginner"]]


def test_a_table_that_never_began_has_an_empty_one(alice):
    table = opened("lombard", alice)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    archive_table(table.pk)
    outline = MatchSummary.objects.get(table=table)
    assert (outline.start_seq, outline.end_seq, outline.moves, outline.score_series, outline.key_moments) == (
        0,
        0,
        0,
        [],
        [],
    )
