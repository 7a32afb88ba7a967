"""The viewer's pages: navigation, hidden later events, the log, the match as text."""

import re

import pytest
from django.utils.html import escape

from config.db import append_only
from games.catalog import registry
from games.replays.archive.services import archive_table
from games.replays.models import MatchSummary
from games.replays.viewer.key_moments import list_key_moments
from games.replays.viewer.score_chart import build_chart
from games.tables.access import get_table_access
from tests.every_game import every_game
from tests.matches import finished
from tests.replays.replay_key import replay_key
from tests.rollback import rolled_back

MANY_STAGES = {"start_coins": 20, "max_bid": 3, "stage_limit": 20}  # seven at least


@pytest.fixture
def ended(alice, bob):
    table = finished("sdc", alice, bob, options=MANY_STAGES)
    assert archive_table(table.pk)
    return table


def page(client, table, n: int, query: str = "") -> str:
    response = client.get(f"/replays/{table.public_id}/positions/{n}/{query}", headers={"accept-language": "en"})
    assert response.status_code == 200
    return response.content.decode()


def ways(text: str, query: str = "") -> dict[str, int]:
    """Return the targets of the step links."""
    links = re.findall(r'data-go="([\w-]+)"[^>]* href="/replays/\w+/positions/(\d+)/([^"]*)"', text)
    assert {rest for _, _, rest in links} <= {query}
    return {go: int(to) for go, to, _ in links}


def visible(text: str, kind: str) -> list[int]:
    """The positions of the elements of that kind that are not hidden."""
    return [
        int(n) for n, attributes in re.findall(rf'<{kind} data-n="(\d+)"([^>]*)>', text) if "hidden" not in attributes
    ]


def ended_moves(table) -> dict[int, int]:
    """Each seat's first decision."""
    moves = table.events.filter(kind="move").order_by("-seq")
    return {seat: n for n, seat in moves.values_list("seq", "seat")}


def begins_of(table, happening: str) -> list[int]:
    return [event.seq for event in table.events.order_by("seq") if f'"type":"{happening}"' in event.body]


def test_from_stage_to_stage(ended, alice, visit):
    client, begins = visit(alice), begins_of(ended, "stage-began")
    assert len(begins) >= 3
    at, visited = begins[0] - 1, []
    while (to := ways(page(client, ended, at, "?seat=1"), "?seat=1").get("chapter-forward")) is not None:
        at = to
        visited.append(at)
    assert visited == begins
    assert ways(page(client, ended, at))["chapter-back"] == begins[-2]
    assert ways(page(client, ended, at + 1))["chapter-back"] == begins[-1]
    assert "chapter-back" not in ways(page(client, ended, begins[0]))


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_from_decision_to_decision(ended, alice, visit, seat):
    moves = ended.events.filter(kind="move").order_by("seq")
    decided = list((moves if seat is None else moves.filter(seat=seat)).values_list("seq", flat=True))
    client, query = visit(alice), "" if seat is None else f"?seat={seat}"
    at, visited = ended.events.get(kind="start").seq, []
    while (to := ways(page(client, ended, at, query), query).get("turn-forward")) is not None:
        at = to
        visited.append(at)
    # A player without further decisions may be out: the page doesn't reveal it earlier.
    after = [n for n in begins_of(ended, "stage-began") if n > decided[-1]]
    assert visited == [*decided, *after, ended.last_seq]
    assert ways(page(client, ended, ended.last_seq, query), query)["turn-back"] == decided[-1]


def test_all_stages_are_listed_and_the_present_one_is_marked(ended, alice, visit):
    stages = begins_of(ended, "stage-began")
    text = page(visit(alice), ended, stages[1])
    assert re.findall(r'data-n="(\d+)"\s+aria-label="Stage \d+"', text) == [str(n) for n in stages]
    assert re.findall(r'aria-label="Stage (\d+)"\s+aria-current', text) == ["2"]


def test_what_is_pressed_has_the_same_id_at_the_next_position(ended, alice, visit):
    client = visit(alice)
    texts = [page(client, ended, n) for n in (30, 31)]
    for pressed in (r"<a [^>]*data-go=[^>]*>", r'<a class="choice"[^>]*>'):
        ids = [[re.findall(r' id="([\w-]+)"', link) for link in re.findall(pressed, text)] for text in texts]
        assert ids[0] == ids[1]
        assert all(ids[0])


