"""The inspector: what it shows of a running table, to whom it opens a hand, and that it never tells the seed."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import AuditEntry, Device
from games import catalog
from games.engine.codec import parse
from games.models import Event, Position, Table
from games.moderation.eyes import tied
from games.tables.seats import seat_leave, seat_take
from games.templatetags.cards import card_name
from tests.inspector.conftest import staff
from tests.matches import filled, finished, fresh, opened, play_on, running, stretched

EYES = {"reason": "Two reports of collusion"}


def address(table: Table, query: str = "") -> str:
    return f"/admin/games/table/inspect/{table.public_id}/{query}"


def text(answer) -> str:
    return answer.content.decode()


def hand(table: Table, seat: int) -> list[str]:
    """The names of the cards that seat alone sees."""
    frame = parse(Position.objects.get(table=table).frame)
    return [card_name(card, "court") for card in frame["own"][seat]["cards"] if card not in frame["public"]["board"]]


def own_part(page: str) -> list[str]:
    return re.findall(r"<code>(own[^<]*)</code>", page)


def test_without_a_reason_a_running_table_shows_what_spectators_saw(match, senior, visit):
    client = visit(senior)
    for n in (1, match.seq // 2, match.seq):
        for seat in ("", "&seat=0", "&seat=1"):
            answer = client.get(address(match, f"?n={n}{seat}"))
            assert answer.status_code == 200
            assert answer.context["page"].seat is None
            assert not own_part(text(answer))
    assert not AuditEntry.objects.exists()


def test_with_a_reason_one_seat_is_shown_and_the_look_stays_in_the_audit(match, senior, visit):
    client = visit(senior)
    answer = client.post(address(match), {"seat": 1, "n": match.seq, **EYES})
    assert answer.status_code == 200
    assert answer.context["page"].view.own.cards == tuple(parse(fresh(match).position.frame)["own"][1]["cards"])
    assert "no-store" in answer["Cache-Control"]
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor, entry.target, entry.reason) == (
        "see-hidden", senior, match.public_id, EYES["reason"],
    )  # fmt: skip
    assert entry.details == {"seat": 1, "n": match.seq}
    client.post(address(match), {"seat": 1, "n": match.seq - 1, **EYES})
    assert AuditEntry.objects.count() == 2


@pytest.mark.parametrize(
    "form", [{"seat": 1, "reason": ""}, {"seat": 1, "reason": "   "}, {"seat": 9, **EYES}, {"seat": "x", **EYES}, {}]
)
def test_without_reason_or_seat_nothing_opens(match, senior, visit, form):
    answer = visit(senior).post(address(match), {"n": match.seq} | form)
    assert answer.status_code == 422
    assert answer.context["page"].seat is None
    assert not AuditEntry.objects.exists()


def refuses(client, table, seat=1):
    answer = client.post(address(table), {"seat": seat, "n": table.seq, **EYES})
    assert answer.status_code == 403
    assert answer.context["page"].seat is None
    assert not own_part(text(answer))
    assert not AuditEntry.objects.exists()


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
    seat_leave(public_id=table.public_id, user_id=senior.pk)
    seat_take(public_id=table.public_id, user_id=bob.pk)
    filled(fresh(table), alice)
    refuses(visit(senior), fresh(table))


def test_nor_who_shares_a_browser_with_somebody_there(match, alice, senior, visit):
    later = timezone.now() + timedelta(days=1)
    for person in (alice, senior):
        Device.objects.create(user=person, token_hash="one browser", expires_at=later)
    refuses(visit(senior), match)
    Device.objects.filter(user=alice).update(expires_at=timezone.now() - timedelta(days=1))
    assert not tied(Table.objects.select_related("seed").get(pk=match.pk), senior.pk)


def test_nobody_sees_the_seed_or_what_nobody_knows(match, senior, visit):
    client, secret = visit(senior), bytes(match.seed.value)
    frame = parse(Position.objects.get(table=match).frame)
    look = {"seat": 1, "n": match.seq, **EYES}
    for answer in (client.get(address(match, f"?n={match.seq}")), client.post(address(match), look)):
        assert secret.hex() not in text(answer)
        assert "hidden" not in {change.path.partition(".")[0] for change in answer.context["page"].changes}
    assert frame["hidden"]


def test_of_an_ended_table_everything_is_open(alice, bob, visit):
    table = finished("lombard", alice, bob)
    client = visit(staff("Mod", "moderator"))
    answer = client.get(address(table, f"?n={table.seq - 1}&seat=1"))
    assert answer.context["page"].seat == 1
    assert f"/replay/{table.public_id}/{table.seq - 1}/" in text(answer)
    assert not AuditEntry.objects.exists()


def test_what_an_event_changed(match, senior, visit):
    opening = Event.objects.filter(table=match, kind="house").latest("seq").seq
    page = visit(senior).get(address(match, f"?n={opening}")).context["page"]
    assert page.changes
    assert {change.path.partition(".")[0] for change in page.changes} == {"public"}


@pytest.mark.parametrize(
    "query", ["?kind=move", "?by=1", "?q=MATCH+BEGINS", "?kind=move&by=1&q=zzzz", "?q=%00", "?before=3"]
)
def test_searching(match, senior, visit, query):
    answer = visit(senior).get(address(match, query))
    lines, wanted = answer.context["found"].lines, answer.context["wanted"]
    for line in lines:
        assert not wanted.kind or line.kind == wanted.kind
        assert wanted.seat is None or line.seat == wanted.seat
        assert wanted.before is None or line.seq < wanted.before
    assert bool(lines) == ("zzzz" not in query)


def test_a_text_is_searched_in_what_is_told_to_all_not_in_the_bytes(match, senior, visit):
    """Else the answer would tell of cards."""
    log = text(visit().get(f"/t/{match.public_id}/log/"))
    secret = [name for seat in (0, 1) for name in hand(match, seat) if name not in log]
    assert secret
    for name in secret:
        assert not visit(senior).get(address(match), {"q": name}).context["found"].lines


def test_search_goes_on_page_by_page(match, senior, visit):
    table = stretched(match, 2_000)
    client, seen, query = visit(senior), [], "?q=no+such+word"
    for _ in range(9):
        answer = client.get(address(table, query))
        seen.append(answer.context["found"].older)
        if seen[-1] is None:
            break
        query = f"?q=no+such+word&before={seen[-1]}"
    assert seen == [1_401, 801, 201, None]


def test_a_long_log_costs_no_more_queries(match, senior, visit):
    def queries(table):
        with CaptureQueriesContext(connection) as found:
            assert visit_once.get(address(table, f"?n={table.seq}")).status_code == 200
        return len(found)

    visit_once = visit(senior)
    few = queries(match)
    assert queries(stretched(match, 3_000)) == few
    assert few <= 12


def test_rebuilding_agrees_and_tells_of_a_forgery(match, senior, visit):
    client = visit(senior)
    rebuilt = client.post(f"{address(match)}rebuild/")
    assert rebuilt.context["report"].verdict == "yes"
    Position.objects.filter(table=match).update(frame=match.position.frame.replace('"pot":', '"pot":1'))
    forged = client.post(f"{address(match)}rebuild/")
    assert forged.context["report"].verdict == "no"
    assert client.get(f"{address(match)}rebuild/").status_code == 405
    assert client.post(f"{address(stretched(match, 4_100))}rebuild/").status_code == 409


def test_what_the_seat_may_do_leads_to_playing_it(match, senior, visit):
    answer = visit(senior).post(address(match), {"seat": 0, "n": match.seq, **EYES})
    moves = answer.context["page"].moves
    assert moves
    assert "/moderate/play/" in text(answer)
    client = visit(senior)
    at = match.seats.get(number=0)
    form = {"reason": "stuck", "asked": at.asked, "move": moves[0]}
    assert client.post(f"/admin/games/table/moderate/play/?table={match.public_id}&seat=0", form).status_code == 302
    assert play_on(match).seq > match.seq


def test_who_may_look_at_nothing_gets_nothing(match, person, visit, alice):
    bare = staff("Bare", "moderator")
    bare.groups.clear()
    for reader, status in ((bare, 403), (alice, 302), (None, 302)):
        assert visit(reader).get(address(match)).status_code == status
    assert visit(staff("Mod", "moderator")).get("/admin/games/table/inspect/nosuchtable2/").status_code == 404


def test_titles_of_all_kinds_can_be_inspected(alice, bob, charlie, person, senior, visit):
    for slug in catalog.metas():
        people = [alice, bob, charlie, person(f"D{slug}")]
        table = running(slug, *people[: catalog.metas()[slug].seats_min])
        for answer in (
            visit(senior).get(address(table)),
            visit(senior).post(address(table), {"seat": 0, "n": table.seq, **EYES}),
        ):
            assert answer.status_code == 200, slug
