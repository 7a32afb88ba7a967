"""Analyses are made by jobs: the same from the same record, each once, from what the seat knew."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.catalog import registry
from games.engine.chance import Rng
from games.engine.simulator import Simulator
from games.replays import tasks
from games.replays.analysis import services
from games.replays.analysis.decisions import list_decisions
from games.replays.analysis.rating import rate_decision, read_advice
from games.replays.analysis.selectors import get_analysis_page
from games.replays.analysis.services import TRIES, lease_analysis, request_analysis, run_analyses, run_analysis
from games.replays.models import Analysis
from games.tables.access import get_table_access
from games.tables.errors import ConflictError, LimitExceededError, NotFoundError
from tests.accounts.test_name_races import at_once
from tests.matches import SHORT, finished, fresh, legal, play_on, running, seat, state, submit
from tests.replays.analysis.made import read_events
from tests.replays.archived import record_of, without_rows

SDC = registry.get_game("sdc")
LONG = 1_000.0  # seconds


@pytest.fixture
def ended(alice, bob):
    return finished("sdc", alice, bob)


def ask(table, number, user):
    return request_analysis(get_table_access(table.public_id, user.pk), number, user.pk)


def make_analysis(table, number, user):
    """Asked for and done."""
    ask(table, number, user)
    assert not run_analyses(LONG)
    return Analysis.objects.get(table=table, seat=number)


def lose(row):
    """The job was killed."""
    Analysis.objects.filter(pk=row.pk).update(leased_until=timezone.now() - timedelta(seconds=1))


def test_every_decision_of_the_seat_is_rated(ended, alice):
    row = make_analysis(ended, 0, alice)
    decisions = list_decisions(SDC, read_events(record_of(ended)), 0)
    assert (row.status, row.total, row.leased_until) == (Analysis.Status.DONE, len(decisions), None)
    assert [listed["seq"] for listed in row.decisions] == [listed.seq for listed in decisions]
    for rated, decision in zip(row.decisions, decisions, strict=True):
        advice, move = read_advice(SDC, rated)
        assert move == decision.move
        assert advice.cost_of(move) == (rated["cost"], rated["error"])
        assert decision.legal.contains(advice.best)


def test_the_same_from_the_same_record(ended, alice):
    before = make_analysis(ended, 0, alice).decisions
    Analysis.objects.all().delete()
    without_rows(ended)
    assert make_analysis(ended, 0, alice).decisions == before


def test_a_job_that_was_killed_goes_on(ended, alice):
    whole = make_analysis(ended, 0, alice).decisions
    Analysis.objects.all().delete()
    ask(ended, 0, alice)
    run_analysis(lease_analysis(), 0)  # one decision, and back to the end of the line
    killed = lease_analysis()
    assert len(killed.decisions) == 1
    assert lease_analysis() is None
    lose(killed)
    assert not run_analyses(LONG)
    row = Analysis.objects.get()
    assert (row.status, row.decisions) == (Analysis.Status.DONE, whole)


def test_two_jobs_never_do_the_same(ended, alice):
    ask(ended, 0, alice)
    slow = lease_analysis()
    assert lease_analysis() is None
    lose(slow)
    run_analysis(lease_analysis(), LONG)
    analysis = Analysis.objects.values().get()
    run_analysis(slow, LONG)
    assert Analysis.objects.values().get() == analysis


def test_one_that_kills_its_worker_is_given_up(ended, alice, bob):
    ask(ended, 0, alice)
    for _ in range(TRIES):
        lose(lease_analysis())
    assert lease_analysis() is None
    assert Analysis.objects.get().status == Analysis.Status.FAILED
    assert make_analysis(ended, 0, bob).status == Analysis.Status.DONE, "and may be asked for again"


def test_a_short_one_does_not_wait_for_a_long_one(ended, alice, bob):
    ask(ended, 0, alice)
    ask(ended, 1, bob)
    run_analysis(lease_analysis(), 0)
    assert lease_analysis().seat == 1


def test_asked_for_twice_it_is_made_once(ended, alice, bob):
    assert ask(ended, 0, alice).pk == ask(ended, 0, bob).pk
    analysis = make_analysis(ended, 0, alice)
    assert ask(ended, 0, alice).finished_at == analysis.finished_at
    assert services.lease_analysis() is None
    Analysis.objects.update(adviser_version="another")
    assert ask(ended, 0, alice).status == Analysis.Status.WAITING, "by other bots it is made anew"


def test_one_at_a_time_and_not_too_many(ended, alice, bob, monkeypatch):
    ask(ended, 0, alice)
    with pytest.raises(LimitExceededError, match="analysis-under-way"):
        ask(ended, 1, alice)
    monkeypatch.setattr(services, "MAX_UNDER_WAY", 1)
    with pytest.raises(LimitExceededError, match="too-many-analyses"):
        ask(ended, 1, bob)


def make_guest(name):
    return User.objects.create(username=f"guest-{name}", name=name, is_guest=True)


def test_one_person_has_only_so_many_in_a_day(alice, bob, settings):
    settings.MAX_ANALYSES_PER_DAY = {"account": 2, "guest": 1}
    tables = [finished("sdc", alice, bob) for _ in range(3)]
    for table in tables[:2]:
        make_analysis(table, 0, alice)
    with pytest.raises(LimitExceededError, match="too-many-analyses-per-day") as refused:
        ask(tables[2], 0, alice)
    assert refused.value.params == {"limit": 2}
    guest = make_guest("Guest")
    make_analysis(tables[0], 1, guest)
    with pytest.raises(LimitExceededError, match="too-many-analyses-per-day"):
        ask(tables[2], 0, guest)
    Analysis.objects.update(requested_at=timezone.now() - timedelta(days=1, seconds=1))
    assert ask(tables[2], 0, alice).is_under_way


def test_guests_fill_only_a_part_of_the_queue(ended, alice, bob, monkeypatch):
    monkeypatch.setattr(services, "MAX_UNDER_WAY_OF_GUESTS", 1)
    ask(ended, 0, make_guest("Guest"))
    with pytest.raises(LimitExceededError, match="too-many-analyses"):
        ask(ended, 1, make_guest("Another"))
    assert ask(ended, 1, bob).is_under_way


def test_analyses_of_guests_come_last(ended, alice):
    ask(ended, 0, make_guest("Guest"))
    ask(ended, 1, alice)
    assert [lease_analysis().seat, lease_analysis().seat] == [1, 0]
    assert lease_analysis() is None


def test_one_address_asks_for_only_so_many(ended, alice, bob, visit, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"analysis": "1/d/ip"}
    statuses = [visit(user).post(f"/replays/{ended.public_id}/analysis/0/").status_code for user in (alice, bob)]
    assert statuses == [302, 429]
    elsewhere = visit(bob, REMOTE_ADDR="10.0.0.9")
    assert elsewhere.post(f"/replays/{ended.public_id}/analysis/1/").status_code == 302


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_many_requests_at_once_queue_one_analysis_of_a_person(alice, bob):
    tables = [finished("sdc", alice, bob) for _ in range(6)]
    answers = at_once(lambda index: ask(tables[index], 0, alice), 6)
    assert sorted(type(answer).__name__ for answer in answers) == ["Analysis"] + ["LimitExceededError"] * 5
    assert Analysis.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.django_db(transaction=True)
def test_many_people_at_once_queue_no_more_than_there_is_room_for(alice, bob, person, monkeypatch):
    monkeypatch.setattr(services, "MAX_UNDER_WAY", 3)
    tables, people = [finished("sdc", alice, bob) for _ in range(6)], [person(f"Person{n}") for n in range(6)]
    at_once(lambda index: ask(tables[index], 0, people[index]), 6)
    assert Analysis.objects.count() == 3


def test_only_of_ended_matches_and_their_seats(ended, alice, bob):
    with pytest.raises(ConflictError):
        ask(running("sdc", alice, bob), 0, alice)
    with pytest.raises(NotFoundError):
        ask(ended, 2, alice)


def test_asking_sends_a_job(ended, alice, jobs, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        ask(ended, 0, alice)
    assert jobs() == [("replays.run_analyses", ())]
    tasks.run_analyses()
    assert Analysis.objects.get().status == Analysis.Status.DONE


def test_who_is_gone_has_asked_for_nothing(ended, alice):
    make_analysis(ended, 0, alice)
    services.forget_requester(alice.pk)
    assert Analysis.objects.get().requested_by is None


def test_what_others_hold_changes_nothing(ended):
    """In any world that the seat can't tell from the real one it is the same; seen from the other seat it is not."""
    record = record_of(ended)
    rng, differs = Rng(b"other worlds", ""), False
    for decision in list_decisions(SDC, read_events(record), 0)[:6]:
        rated = rate_decision(SDC, record["digest"], decision)
        world = SDC.imagine(decision.view, rng)
        imagined = replace(decision, view=SDC.view(world, 0), legal=SDC.rules.legal(world, 0))
        assert rate_decision(SDC, record["digest"], imagined) == rated
        leaked = replace(decision, view=replace(decision.view, own=SDC.view(world, 1).own))
        differs |= rate_decision(SDC, record["digest"], leaked)["ratings"] != rated["ratings"]
    assert differs, "a leak would be seen"


def advise(table):
    """Return the strong bot's values of seat 0's question."""
    view = SDC.view(state(table), 0)
    rng = Rng(b"blunder", table.public_id)
    return SDC.adviser(view, legal(table, 0), rng, Simulator(SDC, view), 1, ())


def test_a_blunder_comes_first(alice, bob):
    """A player who plays like the strong bot, except once, where it costs a coin and a half."""
    table, blunder = running("sdc", alice, bob, **SHORT["sdc"]), 0
    while not play_on(table, 0).is_ended:
        advice = advise(table)
        worst = advice.ratings[-1].move
        is_chance = not blunder and advice.cost_of(worst)[0] > 1_500
        made_seq = submit(table, seat(table, 0), worst if is_chance else advice.best).seq
        blunder = made_seq if is_chance else blunder
    make_analysis(table, 0, alice)
    page = get_analysis_page(get_table_access(table.public_id, alice.pk), 0)
    assert blunder
    assert page.costliest[0].seq == blunder
    assert page.costliest[0].is_sure
    assert fresh(table).is_ended