def test_the_slider_is_a_form(ended, alice, visit):
    client, base = visit(alice), f"/replays/{ended.public_id}/"
    first = ended.events.get(kind="start").seq
    for value, to in (("25", 25), ("1", first), ("99999", ended.last_seq)):
        assert client.get(f"{base}?n={value}&seat=1&all=1")["Location"] == f"{base}positions/{to}/?seat=1&all=1"
    text = page(client, ended, 25, "?seat=1&all=1")
    slide = text.split('class="slide"')[1].split("</form>")[0]
    assert dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)">', slide)) == {"seat": "1", "all": "1"}
    assert client.get(f"{base}?n=x&seat=1")["Location"] == client.get(f"{base}?seat=1")["Location"]


@every_game
@pytest.mark.parametrize("is_archived", [False, True])
def test_players_begin_at_their_first_decision_and_others_with_the_cards_dealt(
    slug, is_archived, alice, bob, charlie, visit
):
    table = finished(slug, alice, bob)
    assert not is_archived or archive_table(table.pk)
    moves = ended_moves(table)
    first = min(moves.values()) - 1
    base = f"/replays/{table.public_id}/"
    for user, n, query in (
        (alice, moves[0], "?seat=0"), (bob, moves[1], "?seat=1"), (charlie, first, ""), (None, first, ""),
    ):  # fmt: skip
        assert visit(user).get(base)["Location"] == f"{base}positions/{n}/{query}"
    assert visit(charlie).get(f"{base}?seat=1&all=1")["Location"] == f"{base}positions/{moves[1]}/?seat=1&all=1"
    for seat in (0, 1):
        html = page(visit(None), table, first, f"?seat={seat}").split('id="replay"')[1].split('id="steps"')[0]
        assert 'class="card' in html


def test_a_seat_that_never_decided_begins_as_others_do(alice, bob, visit):
    table = finished("sdc", alice, bob)
    begin = f"/replays/{table.public_id}/positions/{min(ended_moves(table).values()) - 1}/"
    with rolled_back():
        append_only.remove_triggers()
        table.events.filter(kind="move", seat=1).update(seat=0)
        assert visit(bob).get(f"/replays/{table.public_id}/")["Location"] == f"{begin}?seat=1"


def test_what_comes_later_is_hidden_until_asked_for(ended, alice, visit):
    client, outline = visit(alice), ended.summary
    at = outline.end_seq // 2
    text, everything = page(client, ended, at), page(client, ended, at, "?all=1")
    scores = [n for n, *_ in outline.score_series]
    assert visible(text, "tr") == [n for n in scores if n <= at] != scores == visible(everything, "tr")
    assert max(visible(text, "li")) <= at < max(visible(everything, "li"))
    assert 'moments__what" hidden' not in everything
    assert len(re.findall(r"7h0", everything)) == len(outline.key_moments) > len(re.findall(r"7h0", text))
    match = re.search(r'<rect x="-8" y="-14" height="208"\s+width="([\d.]+)"', text)
    assert match is not None
    assert float(match[1]) == pytest.approx(
        8 + 600 * (at - outline.start_seq) / (outline.end_seq - outline.start_seq), abs=0.1
    )
    assert "result-table" not in text.split('id="steps"')[0].split('id="replay"')[1].split("strip")[0]


def test_how_it_ended_is_told_when_asked_for(ended, alice, charlie, visit):
    for user in (alice, charlie):
        client = visit(user)
        begin = client.get(f"/replays/{ended.public_id}/")["Location"]
        text = client.get(begin).content.decode()
        assert "result-table" not in text
        address = f"{begin}{'&' if '?' in begin else '?'}all=1"
        assert f'href="{escape(address)}"' in text
        html = client.get(address).content.decode()
        assert "result-table" not in html.split('id="tabs"')[0]
        assert "result-table" in html.split('id="about-scores"')[1].split('id="about-analysis"')[0]
        assert f'href="{begin}"' in html
        # Link previews, tab titles and headings are the same for both, whatever has happened.
        for part in (r"<title>.*?</title>", r"<meta [^>]*>", r"<h1>.*?</h1>"):
            assert re.findall(part, text, re.DOTALL) == re.findall(part, html, re.DOTALL) != []


