"""Plans: filed in secret, played once, after a delay that reveals nothing; they end with their purpose."""

import json
import logging
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from games.catalog import registry
from games.catalog.crown.premoves import ALWAYS, NEVER, Defence, PickOrder
from games.catalog.dilemma import moves as dilemma
from games.catalog.dilemma.premoves import CallUpTo, CheckFold, RaiseOnce
from games.catalog.doudizhu.premoves import Bid
from games.catalog.lombard import premoves as lombard_plans
from games.catalog.lombard.moves import Call, Fold
from games.catalog.lombard.premoves import CallWith, StepOut
from games.engine.chance import Rng
from games.engine.serialization.canonical_json import dump_canonical, to_json
from games.notifications.models import Notification
from games.tables import tasks
from games.tables.access import get_page_version, get_table_access
from games.tables.bots.substitutes import resign_seat
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError, NotFoundError
from games.tables.models import Event, PlayedPremove, Seat, SeatPremoves, Table
from games.tables.premoves.selectors import parse_premoves
from games.tables.services import premoves as premoves_services
from games.tables.services import timeouts
from tests.every_game import every_game
from tests.matches import (
    SHORT,
    bodies,
    count_turns,
    fresh,
    legal,
    running,
    seat,
    snapshot,
    state,
    submit,
    to_turn_of,
    turn,
    waiting,
)  # fmt: skip
from tests.moderation.actions import table_freeze, table_thaw, table_void
from tests.replays.audit.agreeing import all_agree
from tests.rollback import rolled_back
from tests.time_travel import set_deadlines


def form_of(plan, about):
    """Return what a plan's form sends."""
    plain = to_json(plan)
    texts = {
        name: value if isinstance(value, list) else [json.dumps(value).strip('"')] for name, value in plain.items()
    }
    return {**texts, "about": [about]}


def offers(table, number):
    title = registry.get_game(table.game_slug)
    return title.premoves.list_offers(title.view(state(table), number)) if title.premoves else ()


def file(table, at, plan, **changes):
    """The person of that seat files a plan as the page now offers it."""
    about = next(offer.about for offer in offers(table, at.number) if offer.make is type(plan))
    call = {"public_id": table.public_id, "user_id": at.user_id, "form": form_of(plan, about)} | changes
    premoves_services.set_premove(**call)


def call_with(table, at, card=0):
    """Call every double."""
    offer = next(candidate for candidate in offers(table, at.number) if candidate.make is CallWith)
    return CallWith(card, offer.parameter("doubled").max, False)


def next_seat(table):
    """Return a person who isn't asked and may file a plan."""
    return next(at for at in table.seats.order_by("number") if at.question_seq is None and offers(table, at.number))


def due_now(table):
    """As if the drawn seconds had gone by. Says how many were waiting for that."""
    late = timezone.now() - timedelta(seconds=1)
    return Seat.objects.filter(table=table, question_seq__isnull=False, bot_level="", act_at__isnull=False).update(
        act_at=late
    )


@pytest.fixture
def trio(person, alice, bob):
    """Lombard among three people."""
    return running("lombard", alice, bob, person("Carol"), options={"target_coins": 32})


def test_a_plan_answers_when_its_seat_is_asked(trio):
    seat_to_move = waiting(trio)[0]
    planned = seat(trio, (seat_to_move.number + 1) % 3)
    plan = call_with(trio, planned, 1)
    file(trio, planned, plan)
    assert SeatPremoves.objects.get().body == dump_canonical([{"scope": "1", "plan": to_json(plan)}])
    submit(trio, seat_to_move, Fold())
    at = seat(trio, planned.number)
    assert at.question_seq is not None
    assert at.has_due_premove
    assert count_turns(at.user_id) == 0, "nor is it their turn in their lists"
    assert premoves_services.play_due_premoves(50) == 0, "not before it is due"
    assert not Notification.objects.filter(recipient=at.user, event_seq=at.question_seq).exists(), (
        "who has planned needs no letter"
    )
    assert due_now(trio) == 1
    assert premoves_services.play_due_premoves(50) == 1
    event = Event.objects.filter(table=trio, kind="move").last()
    assert (event.cause, event.seat, event.key) == ("plan", planned.number, None)
    assert bodies(trio)[event.seq - 1]["move"] == to_json(Call(1))
    assert not SeatPremoves.objects.exists(), "used up"
    before = snapshot(trio)
    assert premoves_services.play_due_premoves(50) == 0
    assert not premoves_services.play_premove(trio.public_id, at.number, at.question_seq), "a late job dies quietly"
    assert snapshot(trio) == before


