"""A house that cheats while it writes the log: the chain is whole, seed and commitment fit, the cards don't."""

import pytest

from games.catalog import registry
from games.catalog.lombard.moves import Double, Fold
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import parse_json
from games.replays.audit.report import OTHER_CODE, SAME_CODE
from games.replays.verification.selectors import audit_table
from games.tables.gameplay.moves import submit_automatic_move
from games.tables.locked_table import TableSession, locked_table
from games.tables.models import Event, Seat, Table
from games.tables.services.seed_reveal import submit_client_seed_hash
from games.tables.services.start import start_table
from tests import matches
from tests.every_game import every_game
from tests.matches import (
    finished,
    fresh,
    legal,
    opened,
    play_on,
    played,
    running,
    seat,
    submit,
    to_turn_of,
    turn,
    waiting,
)
from tests.moderation.actions import table_freeze
from tests.replays.audit.forging import SortedDecks, changed_body, differences, first_wrong, forge, of_kind, rehash


def sorted_decks(monkeypatch):
    monkeypatch.setattr(TableSession, "chance", property(lambda session: SortedDecks(session.chance_key)))


@every_game
def test_sorted_decks_under_the_true_seed(slug, alice, bob, monkeypatch):
    with monkeypatch.context() as cheating:
        sorted_decks(cheating)
        table = played(slug, alice, bob)
    mismatches = differences(table)
    assert [name for name, *_ in mismatches] == ["rules"]
    name, why, seq, kind = first_wrong(table)
    assert (name, kind) == ("rules", "house")
    assert why in ("happenings", "state")
    untouched = [event.seq for event in Event.objects.filter(table=table, kind="house", seq__lt=seq)]
    assert len(untouched) <= 3  # drawing a dealer and the like


def test_a_deck_that_is_sorted_once_late_in_the_match(alice, bob, monkeypatch):
    table = running("lombard", alice, bob, options={"target_coins": 32})
    to_turn_of(table, 0)
    with monkeypatch.context() as cheating:
        sorted_decks(cheating)
        before = fresh(table).last_seq
        rng = Rng(b"late", "x")
        while not Event.objects.filter(table=table, seq__gt=before, body__contains='"type":"dealt"').exists():
            turn(table, rng.choice(waiting(table)), rng)
    dealt = Event.objects.filter(table=table, seq__gt=before, kind="house").order_by("seq")
    table = play_on(table)
    name, _, seq, kind = first_wrong(table)
    assert (name, kind) == ("rules", "house")
    assert seq in [event.seq for event in dealt]


def test_a_phrase_that_the_house_has_tried_out(alice, bob):
    """No client seed can be added yet: with its own choice the site could try thousands of shuffles."""
    table = opened("lombard", alice, bob, seats_=2)
    Seat.objects.filter(table=table, number=1).update(client_seed_hash="a" * 64)
    start_table(public_id=table.public_id, user_id=alice.pk)
    table = play_on(table)
    assert first_wrong(table) == ("rules", "phrases", of_kind(table, "start").seq, "start")


def test_a_phrase_that_the_house_has_put_in_anothers_place(alice, bob):
    table = opened("lombard", alice, bob, seats_=2)
    submit_client_seed_hash(public_id=table.public_id, user_id=bob.pk, client_seed_hash="b" * 64)
    Seat.objects.filter(table=table, number=1).update(client_seed_hash="a" * 64)
    start_table(public_id=table.public_id, user_id=alice.pk)
    table = play_on(table)
    assert first_wrong(table) == ("rules", "phrases", of_kind(table, "start").seq, "start")


def doubled_for(table, number, cause):
    """Add a move that the seat's player has not made. Return its number."""
    with locked_table(table.public_id) as session:
        at = session.seats[number]
        return submit_automatic_move(session, at, at.question_seq, Double(), Event.Cause(cause)).seq


def test_a_move_put_into_somebody_s_mouth(alice, bob):
    """The clock may only play the safe move, a bot only for a bot's seat, a person only for a person's."""
    table = running("lombard", alice, bob, seats=2)
    to_turn_of(table, 0)
    doubled = doubled_for(table, 0, "clock")
    table = play_on(table)
    assert first_wrong(table) == ("rules", "clock", doubled, "move")


@pytest.mark.parametrize("cause", ["bot", "house"])
def test_a_bot_s_or_the_house_s_move_at_a_person_s_seat(alice, bob, cause):
    """The house may answer only where there is a single answer."""
    table = running("lombard", alice, bob, seats=2)
    to_turn_of(table, 0)
    played = doubled_for(table, 0, cause)
    table = play_on(table)
    assert first_wrong(table) == ("rules", "whose-seat", played, "move")


def test_a_plan_at_a_bot_s_seat(alice, bob):
    table = running("lombard", alice, bob, seats=3)
    to_turn_of(table, 2)
    played = doubled_for(table, 2, "plan")
    table = play_on(table)
    assert first_wrong(table) == ("rules", "whose-seat", played, "move")


