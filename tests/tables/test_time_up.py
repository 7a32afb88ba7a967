"""What follows when time is up: a bot that keeps the seat warm, or the match forfeited. Each with its evidence."""

from datetime import timedelta

import pytest

from games.clocks.time_control import TimeControl
from games.engine.chance import Rng
from games.engine.game import Standing
from games.engine.transitions import rank_last
from games.moderation.services.suspended_seats import sync_suspension
from games.notifications.models import Notification
from games.replays.verification.selectors import audit_table
from games.tables.access import get_table_access
from games.tables.bots.player import BotQuestion, choose_moves, play_moves
from games.tables.bots.substitutes import reclaim_seat, resign_seat
from games.tables.errors import ForbiddenError
from games.tables.models import Event, Result, Table
from games.tables.page_data import build_table_page
from games.tables.services.timeouts import resolve_overdue
from tests.matches import (
    SHORT,
    bodies,
    count_turns,
    fresh,
    legal,
    play_on,
    running,
    seat,
    snapshot,
    submit,
    turn,
    waiting,
)
from tests.moderation.actions import seat_to_bot
from tests.replays.audit.agreeing import all_agree
from tests.replays.audit.forging import changed_body, first_wrong, forge, of_kind, rehash
from tests.time_travel import time_runs_out


def time_out(table: Table, number: int) -> None:
    """The seat is asked, and lets its time run out."""
    assert seat(table, number).question_seq is not None
    time_runs_out(table, number)
    assert resolve_overdue(50) == 1


def times_out(table: Table, number: int, times: int = 1) -> None:
    for _ in range(times):
        play_on(table, number)
        time_out(table, number)


@pytest.fixture
def match(alice, bob) -> Table:
    return running("lombard", alice, bob, seats=3, level="normal", options={"target_coins": 32})


@pytest.fixture
def strict(alice, bob) -> Table:
    """Where running out of time ends the match."""
    return running("sdc", alice, bob, timing=TimeControl(3_600, on_timeout="forfeit"), **SHORT["sdc"])


def test_the_evidence_is_in_the_event(match):
    play_on(match, 0)
    due = fresh(match).changed_at
    time_out(match, 0)
    move = next(body for body in bodies(match) if body["kind"] == "move" and body["cause"] == "clock")
    assert move["data"] == {"deadline": due.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), "found": move["time"]}


def test_after_three_in_a_row_a_bot_takes_the_seat(match, alice):
    times_out(match, 0, 2)
    assert (seat(match, 0).timeouts, seat(match, 0).bot_level) == (2, "")
    times_out(match, 0)
    at = seat(match, 0)
    assert (at.user, at.bot_level, at.is_away, at.timeouts) == (alice, "normal", True, 0)  # no weaker than the table's
    body = bodies(match)[of_kind(match, "seat-to-bot").seq - 1]
    assert (body["cause"], body["seat"], body["data"]) == ("clock", 0, {"level": "normal"})
    page = build_table_page(get_table_access(match.public_id, alice.pk))
    assert (page.has_substitute, page.can_reclaim_seat, page.has_resigned) == (True, True, False)


def test_an_answer_in_between_begins_the_count_anew(match):
    times_out(match, 0, 2)
    play_on(match, 0)
    turn(match, seat(match, 0), Rng(b"time", "up"))
    times_out(match, 0, 2)
    assert (seat(match, 0).timeouts, seat(match, 0).bot_level) == (2, "")


def test_its_person_takes_it_back_and_is_asked_anew(match, alice, bob):
    times_out(match, 0, 3)
    question_seq = play_on(match, 0) and seat(match, 0).question_seq
    reclaim_seat(public_id=match.public_id, user_id=alice.pk)
    at = seat(match, 0)
    assert (at.bot_level, at.is_away, at.question_seq, at.timeouts) == ("", False, question_seq, 0)
    assert (
        at.deadline - fresh(match).changed_at
        == TimeControl().turn_seconds * (at.deadline - at.deadline).resolution * 10**6
    )
    seq = fresh(match).last_seq
    reclaim_seat(public_id=match.public_id, user_id=alice.pk)  # pressed twice
    reclaim_seat(public_id=match.public_id, user_id=bob.pk)
    assert fresh(match).last_seq == seq
    play_on(match, 0)
    turn(match, seat(match, 0), Rng(b"time", "back"))
    all_agree(match)


def test_what_the_bot_had_chosen_before_is_not_played(match, alice):
    times_out(match, 0, 3)
    at = seat(play_on(match, 0), 0)
    moves = choose_moves([BotQuestion(match.pk, 0, at.question_seq)])
    assert len(moves) == 1
    reclaim_seat(public_id=match.public_id, user_id=alice.pk)
    before = snapshot(match)
    assert play_moves(moves) == 0
    assert snapshot(match) == before, "the question is their own again, though its number is the same"
    submit(match, seat(match, 0), legal(match, 0).sample(Rng(b"back", "")))


def test_what_a_moderator_took_is_not_taken_back(match, alice, moderator):
    seat_to_bot(public_id=match.public_id, moderator_id=moderator.pk, reason="gone", number=0, level="normal")
    with pytest.raises(ForbiddenError):
        reclaim_seat(public_id=match.public_id, user_id=alice.pk)


def test_a_suspended_persons_bot_stays_until_they_are_back(match, alice):
    times_out(match, 0, 3)
    type(alice).objects.filter(pk=alice.pk).update(is_active=False)
    assert not sync_suspension(match.pk)
    type(alice).objects.filter(pk=alice.pk).update(is_active=True)
    assert not sync_suspension(match.pk)
    assert seat(match, 0).is_away


