"""Bots: they move like people; their errors are handled by the clock and reveal no cards."""

import logging

import pytest

from games.catalog import registry
from games.catalog.lombard.hands import DECK
from games.catalog.lombard.moves import Call, Fold
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import parse_json
from games.tables.bots.player import BotQuestion, ChosenMove, choose_moves, play_moves
from games.tables.models import Event, Position
from tests.every_game import every_game
from tests.matches import bodies, bot_play, legal, play_on, played, running, seat, snapshot, to_turn_of, turn, waiting
from tests.moderation.actions import table_freeze, table_void


@pytest.fixture
def asked_bot(alice):
    """Makes a Lombard table at which a bot of a level has the turn."""

    def made(level="beginner"):
        table = running("lombard", alice, seats=2, level=level)
        to_turn_of(table, 1)
        return table

    return made


def answer(table):
    return bot_play(seat(table, 1))


@pytest.mark.parametrize("level", ["beginner", "normal"])
def test_its_move_is_an_event_by_a_bot(asked_bot, level):
    table = asked_bot(level)
    assert answer(table)
    event = Event.objects.filter(table=table, kind="move").order_by("seq").last()
    assert (event.cause, event.seat, event.key) == ("bot", 1, None)


@every_game
def test_every_level_answers(slug, alice):
    """The first questions of a match; bots play whole ones of every title without a database in the contract."""
    for level in registry.get_game(slug).bots:
        table, rng = running(slug, alice, level=level), Rng(b"levels", level)
        answered = 0
        while answered < 5 and (seats := waiting(table)):  # a match of Lombard may end in a round
            at = rng.choice(seats)
            turn(table, at, rng)
            answered += bool(at.bot_level)
        assert answered


def test_every_level_plays_a_match_to_its_end(slug, alice):
    for level in registry.get_game(slug).bots:
        assert played(slug, alice, level=level).status == "finished"


def test_a_late_job_dies_quietly(asked_bot):
    table = asked_bot()
    old = seat(table, 1)
    assert answer(table)
    before = snapshot(table)
    assert not bot_play(old)
    assert snapshot(table) == before


def test_what_was_chosen_for_an_earlier_question_does_not_answer_the_next(asked_bot):
    table = asked_bot()
    old = seat(table, 1)
    assert answer(table)
    assert to_turn_of(table, 1).question_seq > old.question_seq
    before, late = snapshot(table), ChosenMove(table.public_id, BotQuestion(table.pk, 1, old.question_seq), Call(0))
    assert legal(table, 1).contains(late.move)
    assert play_moves([late]) == 0
    assert snapshot(table) == before


def test_no_bot_answers_for_a_person(asked_bot):
    table = asked_bot()
    answer(table)
    play_on(table, 0)
    before = snapshot(table)
    assert not bot_play(seat(table, 0))
    assert snapshot(table) == before


@pytest.mark.parametrize("stop", [table_freeze, table_void])
def test_no_bot_answers_at_a_table_that_stands_still(asked_bot, moderator, stop):
    table = asked_bot()
    at = seat(table, 1)
    stop(public_id=table.public_id, moderator_id=moderator.pk, reason="a look")
    before = snapshot(table)
    assert not bot_play(at)
    assert snapshot(table) == before


# --- a bot that fails ---------------------------------------------------------------------------------------------


def tells_its_hand(view, legal, rng, sim):
    raise ValueError(f"what shall I do with {view.own.cards} and {sim.imagine(rng)}?")


def cheats(view, legal, rng, sim):
    return Call(7)


@pytest.mark.parametrize("broken", [tells_its_hand, cheats])
def test_a_bot_that_fails_plays_the_safe_move_and_tells_no_cards(asked_bot, monkeypatch, caplog, broken):
    monkeypatch.setitem(registry.get_game("lombard").bots, "broken", broken)
    table = asked_bot("broken")
    with caplog.at_level(logging.DEBUG):
        assert answer(table)
    move = Event.objects.filter(table=table, kind="move").order_by("seq").last()
    assert (move.cause, move.seat) == ("bot", 1)
    assert bodies(table)[move.seq - 1]["move"] == {"type": "fold"} == {"type": Fold.type}
    (record,) = [log_record for log_record in caplog.records if log_record.levelno >= logging.ERROR]
    assert table.public_id in record.getMessage()
    assert record.exc_info is None
    assert not [card for card in DECK if f"'{card}'" in caplog.text or f'"{card}"' in caplog.text]


def test_a_bot_sees_what_its_seat_may_see_and_no_more(asked_bot, monkeypatch):
    arguments = {}

    def curious(view, legal, rng, sim):
        arguments.update(view=view, legal=legal, sim=sim)
        return Fold()

    monkeypatch.setitem(registry.get_game("lombard").bots, "curious", curious)
    table = asked_bot("curious")
    position = parse_json(Position.objects.get(table=table).frame)
    answer(table)
    assert arguments["view"].seat == 1
    assert list(arguments["view"].own.cards) == position["own"][1]["cards"]
    assert arguments["legal"].contains(Fold())


def test_a_refused_answer_leaves_the_others_at_the_table(alice):
    table = running("get9", alice, seats=4)
    questions = [BotQuestion(table.pk, at.number, at.question_seq) for at in waiting(table) if at.bot_level]
    first, *later_moves = choose_moves(questions)
    assert later_moves
    refused = first._replace(move=Fold())
    assert play_moves([refused, *later_moves]) == len(later_moves)
    played_by = Event.objects.filter(table=table, cause="bot").values_list("seat", flat=True)
    assert sorted(played_by) == [answer.question.number for answer in later_moves]
    assert seat(table, first.question.number).question_seq == first.question.question_seq
    assert play_moves([first]) == 1
