"""A strong bot that needs too long: normal decides, the event says so, and the audit holds it to that."""

import pytest

from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.replays.verification.selectors import audit_table
from games.tables.bots import scheduler
from games.tables.bots.scheduler import BotScheduler
from games.tables.models import Event
from tests.matches import SHORT, bot_play, play_on, running, seat, to_turn_of
from tests.moderation.actions import seat_to_bot
from tests.replays.audit.forging import changed_body, first_wrong, forge, rehash
from tests.tables.test_bot_queue import AGES, make_due
from tests.tables.test_bot_timing import Clock


@pytest.fixture
def patient(monkeypatch):
    """SdC's strong bot, which looks at the time first."""
    bots = registry.get_game("sdc").bots
    strong = bots["strong"]

    def looks_at_the_time(view, legal, rng, sim):
        sim.check_time()
        return strong(view, legal, rng, sim)

    monkeypatch.setitem(bots, "strong", looks_at_the_time)


def by_bots(table):
    return [parse_json(event.body) for event in Event.objects.filter(table=table, cause="bot").order_by("seq")]


def play_hurried_match(alice, settings, level="strong"):
    """A match of SdC in which the bot has no time for its first three decisions."""
    table = running("sdc", alice, level=level, **SHORT["sdc"])
    settings.BOT_MAX_THINKING_SECONDS = -1
    while len(by_bots(table)) < 3:
        to_turn_of(table, 1)
        assert bot_play(seat(table, 1))
    settings.BOT_MAX_THINKING_SECONDS = 60
    return play_on(table)


def test_what_normal_decided_says_so_and_is_verified(alice, patient, settings):
    table = play_hurried_match(alice, settings)
    marks = [body["data"].get("hurried") for body in by_bots(table)]
    assert marks[:3] == [True] * 3
    assert len(marks) > 3
    assert not any(marks[3:])
    report = audit_table(table)
    assert (report.verdict, report.answers[-1].outcome) == ("yes", "agrees")


@pytest.mark.parametrize("level", ["beginner", "normal"])
def test_a_level_that_is_quick_has_no_limit(alice, settings, level):
    table = play_hurried_match(alice, settings, level)
    assert not any("hurried" in body["data"] for body in by_bots(table))


def test_without_the_mark_normals_choice_is_no_strong_bots(alice, patient, settings):
    """Somewhere in three decisions they differ, or the test says nothing."""
    table = play_hurried_match(alice, settings)
    for body in by_bots(table)[:3]:
        forge(table, body["seq"], body=changed_body(table, body["seq"], data={"bots": body["data"]["bots"]}))
    rehash(table)
    answer = audit_table(table).answers[-1]
    assert (answer.name, answer.outcome, answer.why) == ("bots", "differs", "bots-same-code")


def test_with_the_mark_a_strong_bots_choice_is_not_normals(alice, patient, settings):
    settings.BOT_MAX_THINKING_SECONDS = 60
    table = play_on(running("sdc", alice, level="strong", **SHORT["sdc"]))
    for body in by_bots(table):
        forge(table, body["seq"], body=changed_body(table, body["seq"], data=body["data"] | {"hurried": True}))
    rehash(table)
    answer = audit_table(table).answers[-1]
    assert (answer.name, answer.outcome, answer.why) == ("bots", "differs", "bots-same-code")


@pytest.mark.parametrize(("level", "mark"), [("normal", True), ("beginner", True), ("strong", False), ("strong", 1)])
def test_a_mark_that_cannot_be_right(alice, level, mark):
    """Normal is never stopped, and a bot that was not says nothing."""
    table = play_on(running("sdc", alice, level=level, **SHORT["sdc"]))
    number = by_bots(table)[1]["seq"]
    forge(table, number, body=changed_body(table, number, data={"hurried": mark}))
    rehash(table)
    assert first_wrong(table) == ("rules", "hurried", number, "move")


def test_a_person_is_never_hurried(alice):
    table = play_on(running("sdc", alice, level="strong", **SHORT["sdc"]))
    event = Event.objects.filter(table=table, kind="move", cause="player").order_by("seq")[0]
    data = parse_json(event.body)["data"] | {"hurried": True}
    forge(table, event.seq, body=changed_body(table, event.seq, data=data))
    rehash(table)
    assert first_wrong(table) == ("columns", "details", event.seq, "move")


# --- slow ones, and who waits for them --------------------------------------------------------------------------------

SLOW = 0.3  # seconds for a decision, longer than a worker's slice


@pytest.fixture
def clock(monkeypatch):
    """The worker's, which moves when a bot thinks: Lombard's and GET9's strong bots are slow here."""
    clock = Clock()
    monkeypatch.setattr(scheduler, "time", clock)

    def slowed(plays):
        def thinks(view, legal, rng, sim):
            clock.now += SLOW
            return plays(view, legal, rng, sim)

        return thinks

    for slug in ("lombard", "get9"):
        bots = registry.get_game(slug).bots
        monkeypatch.setitem(bots, "strong", slowed(bots["normal"]))
    return clock


def open_bot_turn(alice):
    table = running("lombard", alice, seats=2, level="strong")
    to_turn_of(table, 1)
    return table


def test_each_is_computed_when_it_is_asked_for(alice, clock):
    """Several simultaneous decisions at one table are several choices: a worker checks its queue after each."""
    table = running("get9", alice, seats=4, level="strong")
    started_at, worker = clock.now, BotScheduler()
    for count in (1, 2, 3):
        worker.run_once()
        assert clock.now - started_at == pytest.approx(count * SLOW)
    assert len(by_bots(table)) > 0


def test_whoever_thinks_long_answers_at_the_appointment(alice, clock, settings):
    table, started_at, worker = open_bot_turn(alice), clock.now, BotScheduler()
    before = len(by_bots(table))
    for passed in (0, settings.BOT_SOLO_DELAY / 2, settings.BOT_SOLO_DELAY):
        assert len(by_bots(table)) == before
        clock.now = started_at + passed
        worker.run_once()
    assert len(by_bots(table)) == before + 1


def test_a_person_s_table_waits_for_one_of_the_slow_ones_alone(alice, moderator, clock, settings):
    """Of bots among themselves."""
    settings.BOT_SOLO_DELAY = 3_600
    for table in [open_bot_turn(alice) for _ in range(3)]:
        seat_to_bot(public_id=table.public_id, moderator_id=moderator.pk, reason="a look", number=0, level="strong")
    worker = BotScheduler()
    worker.run_once()
    table, started_at = open_bot_turn(alice), clock.now
    make_due(table)
    before = len(by_bots(table))
    while len(by_bots(table)) == before:
        worker.run_once()
    assert clock.now - started_at == pytest.approx(SLOW)


def test_late_ones_that_are_strong_are_given_longer(alice, clock, settings):
    settings.BOT_LATE_DELAY, settings.BOT_LATE_DELAY_STRONG = 0.0, 2 * SLOW
    table, worker, started_at = open_bot_turn(alice), BotScheduler(), clock.now
    make_due(table, AGES)
    before = len(by_bots(table))
    for passed in (0, 1.9 * SLOW, 2 * SLOW):
        assert len(by_bots(table)) == before
        clock.now = started_at + passed
        worker.run_once()
    assert len(by_bots(table)) == before + 1
