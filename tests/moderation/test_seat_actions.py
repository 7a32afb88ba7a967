"""A moderator's actions on a seat besides handing it over: more time, a move, removal. With event and audit entry."""

from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import Permission

from accounts.models import AuditLogEntry
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.moderation.models import ModerationAction, ProposedAction
from games.moderation.services.approvals import answer_approval, order_action
from games.replays.verification.selectors import audit_table
from games.tables.errors import ConflictError, ForbiddenError, ServiceError, UnprocessableError
from games.tables.locked_table import locked_table
from games.tables.models import Result, Seat
from tests.matches import bodies, fresh, legal, opened, play_on, running, seat, snapshot, waiting
from tests.moderation.actions import table_freeze


@pytest.fixture
def match(alice, bob, charlie):
    """Lombard: three people and a beginner's bot."""
    return running("lombard", alice, bob, charlie, seats=4, options={"target_coins": 32})


@pytest.fixture
def order(match, moderator):
    return partial(order_action, public_id=match.public_id, moderator_id=moderator.pk, reason="a report")


def a_person(table) -> Seat:
    return next(at for at in waiting(play_on(table, 1)) if not at.bot_level)


def read_noted_event(table):
    """The last event, and what the audit and the moderators' list say of it."""
    entry, action = AuditLogEntry.objects.latest("pk"), ModerationAction.objects.latest("pk")
    assert (entry.target_id, entry.details["seq"]) == (table.public_id, action.event_seq)
    assert (entry.action, entry.actor, entry.reason) == (action.action, action.moderator, action.reason)
    return bodies(table)[action.event_seq - 1]


def refused(refusal, code, call, table, **order):
    before, audit = snapshot(table), AuditLogEntry.objects.count()
    with pytest.raises(refusal) as error:
        call(**order)
    assert error.value.code == code
    assert (snapshot(table), AuditLogEntry.objects.count()) == (before, audit)


def test_more_time(match, order):
    at = a_person(match)
    order(action="extend", number=at.number, hours=48)
    assert seat(match, at.number).deadline == at.deadline + timedelta(hours=48)
    event = read_noted_event(match)
    assert (event["kind"], event["seat"], event["data"]) == ("extend", at.number, {"hours": 48})
    assert audit_table(fresh(match)).is_ok


def test_more_time_for_a_clock_that_stands(match, order):
    at = a_person(match)
    Seat.objects.filter(pk=at.pk).update(deadline=None, clock_since=None, time_left=timedelta(hours=1))
    order(action="extend", number=at.number, hours=2)
    assert (seat(match, at.number).deadline, seat(match, at.number).time_left) == (None, timedelta(hours=3))


def test_the_safe_move(match, order):
    at = a_person(match)
    with locked_table(match.public_id) as session:
        safe = to_json(session.game.rules.safe_move(session.state, at.number, session.chance))
    order(action="play", number=at.number, asked=at.question_seq)
    event = read_noted_event(match)
    assert (event["kind"], event["cause"], event["move"]) == ("move", "moderator", safe)
    assert audit_table(fresh(match)).is_ok


def test_a_chosen_move(match, order):
    at = a_person(match)
    move = legal(match, at.number).sample(Rng(b"some", "move"))
    order(action="play", number=at.number, asked=at.question_seq, move=dump_canonical(to_json(move)))
    assert read_noted_event(match)["move"] == to_json(move)
    assert audit_table(fresh(match)).is_ok


@pytest.mark.parametrize("move", ['{"type": "fly"}', "{", "[]", '{"type": "call", "to": "x"}'])
def test_a_move_that_is_none(match, order, move):
    at = a_person(match)
    before = snapshot(match)
    with pytest.raises(ServiceError):
        order(action="play", number=at.number, asked=at.question_seq, move=move)
    assert snapshot(match) == before


def test_a_chosen_move_takes_the_right_to_see_the_cards(match, bob, charlie, person, moderating):
    """The refusal would reveal the hand."""
    mia = moderating(person("Mia"))
    at = a_person(match)
    order = {
        "public_id": match.public_id,
        "reason": "x",
        "action": "play",
        "number": at.number,
        "asked": at.question_seq,
    }
    refused(ForbiddenError, "no-right", order_action, match, moderator_id=mia.pk, move='{"type": "fold"}', **order)
    assert order_action(moderator_id=mia.pk, **order)


def test_who_plays_there_chooses_for_nobody_whatever_their_rights(match, alice, bob):
    at = a_person(match)
    alice.is_staff = alice.is_superuser = True
    alice.save()
    order = {
        "public_id": match.public_id,
        "reason": "x",
        "action": "play",
        "number": at.number,
        "asked": at.question_seq,
    }
    refused(ForbiddenError, "own-table", order_action, match, moderator_id=alice.pk, move='{"type": "fold"}', **order)


