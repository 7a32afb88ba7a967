"""The page of the fairness check: it shows what a job has found, names what differs, and never computes."""

from datetime import timedelta
from itertools import product

import pytest
from django.core.cache import cache
from django.utils import timezone

from games.models import Verification
from games.replays.sealing import table_seal
from games.replays.verifying import table_verify
from tests.matches import finished, fresh, running, snapshot, stretched
from tests.pages.html import page
from tests.pages.test_queries import queries
from tests.pages.words import sentence, squeezed
from tests.replays.audit.forging import forge, forge_row, of_kind

pytestmark = pytest.mark.django_db
YES = "Yes: dealt and played again from the secret, it is the same match, and its log is whole."
NO = "No: something does not agree. Please tell the operators of this site."


@pytest.fixture(autouse=True)
def _no_limits_from_before():
    cache.clear()


@pytest.fixture
def ended(alice, bob):
    return finished("lombard", alice, bob)


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


def verified(table):
    """As after the seal's job."""
    table_seal(table.pk)
    assert table_verify(table.pk)
    return fresh(table)


def address(table):
    return f"/replay/{table.public_id}/verify/"


def shown(client, table):
    response = client.get(address(table))
    assert response.status_code == 200
    return squeezed(page(response).text)


def test_before_anybody_has_checked(ended, visit, charlie, language):
    text = shown(visit(charlie, language), ended)
    assert sentence("This match has not been checked yet.", language) in text
    assert sentence(YES, language) not in text
    assert not Verification.objects.exists()


def test_while_it_is_checked_the_page_looks_again_by_itself(ended, visit, language):
    table_seal(ended.pk)
    client = visit(None, language)
    text = shown(client, ended)
    assert sentence("It is being checked: everything is dealt and played again. This takes a moment.", language) in text
    assert b'hx-trigger="every 3s"' in client.get(address(ended)).content
    table_verify(ended.pk)
    assert sentence(YES, language) in shown(client, ended)
    assert b"hx-trigger" not in client.get(address(ended)).content


def test_what_agrees(ended, visit, language):
    client = visit(None, language)
    text = shown(client, verified(ended))
    assert sentence(YES, language) in text
    assert sentence(NO, language) not in text
    assert text.count(sentence("agrees", language)) >= 5
    assert bytes(ended.seed.value).hex() in text
    assert ended.commitment in text


def test_what_differs_is_named(ended, visit, language):
    move = of_kind(ended, "move")
    forge(ended, move.seq, digest="f" * 64)
    text = shown(visit(None, language), verified(ended))
    assert sentence(NO, language) in text
    assert sentence(YES, language) not in text
    assert sentence("The first event that differs: number %(n)s.", language) % {"n": move.seq} in text
    assert sentence("It does not fit the chain of receipts.", language) in text
    assert "log/chain · move" in text


def test_the_table_s_own_row_is_named(ended, visit, language):
    forge_row(ended, commitment="a" * 64)
    text = shown(visit(None, language), verified(ended))
    assert sentence("The first thing that differs: the table’s own data.", language) in text
    assert sentence("The secret is not the one whose fingerprint was announced.", language) in text


WHYS = [
    *(("log", why) for why in ("commitment", "missing", "too-many", "chain", "last-digest", "unreadable")),
    *(("columns", why) for why in ("kind", "key", "request", "table-title", "table-status")),
    *(("rules", why) for why in ("phrases", "happenings", "state", "not-over", "illegal", "clock", "house-skipped")),
    *(("frames", why) for why in ("frame", "public", "private", "hidden", "position")),
]


def test_every_difference_has_its_sentence(ended, visit, language):
    table, client = verified(ended), visit(None, language)
    for name, why in WHYS:
        answer = {"name": name, "outcome": "differs", "why": why, "event": 5, "kind": "move"}
        Verification.objects.update(report={"events": 9, "answers": [answer]})
        text = shown(client, table)
        assert sentence(NO, language) in text
        assert f"{name}/{why}" in text


UNKNOWN = ["rules-unknown", "options-unknown", "title-unknown", "bots-unknown", "bots-too-long", "rules"]


def test_what_was_not_checked_does_not_read_as_fraud(ended, visit, language):
    table, client = verified(ended), visit(None, language)
    for name, why in product(["rules", "frames", "bots"], UNKNOWN):
        answer = {"name": name, "outcome": "not-run", "why": why, "event": None, "kind": ""}
        Verification.objects.update(report={"events": 9, "answers": [answer]})
        text = shown(client, table)
        assert sentence(NO, language) not in text
        assert (sentence(YES, language) in text) == (name == "bots"), (name, why)
        assert sentence("not checked", language) in text