def test_how_often_is_the_tables_choice(alice, bob):
    table = running("sdc", alice, bob, timing=TimeControl(bot_after=1))
    time_out(table, 1)
    assert seat(table, 1).is_away


def test_forfeited_means_safe_moves_to_the_end_and_the_last_place(strict, alice, bob):
    time_out(strict, 0)
    assert seat(strict, 0).has_forfeited
    kinds = [(body["kind"], body["cause"], body["seat"]) for body in bodies(strict)][-2:]
    assert kinds == [("forfeit", "clock", 0), ("move", "house", 0)]
    assert bodies(strict)[-2]["data"]["found"] == bodies(strict)[-2]["time"]
    rng = Rng(b"time", "forfeit")
    while fresh(strict).status == "running":
        for at in waiting(strict):
            if at.number == 1:
                turn(strict, seat(strict, 1), rng)
        if seat(strict, 0).question_seq is not None:
            assert seat(strict, 0).deadline - fresh(strict).changed_at < timedelta(minutes=1)
            time_out(strict, 0)
    assert fresh(strict).status == "finished"
    causes = set(Event.objects.filter(table=strict, kind="move", seat=0).values_list("cause", flat=True))
    assert causes == {"house"}
    results = {row.user_id: (row.outcome, row.place) for row in Result.objects.filter(table=strict)}
    assert results == {alice.pk: ("lost", 2), bob.pk: ("won", 1)}
    page = build_table_page(get_table_access(strict.public_id, alice.pk))
    assert (page.standing.places, page.standing.winners) == ((2, 1), (1,))
    all_agree(strict)


@pytest.mark.parametrize(
    ("places", "last", "then", "winners"),
    [
        ((1, 2, 3), {0}, (3, 1, 2), (1,)),
        ((1, 1, 3), {2}, (1, 1, 3), (0, 1)),
        ((1, 2, 2, 4), {0, 3}, (3, 1, 1, 3), (1, 2)),
        ((1, 2), {0, 1}, (2, 2), ()),
        ((2, 1), set(), (2, 1), (1,)),
    ],
)
def test_who_forfeits_ranks_last(places, last, then, winners):
    before = Standing(places, (0,) * len(places), tuple(seat for seat, place in enumerate(places) if place == 1))
    after = rank_last(before, last)
    assert (after.places, after.winners, after.scores) == (then, winners, before.scores)


def test_alone_one_is_second_to_the_house():
    assert rank_last(Standing((1,), (9,), (0,), 5), {0}) == Standing((2,), (9,), (), 5)


def test_who_has_forfeited_is_asked_nothing(strict, alice):
    time_out(strict, 0)
    rng = Rng(b"time", "asked")
    while seat(strict, 0).question_seq is None:
        turn(strict, seat(strict, 1), rng)
    at, before = seat(strict, 0), snapshot(strict)
    assert at.question_seq is not None
    page = build_table_page(get_table_access(strict.public_id, alice.pk))
    assert (page.question_seq, bool(page.legal), page.deadline, page.can_resign) == (None, False, None, False)
    assert count_turns(alice.pk) == 0
    assert not Notification.objects.filter(recipient=alice, event_seq=at.question_seq).exists()
    with pytest.raises(ForbiddenError, match="forfeited"):
        submit(strict, at, legal(strict, 0).sample(Rng(b"time", "late")))
    with pytest.raises(ForbiddenError, match="forfeited"):
        resign_seat(public_id=strict.public_id, user_id=alice.pk)
    assert snapshot(strict) == before


def test_where_all_forfeit_the_match_ends_by_itself_and_nobody_wins(strict, alice, bob, visit):
    while fresh(strict).status == "running":
        time_runs_out(strict, waiting(strict)[0].number)
        assert resolve_overdue(50)  # one, or two: a player who has forfeited has no time left at any question
    assert {(row.outcome, row.place) for row in Result.objects.filter(table=strict)} == {("lost", 2)}
    all_agree(strict)
    for address in (f"/tables/{strict.public_id}/", f"/replays/{strict.public_id}/", "/history/", "/lobby/"):
        assert visit(alice).get(address, follow=True).status_code == 200


# --- what a verification makes of forged evidence


def forge_evidence(table: Table, kind: str, cause: str, **data: object) -> tuple[str, str, int | None, str]:
    """The first thing found wrong once that event's evidence says something else, the chain being whole."""
    row = of_kind(table, kind, cause)
    body = bodies(table)[row.seq - 1]
    forge(table, row.seq, body=changed_body(table, row.seq, data=body["data"] | data))
    rehash(table)
    return first_wrong(table)


@pytest.mark.parametrize("deadline", ["2999-01-01T00:00:00.000000Z", "2000-01-01T00:00:00.000000Z", 5])
def test_a_deadline_that_was_not_past_or_before_the_question(match, deadline):
    times_out(match, 0)
    assert forge_evidence(match, "move", "clock", deadline=deadline)[:2] == ("clocks", "deadline")


def test_found_at_another_time(match):
    times_out(match, 0)
    assert forge_evidence(match, "move", "clock", found="2026-01-01T00:00:00.000000Z")[:2] == ("clocks", "deadline")


def test_a_bot_put_there_too_soon(match):
    times_out(match, 0, 3)
    row = of_kind(match, "create")
    data = bodies(match)[0]["data"]
    forge(match, row.seq, body=changed_body(match, row.seq, data=data | {"clock": data["clock"] | {"bot_after": 5}}))
    rehash(match)
    answers = {(answer.name, answer.why) for answer in audit_table(fresh(match)).answers if answer.outcome == "differs"}
    assert answers >= {("columns", "table-clock"), ("clocks", "clock")}