def test_the_safe_move_is_proposed_at_ones_own_table_for_one_question_only(match, alice, bob, charlie, moderating):
    moderating(alice)
    at = a_person(match)
    order = {
        "public_id": match.public_id,
        "reason": "x",
        "action": "play",
        "number": at.number,
        "asked": at.question_seq,
    }
    assert not order_action(moderator_id=alice.pk, **order)
    approval = {"public_id": match.public_id, "proposal_pk": ProposedAction.objects.get().pk, "agrees": True}
    answer_approval(user_id=bob.pk, **approval)
    answer_approval(user_id=charlie.pk, **approval)
    assert (read_noted_event(match)["cause"], read_noted_event(match)["data"]) == (
        "moderator",
        {"agreed": [1, 2], "safe": 1},
    )
    assert not ProposedAction.objects.exists()


def test_removing_somebody_from_a_match(match, order, bob):
    at = seat(match, 1)
    order(action="remove", number=1)
    now = seat(match, 1)
    assert (now.user, now.bot_level) == (None, "normal")  # no weaker than the bot there, and at least a normal player
    assert (at.user, Result.objects.get(user=bob).outcome) == (bob, "removed")
    assert read_noted_event(match)["kind"] == "leave"
    assert bodies(match)[-1]["kind"] == "seat-to-bot"
    assert audit_table(fresh(match)).is_ok
    assert audit_table(play_on(match)).is_ok


def test_removing_the_host_passes_the_table_on(match, order, bob):
    order(action="remove", number=0)
    assert fresh(match).host == bob


def test_removing_somebody_before_the_start(alice, bob, moderator):
    table = opened("sdc", alice, bob)
    order_action(public_id=table.public_id, moderator_id=moderator.pk, action="remove", reason="rude", number=1)
    assert seat(table, 1).is_vacant
    assert read_noted_event(table)["kind"] == "leave"
    assert audit_table(fresh(table)).is_ok


@pytest.mark.parametrize(
    ("more", "refusal", "code"),
    [
        ({"action": "extend", "number": 1, "hours": 0}, UnprocessableError, "bad-option"),
        ({"action": "extend", "number": 1, "hours": 999}, UnprocessableError, "bad-option"),
        ({"action": "extend", "number": 3, "hours": 1}, ConflictError, "no-clock"),
        ({"action": "extend", "number": 9, "hours": 1}, ConflictError, "no-such-seat"),
        ({"action": "play", "number": 1, "asked": 1}, ConflictError, "stale"),
        ({"action": "play", "number": 1}, ConflictError, "stale"),
        ({"action": "remove", "number": 3}, ConflictError, "no-such-seat"),
        ({"action": "remove"}, ConflictError, "no-such-seat"),
    ],
)
def test_what_makes_no_sense(match, order, more, refusal, code):
    a_person(match)
    refused(refusal, code, order, match, **more)


def test_no_move_at_a_frozen_table(match, order, moderator):
    at = a_person(match)
    table_freeze(public_id=match.public_id, moderator_id=moderator.pk, reason="a look")
    refused(ConflictError, "table-frozen", order, match, action="play", number=at.number, asked=at.question_seq)


def test_the_pages(match, moderator, visit):
    at, client = a_person(match), visit(moderator)
    page = client.get(f"/admin/tables/table/{match.pk}/change/").content.decode()
    for action in ("extend", "play", "remove"):
        address = f"/admin/tables/table/moderate/{action}/?table={match.public_id}&seat={at.number}"
        assert address.replace("&", "&amp;") in page
        assert client.get(address).status_code == 200
    address = f"/admin/tables/table/moderate/play/?table={match.public_id}&seat={at.number}"
    assert client.post(address, {"reason": "a report", "asked": at.question_seq, "move": ""}).status_code == 302
    assert read_noted_event(match)["cause"] == "moderator"
    assert client.post(address, {"reason": "a report", "asked": at.question_seq, "move": ""}).status_code == 409
    assert client.post(address, {"reason": "", "asked": at.question_seq}).status_code == 422


def test_the_rights_alone_open_them(match, person, visit):
    looker = person("Looker")
    looker.is_staff = True
    looker.save()
    looker.user_permissions.set(Permission.objects.filter(codename="view_table"))
    address = f"/admin/tables/table/moderate/play/?table={match.public_id}&seat=0"
    assert visit(looker).get(address).status_code == 403
    assert visit(looker).post(address, {"reason": "x", "asked": 1}).status_code == 403