@pytest.mark.parametrize(
    ("reader", "tabs"),
    [
        ("alice", ["log", "scores", "analysis", "eyes", "comments", "fork", "share", "check"]),
        ("charlie", ["log", "scores", "analysis", "eyes", "comments", "fork", "share", "check"]),
        (None, ["log", "scores", "analysis", "eyes", "fork", "share", "check"]),
    ],
)
def test_each_tab_leads_to_what_is_on_the_page(ended, request, visit, reader, tabs):
    client = visit(reader and request.getfixturevalue(reader))
    for n in (ended.last_seq - 1, ended.last_seq):
        text = page(client, ended, n)
        assert re.findall(r'<a class="tab" id="tab-\w+" href="#about-(\w+)"', text) == tabs
        assert sorted(re.findall(r'<div class="tabs__panel[^"]*" id="about-(\w+)"', text)) == sorted(tabs)


def test_a_position_leads_to_its_line_of_the_log_and_back(ended, alice, visit):
    text = page(visit(alice), ended, 30, "?seat=1")
    assert 'class="steps__n" href="#log-30"' in text
    assert re.search(
        rf'<li data-n="30" id="log-30"><a class="log__at" href="/replays/{ended.public_id}/positions/30/\?seat=1"', text
    )


def test_no_moment_tells_how_it_goes_on():
    """A lead that no mark threatens any more would be won, and after the largest gain none is larger."""
    moments = [[5, "lead", 0], [6, "bomb", 1], [8, "swing", 1], [15, "bomb", 0], [16, "lead", 1], [18, "out", 0]]
    outline = MatchSummary(start_seq=2, end_seq=20, chapter_starts=[3, 10], key_moments=moments)
    title = registry.get_game("doudizhu").metadata

    def told(until: int) -> tuple[list[int], list[int]]:
        key_moments = list_key_moments(title, outline, ["A", "B"], until)
        return [moment.n for moment in key_moments if moment.marked], [
            moment.n for moment in key_moments if not moment.hidden
        ]

    assert told(5) == ([6, 15], [])
    assert told(9) == ([6, 15], [6])
    assert told(10) == told(14) == ([5, 6, 15], [5, 6])
    assert told(19) == ([5, 6, 15], [5, 6, 15])
    assert told(20) == ([n for n, *_ in moments], [n for n, *_ in moments])


@pytest.mark.parametrize("later", [1, 50, 900])
def test_the_chart_is_drawn_from_what_is_known(ended, alice, later):
    access, past = get_table_access(ended.public_id, alice.pk), [[2, 20, 20], [5, 24, 16]]
    future = [[9, 24 + later, 16 - later], [12, 16 - later, 24 + later]]
    now, end = (
        build_chart(access, MatchSummary(start_seq=2, end_seq=20, score_series=past + future), n) for n in (8, 20)
    )
    assert now is not None
    assert end is not None
    assert (now.scale, [line.now for line in now.lines]) == ("matrix(1 0 0 -6 0 180)", [24, 16])
    assert now.known < 600 * 7 / 18  # the next change's place is not drawn yet
    heights = [int(point.split(",")[1]) for line in end.lines for point in line.points.split()]
    zoom, ground = (float(part) for part in re.findall(r"[-.\d]+", end.scale)[3::2])
    assert all(-0.1 <= ground + zoom * height <= 180.1 for height in heights)


def test_the_log_goes_page_by_page(alice, bob, visit):
    table = finished("lombard", alice, bob, options={"target_coins": 24})
    client, first = visit(alice), table.events.get(kind="start").seq
    assert table.last_seq - first >= 50
    text = page(client, table, table.last_seq, "?open=1")
    positions = visible(text, "li")
    assert positions[-1] == table.last_seq
    assert (positions[0] - first) // 50 == (table.last_seq - first) // 50
    earlier = page(client, table, table.last_seq, "?open=1&log=1")
    assert visible(earlier, "li") == [n for n in range(first, first + 50) if f'data-n="{n}"' in earlier]
    assert 'href="/replays/' in earlier
    assert client.get(f"/replays/{table.public_id}/positions/{table.last_seq}/?log=99").status_code == 404


