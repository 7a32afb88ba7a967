"""The inspector of a running table: who sees a hand, and that it never shows the seed."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import strip_tags

from accounts.models import AuditLogEntry, KnownDevice
from games.catalog import registry
from games.engine.serialization.canonical_json import parse_json
from games.moderation.inspection import replay_check
from games.moderation.inspection.legal_move_list import list_legal_moves
from games.moderation.inspection.replay_check import request_replay_check, run_replay_check
from games.moderation.models import ReplayCheck
from games.moderation.services.conflicts_of_interest import list_table_conflicts
from games.replays.verification.selectors import audit_table
from games.tables.boards import get_card_name
from games.tables.models import Event, Position, Table
from games.tables.services.seats import leave_seat, take_seat
from tests.matches import filled, finished, fresh, opened, play_on, running, stretched, waiting
from tests.people import staff

EYES = {"reason": "Two reports of collusion"}


def address(table: Table, query: str = "") -> str:
    return f"/admin/tables/table/inspect/{table.public_id}/{query}"


def text(answer) -> str:
    return answer.content.decode()


def hand(table: Table, seat: int) -> list[str]:
    """The names of the cards that seat alone sees."""
    frame = parse_json(Position.objects.get(table=table).frame)
    return [
        get_card_name(card, "court") for card in frame["own"][seat]["cards"] if card not in frame["public"]["board"]
    ]


def own_part(page: str) -> list[str]:
    return re.findall(r"<code>(own[^<]*)</code>", page)


def test_without_a_reason_a_running_table_shows_what_spectators_saw(match, senior, visit):
    client = visit(senior)
    for n in (1, match.last_seq // 2, match.last_seq):
        for seat in ("", "&seat=0", "&seat=1"):
            answer = client.get(address(match, f"?n={n}{seat}"))
            assert answer.status_code == 200
            assert answer.context["page"].seat is None
            assert not own_part(text(answer))
    assert not AuditLogEntry.objects.exists()


def test_with_a_reason_one_seat_is_shown_and_the_look_stays_in_the_audit(match, senior, visit):
    client = visit(senior)
    answer = client.post(address(match), {"seat": 1, "n": match.last_seq, **EYES})
    assert answer.status_code == 200
    assert answer.context["page"].view.own.cards == tuple(parse_json(fresh(match).position.frame)["own"][1]["cards"])
    assert "no-store" in answer["Cache-Control"]
    entry = AuditLogEntry.objects.get()
    assert (entry.action, entry.actor, entry.target_id, entry.reason) == (
        "see-hidden", senior, match.public_id, EYES["reason"],
    )  # fmt: skip
    assert entry.details == {"seat": 1, "n": match.last_seq}
    client.post(address(match), {"seat": 1, "n": match.last_seq - 1, **EYES})
    assert AuditLogEntry.objects.count() == 2


@pytest.mark.parametrize(
    "form", [{"seat": 1, "reason": ""}, {"seat": 1, "reason": "   "}, {"seat": 9, **EYES}, {"seat": "x", **EYES}, {}]
)
def test_without_reason_or_seat_nothing_opens(match, senior, visit, form):
    answer = visit(senior).post(address(match), {"n": match.last_seq} | form)
    assert answer.status_code == 422
    assert answer.context["page"].seat is None
    assert not AuditLogEntry.objects.exists()


def refuses(client, table, seat=1):
    answer = client.post(address(table), {"seat": seat, "n": table.last_seq, **EYES})
    assert answer.status_code == 403
    assert answer.context["page"].seat is None
    assert not own_part(text(answer))
    assert not AuditLogEntry.objects.exclude(action="tied").exists()


def test_a_moderator_without_the_right_sees_no_hand(match, visit):
    refuses(visit(staff("Mod", "moderator")), match)


@pytest.mark.parametrize("as_superuser", [False, True])
def test_nobody_who_sits_there_sees_one_whatever_their_rights(match, bob, visit, as_superuser):
    bob.is_staff, bob.is_superuser = True, as_superuser
    bob.save()
    bob.groups.add(Group.objects.get(name="admin"))
    for _session in range(2):
        for seat in (0, 1):
            refuses(visit(bob), match, seat)


def test_nor_who_sat_there_once(alice, bob, senior, visit):
    table = opened("sdc", alice, senior)
    leave_seat(public_id=table.public_id, user_id=senior.pk)
    take_seat(public_id=table.public_id, user_id=bob.pk)
    filled(fresh(table), alice)
    refuses(visit(senior), fresh(table))


def test_nor_who_shares_a_browser_with_somebody_there(match, alice, senior, visit):
    later = timezone.now() + timedelta(days=1)
    for person in (alice, senior):
        KnownDevice.objects.create(user=person, token_hash="one browser", expires_at=later)
    refuses(visit(senior), match)
    KnownDevice.objects.filter(user=alice).update(expires_at=timezone.now() - timedelta(days=1))
    assert not list_table_conflicts(Table.objects.get(pk=match.pk), senior.pk)


def test_nobody_sees_the_seed_or_what_nobody_knows(match, senior, visit):
    client, secret = visit(senior), bytes(match.seed.value)
    frame = parse_json(Position.objects.get(table=match).frame)
    look = {"seat": 1, "n": match.last_seq, **EYES}
    for answer in (client.get(address(match, f"?n={match.last_seq}")), client.post(address(match), look)):
        assert secret.hex() not in text(answer)
        assert "hidden" not in {change.path.partition(".")[0] for change in answer.context["page"].changes}
    assert frame["hidden"]


def test_of_an_ended_table_everything_is_open(alice, bob, visit):
    table = finished("lombard", alice, bob)
    client = visit(staff("Mod", "moderator"))
    answer = client.get(address(table, f"?n={table.last_seq - 1}&seat=1"))
    assert answer.context["page"].seat == 1
    assert f"/replays/{table.public_id}/positions/{table.last_seq - 1}/" in text(answer)
    assert not AuditLogEntry.objects.exists()


def test_what_an_event_changed(match, senior, visit):
    opening = Event.objects.filter(table=match, kind="house").latest("seq").seq
    page = visit(senior).get(address(match, f"?n={opening}")).context["page"]
    assert page.changes
    assert {change.path.partition(".")[0] for change in page.changes} == {"public"}


@pytest.mark.parametrize(
    "query", ["?kind=house", "?by=1", "?q=MATCH+BEGINS", "?kind=move&by=1&q=zzzz", "?q=%00", "?before=3"]
)
def test_searching(match, senior, visit, query):
    answer = visit(senior).get(address(match, query))
    lines, search_filter = answer.context["found"].lines, answer.context["wanted"]
    for line in lines:
        assert not search_filter.kind or line.kind == search_filter.kind
        assert search_filter.seat is None or line.seat == search_filter.seat
        assert search_filter.before is None or line.seq < search_filter.before
    assert bool(lines) == ("zzzz" not in query)


def test_a_text_is_searched_in_what_is_told_to_all_not_in_the_bytes(match, senior, visit):
    """Else the answer would tell of cards."""
    log = text(visit().get(f"/tables/{match.public_id}/log/"))
    secret = [name for seat in (0, 1) for name in hand(match, seat) if name not in log]
    assert secret
    for name in secret:
        assert not visit(senior).get(address(match), {"q": name}).context["found"].lines


def test_search_goes_on_page_by_page(match, senior, visit):
    table = stretched(match, 2_000)
    client, older_starts, query = visit(senior), [], "?q=no+such+word"
    for _ in range(9):
        answer = client.get(address(table, query))
        older_starts.append(answer.context["found"].older)
        if older_starts[-1] is None:
            break
        query = f"?q=no+such+word&before={older_starts[-1]}"
    assert older_starts == [1_401, 801, 201, None]


def test_a_long_log_costs_no_more_queries(match, senior, visit):
    def queries(table):
        with CaptureQueriesContext(connection) as captured:
            assert visit_once.get(address(table, f"?n={table.last_seq}")).status_code == 200
        return len(captured)

    visit_once = visit(senior)
    visit_once.get("/lobby/")  # what waits for staff is counted once a minute
    query_count = queries(match)
    assert queries(stretched(match, 3_000)) == query_count
    assert query_count <= 13


@pytest.fixture
def rebuilt(match, senior, visit, jobs, django_capture_on_commit_callbacks):
    """Rebuild the match with the queued job; return the page's answer."""

    def ask():
        client = visit(senior)
        with django_capture_on_commit_callbacks(execute=True):
            assert client.post(f"{address(match)}rebuild/").url == f"{address(match)}#rebuild"
        assert "0 of" in text(client.get(f"{address(match)}rebuild/"))
        assert jobs() == [("moderation.replay_check", (match.pk,))]
        assert run_replay_check(match.pk)
        return client.get(f"{address(match)}rebuild/").context["report"]

    return ask


