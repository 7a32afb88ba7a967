"""A moderator who plays at a table: only together with everybody else there."""

from datetime import timedelta
from functools import partial

import pytest

from games.moderation.models import ModerationAction, ProposedAction
from games.moderation.selectors import get_approval
from games.moderation.services.approvals import answer_approval, order_action, settle_approvals
from games.tables.access import get_table_access
from games.tables.errors import (
    BadRequestError,
    ConflictError,
    ForbiddenError,
    NotFoundError,
    ServiceError,
    UnprocessableError,
)
from games.tables.models import Table
from games.tables.services.seats import fill_with_bots, leave_seat, take_seat
from tests.matches import bodies, fresh, opened, play_on, running, seat, snapshot
from tests.moderation.actions import seat_to_bot, table_freeze

MEASURES = [
    ("freeze", {}, []),
    ("thaw", {}, [table_freeze]),
    ("void", {}, []),
    ("seat-to-bot", {"number": 1, "level": "normal"}, []),
    ("seat-back", {"number": 0}, [partial(seat_to_bot, number=0)]),
    ("remove", {"number": 1}, []),
]


@pytest.fixture
def alice(alice, moderating):
    """Plays, and is a moderator."""
    return moderating(alice)


@pytest.fixture
def match(alice, bob, charlie):
    """Alice, Bob, Charlie and a bot."""
    return running("lombard", alice, bob, charlie, seats=4, options={"target_coins": 32})


def act(service, table, person):
    service(public_id=table.public_id, moderator_id=person.pk, reason="a report")


def order(table, person, action="void", **more):
    return order_action(
        public_id=table.public_id, moderator_id=person.pk, action=action, **{"reason": "a  report"} | more
    )


def answer(table, person, agrees=True, **more):
    said = {"proposal_pk": ProposedAction.objects.get(table=table).pk} | more
    answer_approval(public_id=table.public_id, user_id=person.pk, agrees=agrees, **said)


def shown(table, person):
    return get_approval(get_table_access(table.public_id, person.pk))


def refuses(code, call, *args, refusal: type[ServiceError] = ConflictError, table, **kwargs):
    before = snapshot(table)
    with pytest.raises(refusal) as refused:
        call(*args, **kwargs)
    assert refused.value.code == code
    assert snapshot(table) == before


def only_proposes(table, person, action="void", **more):
    before = without_proposal(table)
    assert not order(table, person, action, **more)
    assert without_proposal(table) == before
    assert ProposedAction.objects.get(table=table).action == action


def without_proposal(table):
    """All that is stored of the table, but not what has been proposed and that its pages have changed."""
    stored = snapshot(table)
    del stored["ProposedAction"], stored["Table"]["revision"], stored["Table"]["changed_at"]
    return stored


@pytest.mark.parametrize(("action", "more", "before"), MEASURES)
def test_nobody_acts_alone_at_a_table_they_play_at(match, alice, moderator, action, more, before):
    for earlier in before:
        act(earlier, match, moderator)
    only_proposes(match, alice, action, **more)
    assert order(match, moderator, action, **more)


def test_not_even_a_superuser(moderator, bob):
    only_proposes(running("lombard", moderator, bob), moderator)


def test_nor_while_a_bot_plays_the_moderators_seat(match, alice, moderator):
    act(partial(seat_to_bot, number=0), match, moderator)
    only_proposes(match, alice)


def test_nor_while_bots_play_the_seats_of_all_the_others(alice, bob, moderator):
    table = running("lombard", alice, bob)
    act(partial(seat_to_bot, number=1), table, moderator)
    only_proposes(table, alice)


def test_nor_before_the_start(alice, bob):
    only_proposes(opened("sdc", alice, bob), alice)


def test_against_bots_alone_there_is_nobody_to_ask(alice):
    table = running("lombard", alice, seats=3)
    assert order(table, alice)
    assert fresh(table).void_due_at is not None


def test_who_is_suspended_is_not_asked(alice, bob):
    table = running("lombard", alice, bob)
    type(bob).objects.filter(pk=bob.pk).update(is_active=False)
    assert order(table, alice)
    assert fresh(table).void_due_at is not None


def test_elsewhere_it_is_done_at_once(match, moderator):
    assert order(match, moderator)
    assert fresh(match).void_due_at is not None
    assert not ProposedAction.objects.exists()