def read_plans(table, number):
    """Return the seat's stored plan."""
    return [
        entry.premove for entry in parse_premoves(registry.get_game(table.game_slug), seat(table, number).premoves_json)
    ]


def test_a_plan_takes_the_place_of_another_for_the_same_question(trio):
    planned = next_seat(trio)
    file(trio, planned, StepOut())
    plan = call_with(trio, planned)
    file(trio, planned, plan)
    assert read_plans(trio, planned.number) == [plan]


def test_plans_for_different_questions_stand_side_by_side(alice, bob):
    table = running("crown", alice, bob)
    planned = next_seat(table)
    for plan in (PickOrder("PBNK"), Defence(ALWAYS, False), Defence(NEVER, False)):
        file(table, planned, plan)
    assert read_plans(table, planned.number) == [PickOrder("PBNK"), Defence(NEVER, False)]


def test_the_sweep_finds_it_whatever_message_was_lost(trio):
    at = to_turn_of(trio, 1)
    file(trio, at, StepOut())
    late = timezone.now() - timedelta(hours=1)
    Seat.objects.filter(pk=at.pk).update(act_at=late)
    set_deadlines(Seat.objects.filter(pk=at.pk), late)  # as if the whole site had been closed
    tasks.run_due()
    assert Event.objects.filter(table=trio, kind="move").last().cause == "plan"


def test_its_owner_alone_is_told_that_the_plan_answered(trio, visit, charlie, moderator):
    """To everyone else it is a decision like any other, on the table's page and in the whole log."""
    planned = to_turn_of(trio, 1)
    file(trio, planned, StepOut())
    due_now(trio)
    assert premoves_services.play_due_premoves(50) == 1
    words = "Your plan answers: fold."
    for user in [*(at.user for at in trio.seats.all()), charlie, None]:
        for page in ("", "log/"):
            is_told = words in visit(user).get(f"/tables/{trio.public_id}/{page}").content.decode()
            assert is_told == (user == planned.user), (user, page)
    assert PlayedPremove.objects.count() == 1
    table_void(public_id=trio.public_id, moderator_id=moderator.pk, reason="test")
    assert not PlayedPremove.objects.exists()


def test_what_can_no_longer_be_raised_to_is_asked(person, alice, bob):
    """Dilemma, as its form proposes it: another player has raised beyond the plan, so the person decides."""
    table = running("dilemma", alice, bob, person("Carol"))
    seat_to_move = waiting(table)[0]
    view = registry.get_game("dilemma").view(state(table), seat_to_move.number)
    blind = seat(table, view.public.betting.bets.index(view.public.betting.highest))  # the big one
    offer = next(candidate for candidate in offers(table, blind.number) if candidate.make is RaiseOnce)
    plan = offer.default()
    assert plan.more >= 0
    file(table, blind, plan)
    submit(table, seat_to_move, dilemma.Raise(plan.to))
    for other in waiting(table):
        if other.number != blind.number:
            submit(table, other, dilemma.Fold())
    at = seat(table, blind.number)
    assert at.question_seq is not None
    assert not at.has_due_premove
    assert Notification.objects.filter(recipient_id=at.user_id, event_seq=at.question_seq).count() == 1
    assert SeatPremoves.objects.get().seat_id == blind.pk, "it may yet be played in this round"


def test_a_raise_once_is_made_and_followed_by_as_much_more(person, alice, bob):
    table = running("dilemma", alice, bob, person("Carol"))
    seat_to_move = waiting(table)[0]
    offer = next(candidate for candidate in offers(table, next_seat(table).number) if candidate.make is RaiseOnce)
    planned = next_seat(table)
    to = offer.parameter("to").min
    file(table, planned, RaiseOnce(to, 0))
    submit(table, seat_to_move, dilemma.Call())
    while not seat(table, planned.number).question_seq:
        submit(table, waiting(table)[0], dilemma.Call())
    due_now(table)
    assert premoves_services.play_due_premoves(50) == 1
    event = bodies(table)[Event.objects.filter(table=table, cause="plan").last().seq - 1]
    assert event["move"] == {"type": "raise", "to": to}
    assert to_json(parse_premoves(registry.get_game("dilemma"), SeatPremoves.objects.get().body)[0].premove) == {
        "type": "call-up-to", "chips": to, "until": "round",
    }  # fmt: skip