def test_rebuilding_agrees_and_tells_of_a_forgery(match, rebuilt):
    assert rebuilt().verdict == "yes"
    Position.objects.filter(table=match).update(frame=match.position.frame.replace('"pot":', '"pot":1'))
    assert rebuilt().verdict == "no"


def test_asking_twice_is_asking_once_until_it_is_done_or_lost(match, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as queued:
        request_replay_check(match)
        request_replay_check(match)
    assert len(queued) == 1
    ReplayCheck.objects.update(leased_until=timezone.now() - timedelta(seconds=1))
    with django_capture_on_commit_callbacks() as queued:
        request_replay_check(match)
    assert len(queued) == 1
    assert run_replay_check(match.pk)
    assert not run_replay_check(match.pk)  # a job that comes twice


def test_a_long_log_is_read_in_pieces_and_says_how_far_it_is(match, monkeypatch):
    monkeypatch.setattr(replay_check, "PROGRESS_SECONDS", 0)
    table = stretched(match, 5_000)
    request_replay_check(table)
    progress = []
    tell = replay_check._progress_recorder(table.pk)
    report = audit_table(table, bots=False, passed=lambda seq: (tell(seq), progress.append(seq)))
    assert report.events == 5_000
    assert progress == [*range(500, 5_001, 500), 5_000]
    assert ReplayCheck.objects.get().events_done == 5_000


def test_a_job_that_fails_is_told(match, senior, visit, monkeypatch):
    def broken(*args, **kwargs):
        raise ValueError("the queen of spades")

    monkeypatch.setattr(replay_check, "audit_table", broken)
    request_replay_check(match)
    assert run_replay_check(match.pk)
    assert "couldn’t be finished" in text(visit(senior).get(address(match)))


def test_what_the_seat_may_do_is_told_in_words_and_played(match, senior, visit):
    client = visit(senior)
    answer = client.post(address(match), {"seat": 0, "n": match.last_seq, **EYES})
    at, page = match.seats.get(number=0), answer.context["page"]
    moves = {offer.move: strip_tags(offer.words) for group in page.offers.groups for offer in group}
    assert set(moves) == {
        '{"card":0,"type":"call"}',
        '{"card":1,"type":"call"}',
        '{"type":"double"}',
        '{"type":"fold"}',
    }
    assert "Alice" in moves['{"type":"fold"}']
    assert f'name="asked" value="{at.question_seq}"' in text(answer)
    play = f"/admin/tables/table/moderate/play/?table={match.public_id}&seat=0"
    assert play.replace("&", "&amp;") in text(answer)
    form = {"reason": "stuck", "asked": at.question_seq, "move": next(iter(moves))}
    assert client.post(play, form).status_code == 302
    assert play_on(match).last_seq > match.last_seq


def test_every_move_that_is_offered_is_legal(alice, bob, charlie, person):
    """And it is made from the seat's knowledge only, whatever the others hold."""
    for slug in registry.list_metadata():
        title, people = registry.get_game(slug), [alice, bob, charlie, person(f"D{slug}")]
        table = running(slug, *people[: title.metadata.seats_min])
        frame, seat = parse_json(table.position.frame), waiting(table)[0].number
        legal_moves = list_legal_moves(title, title.read_view(frame, seat), seat, ["A", "B", "C", "D"])
        legal = title.rules.legal(title.read_state(frame), seat)
        assert legal_moves.groups or legal_moves.is_incomplete
        for offer in (offer for group in legal_moves.groups for offer in group):
            assert legal.contains(title.read_move(parse_json(offer.move))), (slug, offer)
            assert offer.words, (slug, offer)


def test_who_may_look_at_nothing_gets_nothing(match, person, visit, alice):
    bare = staff("Bare", "moderator")
    bare.groups.clear()
    for reader, status in ((bare, 403), (alice, 302), (None, 302)):
        assert visit(reader).get(address(match)).status_code == status
    assert visit(staff("Mod", "moderator")).get("/admin/tables/table/inspect/nosuchtable2/").status_code == 404


def test_titles_of_all_kinds_can_be_inspected(alice, bob, charlie, person, senior, visit):
    for slug in registry.list_metadata():
        people = [alice, bob, charlie, person(f"D{slug}")]
        table = running(slug, *people[: registry.list_metadata()[slug].seats_min])
        for answer in (
            visit(senior).get(address(table)),
            visit(senior).post(address(table), {"seat": 0, "n": table.last_seq, **EYES}),
        ):
            assert answer.status_code == 200, slug
