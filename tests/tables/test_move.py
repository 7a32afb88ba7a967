"""An accepted move and its effects. Refusals are in tests/pages/test_bad_input.py."""

from datetime import timedelta

import pytest

from games.catalog import registry
from games.catalog.crown.moves import EndTurn
from games.catalog.lombard.moves import Call, Fold
from games.catalog.sdc.moves import Draw
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical
from games.notifications.models import Notification
from games.tables.errors import ConflictError, ForbiddenError, NotFoundError
from games.tables.gameplay.moves import SubmittedMove
from games.tables.models import Event, Seat
from tests.matches import bodies, fresh, legal, played, running, seat, snapshot, submit, to_turn_of, waiting

SDC = registry.get_game("sdc")


def test_it_is_an_event_with_its_receipt(lombard):
    at = to_turn_of(lombard, 0)
    receipt = submit(lombard, at, Call(1), key="first")
    event = Event.objects.get(table=lombard, seq=receipt.seq)
    assert (event.kind, event.seat, event.cause, event.key) == ("move", 0, "player", "first")
    assert (event.digest, receipt.repeated) == (receipt.digest, False)
    body = bodies(lombard)[receipt.seq - 1]
    assert body["move"] == {"type": "call", "card": 1}
    assert [happening["what"]["type"] for happening in body["happenings"]] == ["called"]


def test_the_houses_steps_are_events_of_their_own_after_it(sdc):
    for at in waiting(sdc):
        receipt = submit(sdc, at, Draw())
    after = bodies(sdc)[receipt.seq :]
    assert len(after) >= 1
    assert {(body["kind"], body["cause"], body["seat"]) for body in after} == {("house", "house", None)}
    assert fresh(sdc).last_seq == after[-1]["seq"] == fresh(sdc).position.seq


def test_who_is_asked_next_has_a_deadline_and_a_notice(alice, bob):
    table = running("lombard", alice, bob, turn_seconds=300)
    (first,) = waiting(table)
    submit(table, first, Call(0))
    (second,) = waiting(table)
    assert (second.number, second.question_seq) == (1 - first.number, fresh(table).last_seq)
    assert second.deadline == fresh(table).changed_at + timedelta(minutes=5)
    assert (
        Notification.objects.filter(
            recipient=second.user, table=table, event_seq=second.question_seq, kind="your-turn"
        ).count()
        == 1
    )
    answered = seat(table, first.number)
    assert (answered.question_seq, answered.deadline) == (None, None)


def test_who_is_asked_twice_in_a_row_has_another_question(alice, bob):
    """Crown: having discarded nobles one goes on. With a deadline, and the old form is no answer to it."""
    table, rng = running("crown", alice, bob), Rng(b"crown", "nobles")
    (first,) = waiting(table)
    while not (nobles := legal(table, first.number).moves_of("nobles")):
        submit(table, first, legal(table, first.number).sample(rng))
        (first,) = waiting(table)
    submit(table, first, nobles[0])
    (second,) = waiting(table)
    assert (second.number, second.question_seq) == (first.number, fresh(table).last_seq)
    assert second.deadline >= first.deadline
    with pytest.raises(ConflictError):
        submit(table, first, EndTurn())


def test_a_bot_that_is_asked_has_an_appointment(alice, settings):
    table = running("lombard", alice, seats=2)
    bot = to_turn_of(table, 1)
    assert bot.act_at == fresh(table).changed_at + timedelta(seconds=settings.BOT_SOLO_DELAY)
    assert bot.act_at < bot.deadline
    assert (bot.leased_until, bot.bot_attempts) == (None, 0)


def test_the_others_choosing_does_not_change_what_one_is_asked(sdc):
    before = {at.number: at for at in waiting(sdc)}
    submit(sdc, before[0], Draw())
    assert seat(sdc, 1).question_seq == before[1].question_seq
    assert seat(sdc, 1).deadline == before[1].deadline
    submit(sdc, before[1], Draw())  # the same question is still open


def test_every_change_raises_the_revision(sdc):
    revisions = [sdc.revision]
    for at in waiting(sdc):
        submit(sdc, at, Draw())
        revisions.append(fresh(sdc).revision)
    assert revisions == sorted(set(revisions))


def test_a_form_and_its_json_are_the_same_move(sdc):
    cards = list(legal(sdc, 0).of("draw").cards[:2])
    form = {"type": ["draw"], "cards": cards, "csrfmiddlewaretoken": ["x"], "asked": ["4"]}
    button = {"move": [dump_canonical({"type": "draw", "cards": cards})]}
    assert SubmittedMove(form=form).parse(SDC) == SubmittedMove(form=button).parse(SDC) == Draw(tuple(cards))


@pytest.mark.parametrize(
    ("visibility", "refusal"), [("public", ForbiddenError), ("link", ForbiddenError), ("private", NotFoundError)]
)
def test_who_does_not_sit_there_plays_nobodys_move(alice, bob, charlie, visibility, refusal):
    table = running("lombard", alice, bob, visibility=visibility)
    (at,) = waiting(table)
    before = snapshot(table)
    with pytest.raises(refusal):
        submit(table, at, Fold(), user_id=charlie.pk)
    assert snapshot(table) == before


def test_no_seat_is_asked_after_the_end(slug, alice, bob):
    table = played(slug, alice, bob)
    assert (table.status, waiting(table)) == ("finished", [])
    assert not Seat.objects.filter(table=table).exclude(deadline=None, act_at=None, leased_until=None).exists()
    assert Notification.objects.filter(table=table, kind="ended").count() == 2