def test_a_move_at_a_frozen_table(alice, bob, moderator):
    table = running("lombard", alice, bob, seats=2)
    to_turn_of(table, 0)
    table_freeze(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    Table.objects.filter(pk=table.pk).update(frozen_at=None)
    table = play_on(table)
    name, why, _, kind = first_wrong(table)
    assert (name, why, kind) == ("rules", "frozen", "move")


# --- bots ---------------------------------------------------------------------------------------------------------


def test_a_bot_that_is_told_to_play_otherwise_counts_under_the_same_code(alice, monkeypatch):
    with monkeypatch.context() as other:
        other.setitem(registry.get_game("lombard").bots, "beginner", lambda view, legal, rng, sim: Fold())
        table = play_on(running("lombard", alice, seats=2))
    report = audit_table(table)
    bots_answer = report.answers[-1]
    assert (bots_answer.name, bots_answer.outcome, bots_answer.why) == ("bots", "differs", SAME_CODE)
    assert Event.objects.get(table=table, seq=bots_answer.event).cause == "bot"
    assert report.verdict == "no"
    assert report.first_mismatch == bots_answer


@pytest.mark.parametrize("named", ["other", "none"])
def test_a_bot_of_other_code_may_choose_otherwise(alice, monkeypatch, named):
    """It may have learnt since: that is not checked, and the verdict is not touched."""
    with monkeypatch.context() as other:
        other.setitem(registry.get_game("lombard").bots, "beginner", lambda view, legal, rng, sim: Fold())
        table = play_on(running("lombard", alice, seats=2))
    for row in Event.objects.filter(table=table, cause="bot"):
        data = {"bots": "0" * 12} if named == "other" else {}
        forge(table, row.seq, body=changed_body(table, row.seq, data=data))
    rehash(table)
    report = audit_table(fresh(table))
    assert (report.answers[-1].outcome, report.answers[-1].why) == ("not-run", OTHER_CODE)
    assert report.verdict == "yes"


def test_a_bot_that_fails_names_no_code(alice, monkeypatch):
    """Its safe move is no choice, so it doesn't count that the bot chooses otherwise when it doesn't fail."""
    with monkeypatch.context() as other:
        other.setitem(registry.get_game("lombard").bots, "beginner", lambda view, legal, rng, sim: 1 // 0)
        table = play_on(running("lombard", alice, seats=2))
    played = [parse_json(row.body)["data"] for row in Event.objects.filter(table=table, cause="bot")]
    assert played == [{}] * len(played) != []
    assert audit_table(table).verdict == "yes"


def test_a_bot_that_thought_while_somebody_else_decided(alice, bob, monkeypatch):
    """Its view was older than the event before its move."""
    table = running("get9", alice, bob, seats=3, options={"matches": 3})
    plays = registry.get_game("get9").bots["beginner"]
    late = []

    def slow(view, legal, rng, sim):
        if not late:
            late.append(view)
            play_a_turn_of(table, 0)
        return plays(view, legal, rng, sim)

    monkeypatch.setitem(registry.get_game("get9").bots, "beginner", slow)
    at = seat(table, 2)
    before = fresh(table).last_seq
    assert matches.bot_play(at)
    assert fresh(table).last_seq == before + 2
    assert audit_table(fresh(table)).answers[-1].outcome == "agrees"


def play_a_turn_of(table, number):
    at = seat(table, number)
    submit(table, at, legal(table, number).sample(Rng(b"late", "x")))


# --- matches that can't be replayed -----------------------------------------------------------------------------------


def test_rules_that_are_newer_are_no_fraud(alice, bob, monkeypatch):
    """Log, columns and frames are still checked; the result says that the deals weren't replayed."""
    table = finished("lombard", alice, bob, seats=2)
    start, newer = of_kind(table, "start"), table.options | {"rules": 2}
    created = parse_json(of_kind(table, "create").body)["data"] | {"options": newer}
    for event in Event.objects.filter(table=table):
        data = {"data": created} if event.kind == "create" else {}
        forge(table, event.seq, body=changed_body(table, event.seq, rules=2, **data))
    Table.objects.filter(pk=table.pk).update(options=newer)
    rehash(table)
    report = audit_table(fresh(table))
    assert [(answer.name, answer.outcome, answer.why) for answer in report.answers] == [
        ("log", "agrees", ""),
        ("columns", "agrees", ""),
        ("rules", "not-run", "rules-unknown"),
        ("clocks", "not-run", "rules"),
        ("frames", "not-run", "rules"),
        ("results", "not-run", "rules"),
        ("bots", "not-run", "rules"),
    ]
    assert report.verdict == "partly"
    forge(table, start.seq + 3, frame='["=",1]')
    assert first_wrong(table)[:3] == ("frames", "frame", start.seq + 3)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"options": {"unheardOf": 1}}, "options-unknown"),
        ({"options": {"target_coins": 7}}, "options-unknown"),
        ({"seats": 99}, "options-unknown"),
        ({"title": "chess"}, "title-unknown"),
    ],
)
def test_options_and_titles_we_do_not_know(alice, bob, data, why):
    table = finished("lombard", alice, bob, seats=2)
    created = parse_json(of_kind(table, "create").body)["data"]
    forge(table, 1, body=changed_body(table, 1, data=created | data))
    rehash(table)
    rules = audit_table(fresh(table)).answers[2]
    assert (rules.name, rules.outcome, rules.why) == ("rules", "not-run", why)