def test_when_a_plan_answers_depends_on_nothing(trio, settings):
    """Drawn each time, between the two settings, and never past the deadline."""
    settings.BOT_REPLY_DELAY_RANGE = (1.0, 5.0)
    planned = to_turn_of(trio, 0)
    waits = set()
    for plan in (StepOut(), call_with(trio, planned)) * 6:
        premoves_services.cancel_premove(public_id=trio.public_id, user_id=planned.user_id, kind="step-out")
        premoves_services.cancel_premove(public_id=trio.public_id, user_id=planned.user_id, kind="call-with")
        assert seat(trio, 0).act_at is None
        now = timezone.now()
        file(trio, planned, plan)
        waits.add(round((seat(trio, 0).act_at - now).total_seconds(), 2))
    assert all(0.9 <= wait <= 5.2 for wait in waits)
    assert max(waits) - min(waits) > 0.5
    near = timezone.now() + timedelta(milliseconds=300)
    premoves_services.cancel_premove(public_id=trio.public_id, user_id=planned.user_id, kind="call-with")
    set_deadlines(Seat.objects.filter(pk=planned.pk), near)
    file(trio, planned, StepOut())
    assert seat(trio, 0).act_at == near


def test_filing_changes_nothing_that_others_are_sent(trio, visit, jobs):
    """No page, log, notice or nudge shows it: only the owner's page and its tag."""
    planned = next_seat(trio)
    people = [at.user for at in trio.seats.order_by("number").select_related("user")]
    readers = [None, *(user for user in people if user.pk != planned.user_id)]

    def seen(user):
        answer = visit(user).get(f"/tables/{trio.public_id}/fragment/")
        whole = visit(user).get(f"/tables/{trio.public_id}/")
        text = (answer.content + whole.content).decode()
        return re.sub(
            r'(name="(?:csrfmiddlewaretoken|key)" value|data-now|data-token)="[^"]*"|"X-CSRFToken":"[^"]*"', "", text
        )

    def glances():
        return [get_page_version(trio.public_id, user and user.pk) for user in readers]

    before, pages, tags = snapshot(trio), [seen(user) for user in readers], glances()
    page_version = get_page_version(trio.public_id, planned.user_id)
    jobs()
    file(trio, planned, call_with(trio, planned))
    assert (snapshot(trio), [seen(user) for user in readers], glances(), jobs()) == (before, pages, tags, [])
    own_version = get_page_version(trio.public_id, planned.user_id)
    assert own_version != page_version
    assert own_version == get_table_access(trio.public_id, planned.user_id).page_version
    assert "Planned:" in seen(next(user for user in people if user.pk == planned.user_id))
    premoves_services.cancel_premove(public_id=trio.public_id, user_id=planned.user_id, kind="call-with")
    assert get_page_version(trio.public_id, planned.user_id) == page_version
    assert snapshot(trio) == before


def test_while_it_is_due_others_see_a_person_who_is_waited_for(trio, visit):
    """Two worlds, with a plan and without: until it is played everyone else gets the same bytes."""
    seat_to_move = waiting(trio)[0]
    at = seat(trio, (seat_to_move.number + 1) % 3)
    other = next(
        third_seat for third_seat in trio.seats.all() if third_seat.number not in (seat_to_move.number, at.number)
    )
    worlds = []
    for plan in (None, StepOut()):
        with rolled_back():
            if plan:
                file(trio, at, plan)
            submit(trio, seat_to_move, Fold())
            glance = get_page_version(trio.public_id, other.user_id)
            html = visit(other.user).get(f"/tables/{trio.public_id}/").content.decode()
            line = html[html.index('id="zone"') : html.index('id="hand"')]
            worlds.append((glance, re.sub(r'<time.*?</time>|data-token="[^"]*"|<form.*?</form>', "", line, flags=re.S)))
    assert worlds[0] == worlds[1]


def test_a_person_may_be_quicker_than_the_plan(trio):
    at = to_turn_of(trio, 1)
    file(trio, at, StepOut())
    due_now(trio)
    submit(trio, seat(trio, 1), Call(0))
    assert premoves_services.play_due_premoves(50) == 0
    assert not SeatPremoves.objects.exists(), "its question is answered"
    assert list(Event.objects.filter(table=trio, kind="move", seat=1).values_list("cause", flat=True))[-1] == "player"