def test_a_bot_that_plays_otherwise_today_is_no_fraud(ended, visit, language):
    table = verified(ended)
    report = Verification.objects.get().report
    report["answers"][4] |= {"outcome": "differs", "why": "choice", "event": 7, "kind": "move"}
    Verification.objects.update(report=report)
    client = visit(None, language)
    text = shown(client, table)
    assert sentence(YES, language) in text
    assert sentence("not the same", language) in text
    assert b"is-bad" not in client.get(address(table)).content


def test_a_check_that_failed_says_so(ended, visit, language):
    table_seal(ended.pk)
    Verification.objects.update(leased_until=None, finished_at=timezone.now(), tries=3)
    text = shown(visit(None, language), ended)
    failed = "The check could not be finished. That says nothing about the match; the operators of this site find the reason in their log."  # noqa: E501
    assert sentence(failed, language) in text
    assert sentence(YES, language) not in text


def test_the_code_has_changed(ended, visit, language):
    table = verified(ended)
    changed = sentence("The site’s programs have changed since then.", language)
    assert changed not in shown(visit(None, language), table)
    Verification.objects.update(code="0" * 12)
    assert changed in shown(visit(None, language), table)


def test_what_nobody_can_check_is_said(ended, visit, language):
    text = shown(visit(None, language), verified(ended))
    limit = "Each player’s browser adds a part of its own after the fingerprint was shown. Where no seat did, or the house itself played one, it could have tried several secrets before; no check can tell."  # noqa: E501
    assert sentence(limit, language) in text


# --- a look costs nothing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [100, 2_000])
def test_a_look_is_a_few_queries_whatever_the_log(ended, alice, visit, length):
    """Who looks, who may, the result, the links, and the turns in the heading; not one event is read."""
    table = stretched(verified(ended), length)
    client = visit(alice)
    with queries(5):
        assert client.get(address(table)).status_code == 200
    before = snapshot(table)
    client.get(address(table))
    client.head(address(table))
    assert snapshot(table) == before


def test_the_page_is_blind_to_what_was_changed_until_it_is_checked_again(ended, alice, visit):
    table = verified(ended)
    forge(table, table.seq, digest="f" * 64)
    client = visit(alice)
    assert YES in shown(client, table)
    Verification.objects.update(finished_at=timezone.now() - timedelta(minutes=15))
    client.post(address(table))
    again = shown(client, table)
    assert squeezed("It is being checked again. This is what was found last time:") in again
    assert YES in again
    table_verify(table.pk)
    assert NO in shown(client, table)


# --- asking for another -------------------------------------------------------------------------------------------


def test_whoever_is_signed_in_may_ask(ended, alice, charlie, visit, jobs, django_capture_on_commit_callbacks):
    for user in (alice, charlie):
        client = visit(user)
        assert b"<button" in client.get(address(ended)).content
        with django_capture_on_commit_callbacks(execute=True):
            response = client.post(address(ended))
        assert (response.status_code, response["Location"]) == (302, address(ended))
    assert jobs() == [("games.verify", (ended.pk,))]


def test_a_stranger_is_asked_to_sign_in(ended, visit, jobs, language):
    client = visit(None, language)
    assert f'action="{address(ended)}"' not in client.get(address(ended)).content.decode()
    response = client.post(address(ended))
    assert response.status_code == 403
    asked = sentence("Please sign in first, or sit down at a table as a guest.", language)
    assert asked in squeezed(page(response).text)
    assert not Verification.objects.exists()
    assert jobs() == []


def test_nobody_asks_about_a_private_table_they_may_not_see(ended, charlie, visit):
    type(ended).objects.filter(pk=ended.pk).update(visibility="private", sharing=1)
    assert visit(charlie).post(address(ended)).status_code == 404
    assert visit(None).post(address(ended)).status_code == 404
    assert not Verification.objects.exists()


def test_nobody_asks_about_a_running_table(alice, bob, visit):
    table = running("lombard", alice, bob)
    assert visit(alice).post(address(table)).status_code == 409
    assert not Verification.objects.exists()


def test_who_asks_too_often_waits(ended, alice, visit):
    client = visit(alice)
    answers = [client.post(address(ended)).status_code for _ in range(8)]
    assert answers == [302] * 6 + [429] * 2
    assert client.get(address(ended)).status_code == 200


def test_a_form_from_elsewhere_is_refused(ended, alice, visit):
    client = visit(alice, enforce_csrf_checks=True)
    assert client.post(address(ended)).status_code == 403
    assert not Verification.objects.exists()


def test_the_replay_leads_to_it(ended, alice, visit):
    client = visit(alice)
    assert address(ended) in client.get(f"/replay/{ended.public_id}/", follow=True).content.decode()
