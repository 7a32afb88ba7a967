"""What pages show of a table's clock, and the forms by which people agree on one."""

import pytest

from games.catalog import registry
from games.clocks.time_control import TimeControl
from games.tables.models import Seat, Table
from games.tables.services.timeouts import resolve_overdue
from tests.html import page
from tests.matches import finished, fresh, opened, play_on, running, seat
from tests.time_travel import set_deadlines

NEW = "/games/sdc/new/"
SENT = {"seats": "2", "bots": "0", "bot_level": "normal", "visibility": "public"}


def text(client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


@pytest.mark.parametrize(
    ("clock", "details", "timing"),
    [
        ("86400", {"vacations": "on"}, TimeControl()),
        ("none", {"vacations": "on"}, TimeControl(0)),
        ("259200+28800", {"on_timeout": "forfeit"}, TimeControl(259_200, 28_800, "forfeit", vacations=False)),
        ("600+15", {"bot_after": "5", "vacations": "on"}, TimeControl(600, 15, bot_after=5)),
    ],
)
def test_a_clock_is_chosen(visit, alice, clock, details, timing):
    client = visit(alice)
    form = page(client.get(NEW)).form(NEW)
    assert form.data()["turn_seconds"] == ["86400"]
    rules = {name: value[0] for name, value in form.data().items() if name.startswith("opt_")}
    assert client.post(NEW, SENT | rules | {"turn_seconds": clock} | details).status_code == 302
    table = Table.objects.get()
    assert table.time_control == timing
    fields = page(client.get(f"{NEW}?like={table.public_id}")).form(NEW).data()
    assert fields["turn_seconds"] == [clock]
    assert bool(fields["vacations"]) == timing.vacations


@pytest.mark.parametrize("bad", [{"turn_seconds": "600+16"}, {"on_timeout": "nothing"}, {"bot_after": "0"}])
def test_what_is_not_offered_is_refused(visit, alice, bad):
    assert visit(alice).post(NEW, SENT | {"turn_seconds": "86400"} | bad).status_code == 422
    assert not Table.objects.exists()


def test_the_estimate_knows_banks(visit, alice):
    client = visit(alice)
    assert "answers within 20 seconds" in text(
        client,
        f"{NEW}?estimate=1&seats=2&bots=0&turn_seconds=600%2B15&"
        + "&".join(f"{k}={v[0]}" for k, v in _options(client).items()),
    )


def _options(client):
    return {
        name: value
        for name, value in page(client.get(NEW)).form(NEW).data().items()
        if name.startswith("opt_") or name in ("bot_level", "visibility")
    }


@pytest.mark.parametrize(
    ("language", "lobby", "terms"),
    [
        ("en", "3 days each, plus 8 hours per decision", "you forfeit"),
        ("ja", "各自3日＋1手ごとに8時間", "対戦放棄となり"),
    ],
)
def test_it_is_shown_before_one_joins(visit, alice, bob, language, lobby, terms):
    table = opened("sdc", alice, timing=TimeControl(259_200, 28_800, "forfeit", vacations=False))
    client = visit(bob, language)
    assert lobby in text(client, "/lobby/")
    for address in (f"/tables/{table.public_id}/", f"/tables/{table.public_id}/invitations/{table.invite_code}/"):
        shown_text = text(client, address)
        assert lobby in shown_text
        assert terms in shown_text


def test_without_a_clock_none_is_shown(visit, alice, bob):
    table = running("sdc", alice, bob, timing=TimeControl(0))
    shown_text = text(visit(alice), f"/tables/{table.public_id}/")
    assert "no time limit" in shown_text
    assert "data-deadline" not in shown_text


def test_a_pause_by_forms_alone(visit, alice, bob):
    table = running("lombard", alice, bob)
    here, agree, end = (f"/tables/{table.public_id}/{part}" for part in ("", "proposal/", "proposal/end/"))
    client, other = visit(alice), visit(bob, "ja")
    assert client.post(agree, {"do": "propose", "kind": "pause"}).headers["Location"] == here
    assert "Waiting for: Bob." in text(client, here)
    shown_text = text(other, here)
    assert "対戦を一時停止しますか？" in shown_text
    assert other.post(agree, {"do": "agree", "kind": "pause"}).status_code == 302
    page_text = text(client, here)
    assert "Paused by agreement: no clock runs, and no move is accepted." in page_text
    assert "All have agreed: the match is paused." in page_text
    assert "data-deadline" not in page_text
    assert "Paused by agreement" in text(visit(), here)
    assert "Let play go on" not in text(visit(), here)
    assert ">paused<" in text(client, "/lobby/")
    assert other.post(end, {"kind": "pause"}).status_code == 302
    assert "Bob ends the pause; play goes on." in text(client, here)
    assert other.post(end, {"kind": "pause"}).status_code == 409


def test_live_play_by_forms_alone(visit, alice, bob):
    table = running("lombard", alice, bob)
    here, agree, end = (f"/tables/{table.public_id}/{part}" for part in ("", "proposal/", "proposal/end/"))
    client, other = visit(alice), visit(bob)
    client.post(agree, {"do": "propose", "kind": "live"})
    assert "Play live?" in text(other, here)
    other.post(agree, {"do": "agree", "kind": "live"})
    assert "A minute for each decision, while everyone is here." in text(client, here)
    for part in ("", "fragment/"):
        for browser, words in ((client, "live: 60 s"), (visit(alice, "ja"), "ライブ：60秒")):
            assert words in text(browser, here + part)
    assert "1 day per decision </span>" not in text(client, here)
    assert "I have to go" not in text(visit(), here)
    client.post(end, {"kind": "live"})
    assert "Alice leaves live play; the former clock is back." in text(other, here)
    assert "1 day per decision </span>" in text(other, here)
    assert "live: 60 s" not in text(other, f"{here}fragment/")


@pytest.mark.parametrize("sent", [{}, {"do": "propose", "kind": "nap"}, {"do": "sing", "kind": "pause"}])
def test_nonsense_changes_nothing(visit, alice, bob, sent):
    table = running("lombard", alice, bob)
    rev = fresh(table).revision
    for part in ("proposal/", "proposal/end/"):
        answer = visit(alice).post(f"/tables/{table.public_id}/{part}", sent)
        assert answer.status_code == (409 if part == "proposal/end/" and sent.get("kind") == "pause" else 400)
    assert visit().post(f"/tables/{table.public_id}/proposal/", {"do": "propose", "kind": "pause"}).status_code == 403
    assert fresh(table).revision == rev


def test_one_button_takes_the_seat_back(visit, alice, bob):
    table = running("lombard", alice, bob, timing=TimeControl(bot_after=1), options={"target_coins": 32})
    play_on(table, 0)
    set_deadlines(Seat.objects.filter(table=table, number=0), fresh(table).changed_at)
    assert resolve_overdue(50) == 1
    client, here = visit(alice), f"/tables/{table.public_id}/"
    assert "I&#x27;m back: take my seat again" in client.get(here).content.decode().replace("'", "&#x27;")
    assert "Alice has not come in time; a bot plays on until they are back." in text(visit(bob), here)
    assert client.post(f"{here}reclaim/").status_code == 302
    assert seat(table, 0).bot_level == ""
    assert visit(bob).post(f"{here}reclaim/").status_code == 302  # whose seat is his: nothing to do
    assert visit().post(f"{here}reclaim/").status_code == 403


@pytest.mark.parametrize("slug", ["dilemma", "doudizhu", "get9", "lombard", "crown", "sdc"])
def test_the_page_says_who_has_forfeited_and_not_who_has_more(visit, alice, bob, person, slug):
    """A finished match whose places the title can't explain."""
    low = registry.list_metadata()[slug].seats_min
    people = [alice, bob, *(person(f"Guest{n}") for n in range(2, low))]
    table = finished(slug, *people)
    shown_text = text(visit(alice), f"/tables/{table.public_id}/")
    assert "regardless of the cards" not in shown_text
    Seat.objects.filter(table=table).update(played_by="forfeited")  # all of them: no one has won
    for address in (
        f"/tables/{table.public_id}/",
        f"/replays/{table.public_id}/positions/{table.last_seq}/",
        "/lobby/",
        "/history/",
    ):
        assert visit(alice).get(address).status_code == 200, address
    shown_text = text(visit(alice), f"/tables/{table.public_id}/")
    assert "Forfeited by you, Bob" in shown_text
    assert "badge--turn" not in shown_text[shown_text.index("result-table") :].partition("</table>")[0]