def test_withdrawn_while_due_the_person_is_asked_after_all(trio):
    seat_to_move = waiting(trio)[0]
    at = seat(trio, (seat_to_move.number + 1) % 3)
    file(trio, at, StepOut())
    submit(trio, seat_to_move, Fold())
    due_now(trio)
    premoves_services.cancel_premove(public_id=trio.public_id, user_id=at.user_id, kind="step-out")
    assert premoves_services.play_due_premoves(50) == 0
    at = seat(trio, at.number)
    assert at.question_seq is not None
    assert at.act_at is None
    assert Notification.objects.filter(recipient_id=at.user_id, event_seq=at.question_seq).count() == 1, (
        "now it has to be told"
    )


def test_a_plan_dies_with_its_persons_time_in_the_seat(trio):
    at = next_seat(trio)
    file(trio, at, StepOut())
    resign_seat(public_id=trio.public_id, user_id=at.user_id)
    assert not SeatPremoves.objects.exists()
    with pytest.raises(ForbiddenError):
        file(trio, at, StepOut())


def test_another_persons_plan_is_no_plan_of_the_seat(trio, charlie):
    """After any change of the seat's owner, a stored plan answers nothing and is visible to no one."""
    seat_to_move = waiting(trio)[0]
    at = seat(trio, (seat_to_move.number + 1) % 3)
    file(trio, at, StepOut())
    Seat.objects.filter(pk=at.pk).update(user=charlie)
    assert get_page_version(trio.public_id, charlie.pk).premoves_json == ""
    assert get_table_access(trio.public_id, charlie.pk).premoves_json == ""
    submit(trio, seat_to_move, Fold())
    assert not seat(trio, at.number).has_due_premove
    assert not SeatPremoves.objects.exists()


def test_nothing_is_left_of_it_when_the_table_ends(trio, moderator):
    file(trio, next_seat(trio), StepOut())
    table_void(public_id=trio.public_id, moderator_id=moderator.pk, reason="test")
    assert not SeatPremoves.objects.exists()


def test_a_frozen_table_plays_no_plans(trio, moderator):
    at = to_turn_of(trio, 1)
    file(trio, at, StepOut())
    due = seat(trio, 1).act_at
    table_freeze(public_id=trio.public_id, moderator_id=moderator.pk, reason="a look")
    due_now(trio)
    assert premoves_services.play_due_premoves(50) == 0
    assert not premoves_services.play_premove(trio.public_id, 1, at.question_seq)
    with pytest.raises(ConflictError):
        file(trio, at, call_with(trio, at))
    Seat.objects.filter(pk=at.pk).update(act_at=due)
    table_thaw(public_id=trio.public_id, moderator_id=moderator.pk, reason="seen")
    assert seat(trio, 1).act_at >= due
    due_now(trio)
    assert premoves_services.play_due_premoves(50) == 1


def test_the_deadline_stays_in_force(trio):
    """Should nothing play the plan, the clock plays the safe move; and the plan dies with its round."""
    at = to_turn_of(trio, 1)
    file(trio, at, call_with(trio, at))
    late = timezone.now() - timedelta(seconds=1)
    set_deadlines(Seat.objects.filter(pk=at.pk), late)
    assert timeouts.resolve_overdue(50) == 1
    assert Event.objects.filter(table=trio, kind="move").last().cause == "clock"
    assert not SeatPremoves.objects.exists()


def test_what_is_refused_changes_nothing(trio, alice, bob, charlie):
    at = next_seat(trio)
    about = offers(trio, at.number)[0].about
    before = snapshot(trio), list(SeatPremoves.objects.values())

    def refused(kind, form, user_id=at.user_id, public_id=trio.public_id):
        with pytest.raises(kind) as refusal:
            premoves_services.set_premove(public_id=public_id, user_id=user_id, form=form)
        return refusal.value.code

    assert refused(BadRequestError, {"type": ["cheat"], "about": [about]}) == "unknown-move"
    assert refused(BadRequestError, {"type": ["call-with"], "about": [about]}) == "missing-field"
    assert refused(ConflictError, form_of(CallWith(2, 0, False), about)) == "stale"
    assert refused(ConflictError, form_of(CallWith(0, 99, False), about)) == "stale"
    assert refused(ConflictError, form_of(StepOut(), "0")) == "stale"
    assert refused(ConflictError, {"type": ["step-out"]}) == "stale"
    assert refused(ForbiddenError, form_of(StepOut(), about), charlie.pk) == "not-seated"
    assert refused(NotFoundError, form_of(StepOut(), about), public_id="nosuchtable") == "no-such-table"
    alone = running("lombard", alice, seats=3)
    assert refused(ConflictError, form_of(StepOut(), "1"), alice.pk, alone.public_id) == "no-plans"
    untitled = running("crown", alice, bob)
    assert refused(BadRequestError, form_of(StepOut(), "1"), alice.pk, untitled.public_id) == "unknown-move"
    assert (snapshot(trio), list(SeatPremoves.objects.values())) == before


