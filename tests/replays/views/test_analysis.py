"""The page of an analysis: requested with a button, it shows the progress, then the losses and their places."""

import pytest
from django.utils import translation

from games.replays.analysis.selectors import COSTLIEST, get_analysis_page
from games.replays.analysis.services import lease_analysis, run_analyses, run_analysis
from games.replays.models import Analysis
from games.tables.access import get_table_access
from tests.html import page
from tests.matches import finished, running
from tests.replays.analysis.made import analysed
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def ended(alice, bob):
    return finished("sdc", alice, bob)


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


def address(table, seat=0):
    return f"/replays/{table.public_id}/analysis/{seat}/"


def fetch_page(client, table, seat=0):
    response = client.get(address(table, seat))
    assert response.status_code == 200
    return squeezed(page(response).text)


def describe(table):
    """Return the page's text for a finished analysis."""
    return get_analysis_page(get_table_access(table.public_id, None), 0)


def test_from_the_button_to_the_result(ended, alice, visit, language):
    client = visit(alice, language)
    text = fetch_page(client, ended)
    assert sentence("Your decisions", language) in text
    assert client.post(address(ended)).url == address(ended)
    waiting = client.get(address(ended))
    assert b'hx-trigger="every 2s"' in waiting.content
    assert sentence("It is waiting, or has just started.", language) in squeezed(page(waiting).text)
    run_analysis(lease_analysis(), 0)
    total = Analysis.objects.get().total
    with translation.override(language):
        assert str(total) in fetch_page(client, ended)
    assert f'<progress max="{total}" value="1">' in client.get(address(ended)).content.decode()
    assert not run_analyses(1_000)
    text = fetch_page(client, ended)
    assert sentence("Where most was given away", language) in text
    assert b"hx-trigger" not in client.get(address(ended)).content


def test_each_decision_has_a_bar_and_a_row_that_lead_to_it(ended, alice, visit):
    analysis = analysed(ended)
    html = visit(alice).get(address(ended)).content.decode()
    for decision in analysis.decisions:
        assert html.count(f'href="/replays/{ended.public_id}/positions/{decision["seq"] - 1}/?seat=0"') >= 2
    assert html.count('class="decisions__bar decisions__bar--sure"') == len(analysis.decisions) - 1


def test_what_cost_most_comes_first(ended):
    analysis = analysed(ended)
    costs = [row.decision.cost for row in describe(ended).costliest]
    assert costs == sorted((row["cost"] for row in analysis.decisions if row["cost"]), reverse=True)[:COSTLIEST]


def test_what_may_be_chance_is_said_to_be(ended, alice, visit, language):
    analysis = analysed(ended, error=10_000)
    page_ = describe(ended)
    assert not any(row.is_sure for row in page_.costliest)
    assert (page_.as_good, page_.given_away) == (len(analysis.decisions), ("0", "0"))
    text = fetch_page(visit(alice, language), ended)
    assert text.count(sentence("not sure", language)) >= len(page_.costliest)


def test_it_stands_in_the_replay_and_the_ratings_below_the_board(ended, alice, visit):
    analysed(ended)
    row = describe(ended).costliest[0]
    at = f"/replays/{ended.public_id}/positions/{row.decision.n}/"
    html = visit(alice).get(f"{at}?seat=0").content.decode()
    assert 'class="panel here"' in html
    assert f'data-n="{row.decision.n}"' in html
    assert 'class="panel here"' not in visit(alice).get(f"{at}?seat=1").content.decode(), "seen from another seat"
    assert str(row.mine) in visit(alice).get(f"{address(ended)}positions/{row.decision.n}/").content.decode()
    assert visit(alice).get(f"{address(ended)}positions/{row.decision.n + 1_000}/").status_code == 404


def test_it_costs_the_same_number_of_queries_however_long_it_is(ended, alice, visit):
    n = analysed(ended).decisions[-1]["seq"] - 1
    client = visit(alice)
    for path in (address(ended), f"{address(ended)}positions/{n}/"):
        with queries(5 if path == address(ended) else 4):
            assert client.get(path).status_code == 200


def test_by_other_bots_it_can_be_made_anew(ended, alice, visit):
    analysed(ended)
    assert "Analyse again" not in fetch_page(visit(alice), ended)
    Analysis.objects.update(adviser_version="earlier")
    assert "Analyse again" in fetch_page(visit(alice), ended)


def test_others_read_it_and_who_is_signed_in_asks(ended, alice, bob, charlie, visit):
    assert "Decisions of Alice" in fetch_page(visit(), ended)
    assert visit().post(address(ended)).status_code == 403
    assert visit(charlie).post(address(ended)).status_code == 302
    assert visit(charlie).post(address(ended, 1)).status_code == 429, "one at a time"
    assert visit(bob).get(f"/replays/{ended.public_id}/analysis/").url == address(ended, 1)
    assert visit().get(f"/replays/{ended.public_id}/analysis/").url == address(ended, 0)


def test_not_while_it_runs_nor_of_what_one_may_not_see(alice, bob, charlie, visit):
    table = running("sdc", alice, bob)
    assert visit(alice).get(address(table)).status_code == 409
    assert visit(alice).post(address(table)).status_code == 409
    private = finished("sdc", alice, bob, visibility="private")
    for method in ("get", "post"):
        assert getattr(visit(charlie), method)(address(private)).status_code == 404
    assert visit(alice).get(address(private, 2)).status_code == 404
    assert not Analysis.objects.exists()


def test_one_that_failed_can_be_asked_for_again(ended, alice, visit):
    client = visit(alice)
    client.post(address(ended))
    Analysis.objects.update(status=Analysis.Status.FAILED, leased_until=None)
    assert "could not be made" in fetch_page(client, ended)
    assert client.post(address(ended)).status_code == 302
    assert Analysis.objects.get().status == Analysis.Status.WAITING


def test_from_the_table_it_is_one_click(ended, alice, charlie, visit):
    link = f"/replays/{ended.public_id}/analysis/"
    assert link in visit(alice).get(f"/tables/{ended.public_id}/").content.decode()
    assert link not in visit(charlie).get(f"/tables/{ended.public_id}/").content.decode()
