"""The panel at the end of a match: places, what decided it, the scores' chart, and where to go from here."""

import re
from itertools import pairwise

import pytest

from games.replays.archive.services import archive_table
from tests.every_game import SLUGS
from tests.matches import finished, fresh, stretched
from tests.site.test_query_counts import queries


def page(client, table, language="en") -> str:
    response = client.get(f"/tables/{table.public_id}/", headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("slug", SLUGS)
def test_every_title_says_what_decided_it(alice, visit, slug, language):
    table = finished(slug, alice)
    html = page(visit(alice), table, language)
    reason = re.search(r'class="finished__why">(.*?)</p>', html, re.DOTALL)
    assert reason is not None
    words = re.sub(r"<[^>]+>", "", reason[1]).strip()
    assert len(words) > 10
    assert (re.search("[ぁ-ん]", words) is not None) is (language == "ja"), words
    assert 'style="' not in html


def find_winning_cards(slug, view) -> tuple[str, ...]:
    """Return the winning cards of the last showdown by the rules; () without one."""
    public = view.public
    if slug == "crown":
        return tuple("PPP") if public.by_princes else public.deeds[-1].cards
    last = public.last
    if slug == "sdc":
        return last.hands[last.winner] if last.deciding[last.winner] else ()
    if slug == "get9":
        return (
            () if last.winner is None else tuple(filter(None, (showing.played[last.winner] for showing in last.rounds)))
        )
    best = public.counted_last.values() if slug == "dilemma" else [showing.cards for showing in public.counted_last]
    return next(iter(best), ())


@pytest.mark.parametrize("slug", ["crown", "dilemma", "get9", "lombard", "sdc"])
def test_the_cards_that_won_lie_large_above_the_places(alice, visit, slug):
    table = finished(slug, alice)
    client = visit(alice)
    html = page(client, table)
    view = client.get(f"/tables/{table.public_id}/").context["page"].view
    match = re.search(r'class="finished__cards[^>]*>(.*?)<table', html, re.DOTALL)
    assert tuple(re.findall(r'data-card="([^"]+)"', match[1] if match else "")) == find_winning_cards(slug, view)


def test_the_chart_ends_where_the_standing_does(alice, visit):
    table = finished("lombard", alice, seats=3)
    archive_table(table.pk)
    state = visit(alice).get(f"/tables/{table.public_id}/").context["page"]
    chart = state.more["chart"]
    assert tuple(line.scores[-1] for line in chart.lines) == state.standing.scores
    assert [line.scores[0] for line in chart.lines] == [8, 8, 8]
    assert chart.known == 690  # nothing is hidden
    assert chart.positions[0] == chart.first
    zoom, ground = (float(part) for part in re.findall(r"[-.\d]+", chart.whole)[3::2])
    assert chart.scale == chart.whole
    for line in chart.lines:
        xs, ys = zip(*[map(float, point.split(",")) for point in line.points.split()], strict=True)
        assert (xs[0], xs[-1]) == (0, 600)
        assert list(xs) == sorted(xs)
        assert ys[-1] == line.scores[-1]
        assert 0 <= ground + zoom * ys[-1] <= 180


@pytest.mark.parametrize("slug", ["lombard", "doudizhu"])
def test_the_last_scores_stand_apart_each_at_its_line(alice, visit, slug):
    """The player with more is above the player with less, even if two lines end at one point."""
    table = finished(slug, alice)
    archive_table(table.pk)
    lines = visit(alice).get(f"/tables/{table.public_id}/").context["page"].more["chart"].lines
    ranked = sorted(lines, key=lambda line: (line.end, line.scores[-1]))
    assert [line.scores[-1] for line in ranked] == sorted((line.scores[-1] for line in lines), reverse=True)
    gaps = [below.end - above.end for above, below in pairwise(ranked)]
    assert min(gaps) >= min(24, 180 / max(1, len(lines) - 1)) - 0.2
    assert ranked[0].end >= 0
    assert ranked[-1].end <= 180


def test_who_stayed_at_the_table_gets_the_chart_as_soon_as_it_is_drawn(alice, visit):
    table, client = finished("lombard", alice, seats=3), visit(alice)
    before = client.get(f"/tables/{table.public_id}/fragment/")
    assert "data-outlining" in before.content.decode()  # table_controller.js asks again
    archive_table(table.pk)
    after = client.get(f"/tables/{table.public_id}/fragment/", headers={"if-none-match": before["ETag"]})
    assert "chart__line" in after.content.decode()
    assert "data-outlining" not in after.content.decode()


@pytest.mark.parametrize("length", [100, 2_000])
def test_a_finished_tables_chart_costs_no_query(alice, bob, visit, length):
    table = stretched(finished("lombard", alice, bob), length)
    client = visit(alice)
    archive_table(table.pk)
    with queries(4):
        assert "chart__line" in client.get(f"/tables/{table.public_id}/").content.decode()


def test_a_rematch_is_one_tap_and_then_a_table_to_join(alice, bob, charlie, visit):
    table = finished("sdc", alice, bob)
    assert "Rematch with the same people" in page(visit(alice), table)
    assert "Rematch" not in page(visit(charlie), table)
    first = visit(alice).post(f"/tables/{table.public_id}/rematch/")
    assert first.status_code == 302
    assert "Join the rematch" in page(visit(bob), table)
    assert visit(bob).post(f"/tables/{table.public_id}/rematch/")["Location"] == first["Location"]
    assert visit(charlie).post(f"/tables/{table.public_id}/rematch/").status_code == 403
    assert fresh(table).rematch.seats.filter(user=None).count() == 0


def test_who_plays_alone_has_nobody_to_rematch(alice, visit):
    html = page(visit(alice), finished("crown", alice, seats=1, options={"mode": "solo"}))
    assert "Play again" in html
    assert "same people" not in html


def test_the_replays_address_can_be_selected(alice, bob, visit):
    table = finished("sdc", alice, bob)
    assert f'value="http://testserver/replays/{table.public_id}/"' in page(visit(alice), table)