def test_a_plan_that_no_longer_can_be_read_is_none(trio, caplog):
    seat_to_move = waiting(trio)[0]
    at = seat(trio, (seat_to_move.number + 1) % 3)
    file(trio, at, StepOut())
    SeatPremoves.objects.update(body='[{"scope":"1","plan":{"type":"of-old","card":"P4"}}]')
    with caplog.at_level(logging.DEBUG):
        submit(trio, seat_to_move, Fold())
    assert not seat(trio, at.number).has_due_premove
    assert not SeatPremoves.objects.exists()
    assert "P4" not in caplog.text


def test_a_plan_that_fails_leaves_the_question_to_its_person(trio, caplog, monkeypatch):
    at = to_turn_of(trio, 1)
    file(trio, at, call_with(trio, at))
    due_now(trio)
    held = state(trio).own[1].cards[0]

    def broken(plan, view, legal):
        raise ValueError(view.own.cards)

    monkeypatch.setattr(lombard_plans, "answer", broken)
    with caplog.at_level(logging.DEBUG):
        assert premoves_services.play_due_premoves(50) == 0
    assert "ValueError" in caplog.text
    assert held not in caplog.text
    assert seat(trio, 1).act_at is None
    assert seat(trio, 1).question_seq == at.question_seq


def test_a_plan_for_a_whole_hand_goes_on_until_it_ends(person, alice, bob):
    """Dilemma: answered twice from one form, in two betting rounds."""
    table = running("dilemma", alice, bob, person("Carol"), person("Dan"))
    at = next_seat(table)
    file(table, at, CheckFold("hand"))
    for _ in range(30):
        if due_now(table):
            assert premoves_services.play_due_premoves(50) == 1
        elif SeatPremoves.objects.exists():
            seat_to_move = waiting(table)[0]
            calm = [m for kind in ("check", "call", "fold") for m in legal(table, seat_to_move.number).moves_of(kind)]
            submit(table, seat_to_move, calm[0])
        else:
            break
    causes = Event.objects.filter(table=table, kind="move", seat=at.number).values_list("cause", flat=True)
    assert "plan" in causes
    assert not SeatPremoves.objects.exists()
    at = next_seat(table)
    file(table, at, CallUpTo(20, "round"))
    file(table, at, CallUpTo(40, "hand"))
    assert SeatPremoves.objects.count() == 1, "a later plan takes an earlier one's place"


def test_all_four_seal_their_bids_at_once(person, alice, bob):
    """Dou Dizhu: opened in order; unused plans are deleted."""
    table = running("doudizhu", alice, bob, person("Carol"), person("Dan"), options={"deals": 1})
    for at in table.seats.all():
        file(table, at, Bid(at.number == (waiting(table)[0].number - 1) % 4))
    played = 0
    while due_now(table):
        played += premoves_services.play_due_premoves(50)
    assert played == 2
    causes = list(Event.objects.filter(table=table, kind="move").values_list("cause", flat=True))
    assert causes == ["plan", "plan"]
    assert not SeatPremoves.objects.exists()


@every_game
def test_plans_play_a_match_on(slug, person, alice, bob):
    """Everyone files plans whenever possible; whatever they are, the match ends and verifies."""
    title = registry.get_game(slug)
    if title.premoves is None:
        return
    crew = [alice, bob, *(person(f"Guest{n}") for n in range(2, max(3, title.metadata.seats_min)))]
    crew = crew[: title.metadata.seats_max]
    table = running(slug, *crew, **{"dilemma": {"options": {"max_hands": 12}}}.get(slug, SHORT.get(slug, {})))
    rng, planned = Rng(b"plans", slug), 0
    for _ in range(150):
        if fresh(table).status != Table.Status.RUNNING or planned > 25:
            break
        for at in table.seats.all():
            if offered := offers(table, at.number):
                file(table, at, rng.choice(offered).sample(rng))
        if due_now(table):
            before = planned
            planned += premoves_services.play_due_premoves(50)
            assert planned > before
        elif seats := waiting(table):
            turn(table, rng.choice(seats), rng)
    assert planned
    assert Event.objects.filter(table=table, cause="plan").count() == planned
    all_agree(fresh(table))