@every_game
def test_the_match_as_text(slug, alice, bob, visit):
    table = finished(slug, alice, bob)
    archive_table(table.pk)
    address = f"/replays/{table.public_id}/text/"
    open_, own_view = (visit(alice).get(f"{address}{query}").content.decode() for query in ("?open=1", ""))
    assert len(re.findall('class="log__at"', open_)) >= len(re.findall('class="log__at"', own_view)) > 5
    assert len(open_) > len(own_view)
    assert "result-table" in own_view
    assert "Bob" in own_view


@every_game
@pytest.mark.parametrize("query", ["", "?seat=1", "?open=1"])
def test_a_position_is_told_in_words(slug, alice, bob, visit, query):
    table = finished(slug, alice, bob)
    archive_table(table.pk)
    n = (min(ended_moves(table).values()) + table.last_seq) // 2
    words = page(visit(alice), table, n, query).split('class="in-words"')[1].split("</details>")[0]
    assert re.findall(r"<strong>(Alice|Bob)</strong>", words) in (["Alice", "Bob"], ["Bob", "Alice"])
    assert words.count("<li>") == table.seats.count()
    assert bool(re.search("Your (hand|cards)", words)) is (query == "?seat=1")
    assert not re.search("[\ue000-\ue2ff]", words)


def test_names_are_the_present_ones(ended, alice, bob, visit):
    bob.name = "Bobby <i>"
    bob.save()
    client = visit(alice)
    text = page(client, ended, 30)
    assert "Bobby &lt;i&gt;" in text
    assert "Bobby <i>" not in text
    key = replay_key(client.get(f"/replays/{ended.public_id}/positions/30/"))
    piece = client.get(f"/replays/{ended.public_id}/positions/30/rendered/{key}/").content.decode()
    assert not re.search("Bob|Alice", piece)


@pytest.mark.parametrize(
    "bad",
    [
        "positions/0/",
        "positions/99999/",
        "positions/30/?seat=2",
        "positions/30/?seat=x",
        "positions/30/rendered/0123456789abcdef/",
        "log/9/rendered/0123456789abcdef/",
    ],
)
def test_what_is_not_there(ended, alice, visit, bad):
    assert visit(alice).get(f"/replays/{ended.public_id}/{bad}").status_code == 404


def test_before_it_is_sealed_it_can_be_watched_all_the_same(alice, bob, visit):
    table = finished("sdc", alice, bob)
    text = page(visit(alice), table, table.last_seq)
    assert ways(text)["back"] == table.last_seq - 1
    assert 'id="moments"' not in text


def search_log(client, table, n: int, query: str) -> list[int]:
    return visible(page(client, table, n, query).split('id="log-box"')[1].split("</section>")[0], "li")


def test_the_log_is_searched_as_far_as_one_has_come(alice, bob, visit):
    table = finished("lombard", alice, bob, options={"target_coins": 24})
    client, last = visit(alice), table.last_seq
    moves = list(table.events.filter(kind="move").order_by("seq").values_list("seq", flat=True))
    half = moves[len(moves) // 2]
    assert search_log(client, table, half, "?kind=move") == [n for n in moves if n <= half]
    assert search_log(client, table, half, "?kind=move&all=1") == moves
    bobs = list(table.events.filter(kind="move", seat=1).order_by("seq").values_list("seq", flat=True))
    assert search_log(client, table, last, "?kind=move&find=bOB") == bobs
    assert search_log(client, table, last, "?find=nothing+of+the+kind") == []
    assert "Nothing found up to this position." in page(client, table, 9, "?find=nothing+of+the+kind")


def test_a_search_finds_nothing_that_those_eyes_have_not_seen(alice, bob, visit):
    table = finished("lombard", alice, bob, options={"target_coins": 24})
    client = visit(alice)
    dealt = {
        query: search_log(client, table, table.last_seq, f"?find=your+hole+cards{query}") for query in ("", "&seat=0")
    }
    assert dealt[""] == []
    assert len(dealt["&seat=0"]) == len(search_log(client, table, table.last_seq, "?seat=0&find=two+hole+cards"))


def test_what_is_found_in_japanese_whatever_its_width(alice, bob, visit):
    table = finished("lombard", alice, bob)
    client = visit(alice, "ja")
    address = f"/replays/{table.public_id}/positions/{table.last_seq}/"
    once, wide = (client.get(address, {"find": word}).content.decode() for word in ("2枚", "２ 枚"))
    assert visible(once, "li") == visible(wide, "li") != []
