"""The page of the fairness check: it shows what a job has found, names what differs, and never computes."""

import re
from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from games.pwa.practice import pyodide
from games.pwa.practice.views import WORKER_POLICY
from games.replays.archive.services import archive_table
from games.replays.audit.report import SAME_CODE
from games.replays.models import Verification
from games.replays.verification.services import lease_verification, run_verification
from games.tables.models import Seat
from games.tables.services.seats import leave_seat
from tests.html import page
from tests.matches import finished, fresh, opened, running, snapshot, stretched
from tests.replays.audit.forging import forge, forge_row, of_kind
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries

pytestmark = pytest.mark.django_db
YES = "Yes: dealt and played again from the secret, it is the same match, and its log is complete."
NO = "No: something doesn’t agree. Please tell the operators of this site."


@pytest.fixture
def ended(alice, bob):
    return finished("lombard", alice, bob)


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


def verify_table(table):
    """As after the seal's job."""
    archive_table(table.pk)
    assert run_verification(table.pk)
    return fresh(table)


def address(table):
    return f"/replays/{table.public_id}/verify/"


def fetch_page(client, table):
    response = client.get(address(table))
    assert response.status_code == 200
    return squeezed(page(response).text)


def test_before_anybody_has_checked(ended, visit, charlie, language):
    text = fetch_page(visit(charlie, language), ended)
    assert sentence("This match has not been checked yet.", language) in text
    assert sentence(YES, language) not in text
    assert not Verification.objects.exists()


def test_while_it_is_checked_the_page_looks_again_by_itself(ended, visit, language):
    archive_table(ended.pk)
    client = visit(None, language)
    text = fetch_page(client, ended)
    assert (
        sentence("The match is being checked: everything is dealt and played again. This takes a moment.", language)
        in text
    )
    assert b'hx-trigger="every 3s"' in client.get(address(ended)).content
    run_verification(ended.pk)
    assert sentence(YES, language) in fetch_page(client, ended)
    assert b"hx-trigger" not in client.get(address(ended)).content


def test_what_agrees(ended, visit, language):
    client = visit(None, language)
    text = fetch_page(client, verify_table(ended))
    assert sentence(YES, language) in text
    assert sentence(NO, language) not in text
    assert text.count(sentence("agrees", language)) >= 5
    assert bytes(ended.seed.value).hex() in text
    assert ended.commitment in text


def test_what_differs_is_named(ended, visit, language):
    move = of_kind(ended, "move")
    forge(ended, move.seq, digest="f" * 64)
    text = fetch_page(visit(None, language), verify_table(ended))
    assert sentence(NO, language) in text
    assert sentence(YES, language) not in text
    assert sentence("The first event that differs: number %(n)s.", language) % {"n": move.seq} in text
    assert sentence("It doesn’t fit the chain of receipts.", language) in text
    assert "log/chain · move" in text


def test_the_table_s_own_row_is_named(ended, visit, language):
    forge_row(ended, commitment="a" * 64)
    text = fetch_page(visit(None, language), verify_table(ended))
    assert sentence("The first thing that differs: the table’s own data.", language) in text
    assert sentence("The secret doesn’t match its published fingerprint.", language) in text


WHYS = [
    *(("log", why) for why in ("commitment", "missing", "too-many", "chain", "last-digest", "unreadable")),
    *(("columns", why) for why in ("kind", "key", "request", "table-title", "table-status")),
    *(("rules", why) for why in ("phrases", "happenings", "state", "not-over", "illegal", "clock", "house-skipped")),
    *(("clocks", why) for why in ("deadline", "clock", "charged", "time-left", "void", "clock-settings", "live")),
    *(("frames", why) for why in ("frame", "public", "private", "hidden", "position")),
]


def test_every_difference_has_its_sentence(ended, visit, language):
    table, client = verify_table(ended), visit(None, language)
    for name, why in WHYS:
        answer = {"name": name, "outcome": "differs", "why": why, "event": 5, "kind": "move"}
        Verification.objects.update(report={"events": 9, "answers": [answer]})
        text = fetch_page(client, table)
        assert sentence(NO, language) in text
        assert f"{name}/{why}" in text


UNKNOWN = [
    "rules-unknown", "options-unknown", "title-unknown", "log-unknown", "clock-unstated",
    "bots-unknown", "bots-too-long", "bots-other-code", "rules",
]  # fmt: skip


def test_what_was_not_checked_does_not_read_as_fraud(ended, visit, language):
    table, client = verify_table(ended), visit(None, language)
    for name, why in product(["rules", "clocks", "frames", "bots"], UNKNOWN):
        answer = {"name": name, "outcome": "not-run", "why": why, "event": None, "kind": ""}
        Verification.objects.update(report={"events": 9, "answers": [answer]})
        text = fetch_page(client, table)
        assert sentence(NO, language) not in text
        assert (sentence(YES, language) in text) == (name == "bots"), (name, why)
        assert sentence("not checked", language) in text