def test_it_waits_until_the_last_one_has_agreed(match, alice, bob, charlie):
    before = fresh(match)
    assert not order(match, alice)
    answer(match, bob)
    answer(match, bob)
    assert (fresh(match).void_due_at, fresh(match).last_seq) == (None, before.last_seq)
    answer(match, charlie)
    assert fresh(match).void_due_at is not None
    body = bodies(match)[-1]
    assert (body["kind"], body["cause"], body["data"]) == ("voiding", "moderator", {"agreed": [1, 2]})
    action = ModerationAction.objects.get(table=match)
    assert (action.moderator, action.action, action.reason, action.event_seq) == (
        alice,
        "void",
        "a report",
        body["seq"],
    )
    assert not ProposedAction.objects.exists()


def test_a_seat_and_the_level_of_its_bot(match, alice, bob, charlie):
    order(match, alice, "seat-to-bot", number=1, level="normal")
    for person in (charlie, bob):
        answer(match, person)
    assert (seat(match, 1).user, seat(match, 1).bot_level) == (bob, "normal")
    assert bodies(match)[-1]["data"] == {"level": "normal", "agreed": [1, 2]}


def test_a_person_whom_a_bot_stands_in_for_is_asked(match, alice, bob, charlie, moderator):
    act(partial(seat_to_bot, number=1), match, moderator)
    order(match, alice)
    answer(match, charlie)
    assert fresh(match).void_due_at is None
    answer(match, bob)
    assert fresh(match).void_due_at is not None


def test_one_refusal_ends_it_and_gives_rest(match, alice, bob, charlie):
    order(match, alice)
    answer(match, charlie)
    answer(match, bob, agrees=False)
    assert fresh(match).status == "running"
    assert shown(match, charlie).refused
    refuses("proposal-over", answer, match, bob, table=match)
    refuses("proposal-refused", order, match, alice, table=match)
    ProposedAction.objects.update(rejected_at=fresh(match).changed_at - timedelta(days=1))
    assert not order(match, alice)


def test_whoever_agreed_may_still_refuse(match, alice, bob):
    order(match, alice)
    answer(match, bob)
    answer(match, bob, agrees=False)
    assert ProposedAction.objects.get().rejected_at


def test_the_moderator_takes_it_back(match, alice, bob):
    order(match, alice)
    answer(match, alice, agrees=False)
    assert not ProposedAction.objects.exists()
    assert not order(match, alice, "freeze")


def test_the_moderators_own_word_does_not_count(alice, bob):
    table = running("lombard", alice, bob)
    order(table, alice)
    refuses("own-proposal", answer, table, alice, refusal=ForbiddenError, table=table)


def test_one_at_a_time(match, alice):
    order(match, alice)
    refuses("proposal-open", order, match, alice, "freeze", table=match)


def test_an_answer_is_to_the_proposal_that_was_read(match, alice, bob):
    order(match, alice, "freeze")
    read = ProposedAction.objects.get().pk
    answer(match, alice, agrees=False)
    order(match, alice, "void")
    refuses("proposal-over", answer, match, bob, proposal_pk=read, table=match)


def test_only_who_plays_there_answers(match, alice, person):
    order(match, alice)
    refuses("not-seated", answer, match, person("Dora"), refusal=ForbiddenError, table=match)


def test_nobody_hears_of_a_private_table(alice, bob, charlie):
    table = running("lombard", alice, bob, visibility=Table.Visibility.PRIVATE)
    order(table, alice)
    refuses("no-such-table", answer, table, charlie, refusal=NotFoundError, table=table)


def test_whoever_sits_down_meanwhile_is_asked_as_well(alice, bob, charlie):
    table = opened("lombard", alice, bob, seats_=4)
    order(table, alice)
    take_seat(public_id=table.public_id, user_id=charlie.pk)
    answer(table, bob)
    assert fresh(table).status == "open"
    answer(table, charlie)
    assert fresh(table).status == "voided"


@pytest.mark.parametrize(
    ("more", "refusal", "code"),
    [
        ({"action": "thaw"}, ConflictError, "not-frozen"),
        ({"action": "seat-to-bot", "number": 9, "level": "normal"}, ConflictError, "no-such-seat"),
        ({"action": "seat-to-bot", "number": 1, "level": "godlike"}, UnprocessableError, "bad-option"),
        ({"action": "seat-back", "number": 1}, ConflictError, "no-such-seat"),
        ({"reason": "  "}, BadRequestError, "reason-needed"),
    ],
)
def test_what_makes_no_sense_is_not_even_proposed(match, alice, more, refusal, code):
    refuses(code, order, match, alice, refusal=refusal, table=match, **more)