def change_answer(name, **changes):
    """Let the stored report say something else of one check."""
    report = Verification.objects.get().report
    next(answer for answer in report["answers"] if answer["name"] == name).update(changes)
    Verification.objects.update(report=report)


def test_a_bot_that_chooses_otherwise_by_the_same_code_counts(ended, visit, language):
    table = verify_table(ended)
    change_answer("bots", outcome="differs", why=SAME_CODE, event=7, kind="move")
    text = fetch_page(visit(None, language), table)
    assert sentence(NO, language) in text
    explanation = "The same bot, asked again with what its seat could see, chooses differently. Everything else agrees."
    assert sentence(explanation, language) in text


def test_a_bank_that_was_not_stated_is_not_checked(ended, visit, language):
    table = verify_table(ended)
    change_answer("clocks", outcome="not-run", why="clock-unstated")
    text = fetch_page(visit(None, language), table)
    assert sentence("Everything that could be checked agrees. Time banks couldn’t be checked.", language) in text
    assert sentence(NO, language) not in text


def test_a_bot_that_plays_otherwise_today_is_no_fraud(ended, visit, language):
    table = verify_table(ended)
    change_answer("bots", outcome="differs", why="choice", event=7, kind="move")
    client = visit(None, language)
    text = fetch_page(client, table)
    assert sentence(YES, language) in text
    assert sentence("not the same", language) in text
    assert b"is-bad" not in client.get(address(table)).content


def test_a_check_that_failed_says_so(ended, visit, language):
    archive_table(ended.pk)
    Verification.objects.update(leased_until=None, finished_at=timezone.now(), attempts=3)
    text = fetch_page(visit(None, language), ended)
    failed = "The check couldn’t be finished. That says nothing about the match; the operators of this site find the reason in their log."  # noqa: E501
    assert sentence(failed, language) in text
    assert sentence(YES, language) not in text


def test_the_code_has_changed(ended, visit, language):
    table = verify_table(ended)
    changed = sentence("The site’s programs have changed since then.", language)
    assert changed not in fetch_page(visit(None, language), table)
    Verification.objects.update(code_version="0" * 12)
    assert changed in fetch_page(visit(None, language), table)


def test_what_nobody_can_check_is_said(ended, visit, language):
    text = fetch_page(visit(None, language), verify_table(ended))
    limit = "No check can prove that the people who run this site didn’t look at cards, or didn’t rewrite the whole match afterwards, fingerprint included. If you noted the fingerprint while you played, compare it with the one below."  # noqa: E501
    assert sentence(limit, language) in text


# --- whose part is in the shuffle ---------------------------------------------------------------------------------

NONE_GAVE = "No player added a client seed, so the server alone made the shuffles. It could have tried several server seeds before publishing the fingerprint of one. No check can detect that."  # noqa: E501
STRICT = "Strict shuffle: every client seed was sealed before any was opened, so no one could choose between shuffles, not even an operator of this site who plays one of these seats. The only thing left was to call the table off before the deal. If your browser showed its client seed itself, you don’t have to trust this site: below, it says whether another client seed was replaced afterwards. Words that can be guessed, or that were typed without JavaScript, protect no one."  # noqa: E501
OPEN = "The client seeds came after the fingerprint of the secret, so the site couldn’t choose between shuffles with its secret. It still could with a client seed, if it played one of the seats that added one and added it last. If you know that your own client seed was used and came last, you don’t need to trust anyone."  # noqa: E501
SOME_GAVE = "Players whose seat added no client seed rely on the others’: if the site controls all of those, it could have tried several secrets or client seeds."  # noqa: E501
GAVE, BOT, NONE = "%(name)s: added a client seed", "%(name)s: a bot, which adds none", "%(name)s: gave none"


@pytest.mark.parametrize(
    ("phrases", "strict", "follows"),
    [
        (("", ""), False, {NONE_GAVE}),
        (("a" * 64, ""), False, {OPEN, SOME_GAVE}),
        (("a" * 64, "b" * 64), False, {OPEN}),
        (("a" * 64, "b" * 64), True, {STRICT}),
    ],
)
def test_it_says_who_gave_a_part_and_what_follows(ended, visit, language, phrases, strict, follows):
    for number, phrase in enumerate(phrases):
        Seat.objects.filter(table=ended, number=number).update(client_seed_hash=phrase)
    type(ended).objects.filter(pk=ended.pk).update(is_strict=strict)
    text = fetch_page(visit(None, language), ended)
    names = [str(seat.user) for seat in Seat.objects.filter(table=ended).order_by("number").select_related("user")]
    for name, phrase in zip(names, phrases, strict=True):
        assert sentence(GAVE if phrase else NONE, language) % {"name": name} in text
    for message in (NONE_GAVE, STRICT, OPEN, SOME_GAVE):
        assert (sentence(message, language) in text) == (message in follows), message


def test_bots_give_none_and_stand_ins_leave_a_part_where_it_is(alice, visit, language):
    table = finished("lombard", alice, seats=2)
    Seat.objects.filter(table=table, number=0).update(client_seed_hash="a" * 64, played_by="away", bot_level="beginner")
    text = fetch_page(visit(None, language), table)
    assert sentence(GAVE, language) % {"name": "Alice"} in text
    bot = sentence(BOT, language).split("%(name)s")[1]
    assert bot in text
    assert sentence(SOME_GAVE, language) not in text
    Seat.objects.filter(table=table, number=0).update(client_seed_hash="")
    text = fetch_page(visit(None, language), table)
    assert sentence(NONE, language) % {"name": "Alice"} in text
    assert sentence(NONE_GAVE, language) in text


def test_nothing_is_said_of_a_shuffle_that_never_was(alice, visit):
    table = opened("lombard", alice)
    leave_seat(public_id=table.public_id, user_id=alice.pk)
    assert b"Client seeds: who added one to the shuffle" not in visit(alice).get(address(table)).content


# --- in the reader's own browser ----------------------------------------------------------------------------------


def test_the_page_runs_the_program_only_where_python_is_installed(ended, visit, settings, tmp_path, language):
    settings.PYODIDE_ROOT = tmp_path
    answer = visit(None, language).get(address(ended)).content.decode()
    part = sentence("Check in this browser", language)
    command = f"python3 verify_record.py &lt; tefuda-{ended.public_id}.json"
    assert part not in squeezed(answer)
    assert command in answer
    assert "record-check" not in answer
    folder = tmp_path / pyodide.BASE_URL.strip("/")
    folder.mkdir(parents=True)
    for name in pyodide.FILES:
        (folder / name).write_bytes(b"x" * 2**20)
    answer = visit(None, language).get(address(ended)).content.decode()
    assert part in squeezed(answer)
    assert command in answer
    assert "5.0" in answer  # MB
    worker = re.search(r'data-record-check-worker-value="(/practice/assets/[0-9a-f]{16}/verify_worker.js)"', answer)[1]
    script = visit().get(worker)
    assert script["Content-Security-Policy"] == WORKER_POLICY
    assert "immutable" in script["Cache-Control"]
    assert visit().get(worker.replace("/assets/", "/assets/0")).status_code == 404


# --- a look costs nothing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [100, 2_000])
def test_a_look_is_a_few_queries_whatever_the_log(ended, alice, visit, length):
    """Session, permission, the result, the links, and the turns in the heading; not one event is read."""
    table = stretched(verify_table(ended), length)
    client = visit(alice)
    with queries(5):
        assert client.get(address(table)).status_code == 200
    before = snapshot(table)
    client.get(address(table))
    client.head(address(table))
    assert snapshot(table) == before


def test_the_page_is_blind_to_what_was_changed_until_it_is_checked_again(ended, alice, visit):
    table = verify_table(ended)
    forge(table, table.last_seq, digest="f" * 64)
    client = visit(alice)
    assert YES in fetch_page(client, table)
    Verification.objects.update(finished_at=timezone.now() - timedelta(minutes=15))
    client.post(address(table))
    html = fetch_page(client, table)
    assert squeezed("It is being checked again. The last result was:") in html
    assert YES in html
    run_verification(table.pk)
    assert NO in fetch_page(client, table)


# --- asking for another -------------------------------------------------------------------------------------------


def test_whoever_is_signed_in_may_ask(ended, alice, charlie, visit):
    for user in (alice, charlie):
        client = visit(user)
        assert b"<button" in client.get(address(ended)).content
        response = client.post(address(ended))
        assert (response.status_code, response["Location"]) == (302, address(ended))
        assert lease_verification() == (ended.pk if user == alice else None)


def test_a_stranger_is_asked_to_sign_in(ended, visit, jobs, language):
    client = visit(None, language)
    assert f'action="{address(ended)}"' not in client.get(address(ended)).content.decode()
    response = client.post(address(ended))
    assert response.status_code == 403
    request = sentence("Please sign in first, or sit down at a table as a guest.", language)
    assert request in squeezed(page(response).text)
    assert not Verification.objects.exists()
    assert jobs() == []


def test_nobody_asks_about_a_private_table_they_may_not_see(ended, charlie, visit):
    type(ended).objects.filter(pk=ended.pk).update(visibility="private", replay_visibility=1)
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
    assert address(ended) in client.get(f"/replays/{ended.public_id}/", follow=True).content.decode()