def test_the_pages_of_those_who_play_there_show_it(match, alice, bob, charlie, person):
    rev = fresh(match).revision
    order(match, alice)
    assert fresh(match).revision == rev + 1
    answer(match, charlie)
    assert fresh(match).revision == rev + 2
    one = shown(match, bob)
    assert (one.by, one.action, one.reason, one.agreed, one.awaited) == (
        "Alice", "void", "a report", ["Charlie"], ["Bob"],
    )  # fmt: skip
    assert [(p.is_own, p.can_answer) for p in (one, shown(match, alice), shown(match, charlie))] == [
        (False, True), (True, False), (False, False),
    ]  # fmt: skip
    assert shown(match, person("Dora")) is None


class TestWhatNobodyAnswers:
    """Seen to once a minute."""

    def test_a_week_is_enough(self, match, alice, bob):
        order(match, alice)
        ProposedAction.objects.update(created_at=fresh(match).changed_at - timedelta(days=7))
        refuses("proposal-over", answer, match, bob, table=match)
        self.goes(match)

    def test_what_has_happened_meanwhile(self, match, alice, moderator):
        order(match, alice, "freeze")
        act(table_freeze, match, moderator)
        self.goes(match)

    def test_the_match_has_ended(self, alice, bob):
        table = running("lombard", alice, bob)
        order(table, alice)
        play_on(table)
        assert shown(table, bob) is None
        self.goes(table)

    def test_a_moderator_no_longer(self, match, alice, bob, charlie):
        order(match, alice)
        answer(match, bob)
        alice.user_permissions.clear()
        refuses("proposal-over", answer, match, charlie, table=match)
        self.goes(match)

    def test_a_suspended_moderator(self, match, alice):
        order(match, alice)
        type(alice).objects.filter(pk=alice.pk).update(is_active=False)
        self.goes(match)

    def test_a_moderator_who_has_left(self, alice, bob):
        table = opened("sdc", alice, bob)
        order(table, alice)
        leave_seat(public_id=table.public_id, user_id=alice.pk)
        assert shown(table, bob) is None
        self.goes(table)

    def test_an_old_refusal(self, match, alice, bob):
        order(match, alice)
        answer(match, bob, agrees=False)
        assert settle_approvals(9) == 0
        ProposedAction.objects.update(rejected_at=fresh(match).changed_at - timedelta(days=1))
        self.goes(match)

    def goes(self, table):
        before = fresh(table)
        assert (settle_approvals(9), settle_approvals(9)) == (1, 0)
        assert not ProposedAction.objects.exists()
        assert (fresh(table).last_seq, fresh(table).revision) == (before.last_seq, before.revision + 1)

    def test_nobody_else_is_left_to_ask(self, match, alice, bob, charlie):
        order(match, alice)
        answer(match, bob)
        assert settle_approvals(9) == 0
        type(charlie).objects.filter(pk=charlie.pk).update(is_active=False)
        assert settle_approvals(9) == 1
        assert fresh(match).void_due_at is not None
        assert bodies(match)[-1]["data"] == {"agreed": [1]}


class TestTheLevelOfABot:
    def test_it_is_no_weaker_than_the_other_bots(self, alice, moderator):
        table = running("lombard", alice, seats=3, level="normal")
        refuses(
            "weaker-bot", seat_to_bot, public_id=table.public_id, moderator_id=moderator.pk, reason="away", number=0,
            level="beginner", refusal=UnprocessableError, table=table,
        )  # fmt: skip

    def test_of_several_bots_the_strongest_counts(self, alice, moderator):
        table = opened("lombard", alice, seats_=4)
        fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="beginner", count=1)
        fill_with_bots(public_id=table.public_id, user_id=alice.pk, level="normal", start=True)
        refuses(
            "weaker-bot", seat_to_bot, public_id=table.public_id, moderator_id=moderator.pk, reason="away", number=0,
            level="beginner", refusal=UnprocessableError, table=table,
        )  # fmt: skip

    def test_among_people_it_may_be_weak(self, sdc, moderator):
        act(partial(seat_to_bot, number=0, level="beginner"), sdc, moderator)
        assert seat(sdc, 0).bot_level == "beginner"
