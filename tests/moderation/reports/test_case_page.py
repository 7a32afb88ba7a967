"""The moderator's desk: out of the queue into a case, decided there in one press, on to the next."""

import pytest
from django.contrib.auth.models import Permission
from django.utils import timezone

from accounts.models import AuditLogEntry, Sanction, User
from games.engine.serialization.canonical_json import parse_json
from games.moderation.inspection.replay_check import request_replay_check, run_replay_check
from games.moderation.models import ModerationAction, ModerationCase, Report
from games.moderation.reports.decisions import SANCTIONS, Decision
from games.moderation.reports.prepared_texts import DEALS_AGREE
from games.social.models import ChatMessage
from games.tables.boards import get_card_name
from tests.accounts.sanctioned import laid
from tests.html import page
from tests.matches import finished, fresh, played, running
from tests.moderation.reports.conftest import staff
from tests.moderation.reports.reports import at_table, filed, line_of
from tests.people import staff as in_role
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries
from tests.social.chats import say

pytestmark = pytest.mark.django_db

QUEUE = "/admin/moderation/report/queue/"
RIGHTS_AT_TABLES = ("view_event", "view_table", "moderate_table")


def case_of(person: User) -> str:
    return f"/admin/moderation/report/case/{person.public_id}/"


def decision(report: Report, choice: str, **fields: object) -> dict[str, object]:
    return {"do": "decide", "report": report.pk, "decision": choice, "ground": "abuse", **fields}


def language(person: User, code: str) -> User:
    person.language = code
    person.save(update_fields=["language"])
    return person


@pytest.fixture
def report(sdc, alice, bob):
    return at_table(sdc, bob, alice, text="look")


@pytest.fixture
def claimed(report, alice, mia, desk):
    """Mia's browser, at the case that she has claimed."""
    client = desk(mia)
    client.post(case_of(alice), {"do": "claim"})
    return client


# --- into the case, and on


def test_taking_a_case_claims_it_and_opens_it_at_that_report(report, alice, mia, desk):
    client = desk(mia)
    answer = client.post(f"{QUEUE}?category=abuse&order=age", {"do": "take", "report": report.pk})
    assert answer.url == f"{case_of(alice)}?report={report.pk}&category=abuse&order=age"
    assert ModerationCase.objects.get().claimed_by == mia
    response = client.get(answer.url)
    assert response.context["report"] == report
    assert f'href="{QUEUE}?category=abuse&amp;order=age"' in response.text  # back to where one was


def test_the_next_case_is_one_that_can_be_taken(alice, bob, charlie, person, mia, max_, desk):
    reporter = person("Reporter")
    first, second, third = (
        at_table(running("sdc", reported, reporter), reporter, reported, kind)
        for reported, kind in ((alice, "cheating"), (bob, "abuse"), (charlie, "name"))
    )
    desk(max_).post(case_of(alice), {"do": "claim"})
    running("sdc", mia, bob)  # her rival
    client = desk(mia)
    assert f"report={third.pk}" in client.post(QUEUE, {"do": "next"}).url
    desk(max_).post(case_of(alice), {"do": "release"})
    assert f"report={first.pk}" in client.post(QUEUE, {"do": "next"}).url
    assert f"report={third.pk}" in client.post(QUEUE, {"do": "next", "report": first.pk}).url  # left for now
    assert client.post(f"{QUEUE}?category=stalling", {"do": "next"}).url == f"{QUEUE}?category=stalling"
    assert not ModerationCase.objects.filter(person=second.reported_user).exists()


def test_what_the_queue_refuses(report, alice, bob, mia, max_, desk):
    desk(max_).post(case_of(alice), {"do": "claim"})
    client = desk(mia)
    refused = client.post(QUEUE, {"do": "take", "report": report.pk})
    assert refused.status_code == 409
    assert "Another moderator is looking into this person" in refused.text
    assert client.post(QUEUE, {"do": "take", "report": 0}).status_code == 409
    for odd in ({}, {"do": "explode"}, {"do": "take"}, {"do": "take", "report": "²"}):
        assert client.post(QUEUE, odd).status_code == 400
    looker = desk(staff("looker", "view_report"))
    for do in ("take", "next"):
        assert looker.post(QUEUE, {"do": do, "report": report.pk}).status_code == 403
    assert ModerationCase.objects.get().claimed_by == max_


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", "abc"), ("category=name", "c"), ("claim=free", "ac"), ("claim=mine", ""), ("q=bo", "b"), ("q=nobody", ""),
        ("q={table}", "a"), ("order=age", "cba"), ("category=x&claim=x&order=x&page=x", "abc"), ("q=%00", "abc"),
    ],
)  # fmt: skip
def test_the_queue_is_narrowed_and_its_address_says_how(query, found, alice, bob, charlie, person, mia, max_, desk):
    reporter = person("Reporter")
    reports = {}
    for letter, reported, kind in (("c", charlie, "name"), ("b", bob, "abuse"), ("a", alice, "cheating")):
        table = running("sdc", reported, reporter)
        reports[letter] = at_table(table, reporter, reported, kind)
    desk(max_).post(case_of(bob), {"do": "claim"})
    answer = desk(mia).get(f"{QUEUE}?{query.format(table=reports['a'].table.public_id)}")
    assert [row for row, _url in answer.context["reports"]] == [reports[letter] for letter in found]
    queue_filter = answer.context["wanted"]
    assert all(f"{queue_filter.query}" in url for _row, url in answer.context["reports"])


def test_harm_comes_first_but_nothing_waits_for_ever(alice, bob, mia, desk):
    table = running("sdc", alice, bob)
    old, new = at_table(table, bob, alice, "name"), at_table(table, alice, bob, "abuse")
    assert [row for row, _url in desk(mia).get(QUEUE).context["reports"]] == [new, old]
    Report.objects.filter(pk=old.pk).update(created_at=timezone.now() - timezone.timedelta(days=8))
    assert [row for row, _url in desk(mia).get(QUEUE).context["reports"]] == [old, new]


# --- contents


def test_the_board_then_and_now_as_a_spectator_sees_it(alice, bob, mia, desk, visit):
    mia.user_permissions.add(*Permission.objects.filter(codename__in=RIGHTS_AT_TABLES))
    table = running("lombard", alice, bob, seats=4)
    report = at_table(table, bob, alice, "cheating")
    case_page = desk(mia).get(case_of(alice))
    assert case_page.context["at_table"].then.n == report.last_event
    assert case_page.context["at_table"].then.seat is None
    frame = parse_json(fresh(table).position.frame)
    spectator = page(visit().get(f"/tables/{table.public_id}/")).text
    names = {get_card_name(card, "court") for private in frame["own"] for card in private["cards"]}
    hidden = {name for name in names if name not in spectator}
    assert len(hidden) > 2
    assert [name for name in hidden if name in page(case_page).text] == []
    assert bytes(table.seed.value).hex() not in case_page.text


def test_without_the_right_to_look_at_tables_there_is_no_board(report, alice, mia, desk):
    case_page = desk(mia).get(case_of(alice))
    assert case_page.context["at_table"] is None
    assert "/inspect/" not in case_page.text


def test_hidden_cards_take_a_right_a_reason_and_a_press_of_their_own(alice, bob, mia, desk):
    mia.user_permissions.add(*Permission.objects.filter(codename__in=RIGHTS_AT_TABLES))
    table = running("lombard", alice, bob, seats=4)
    at_table(table, bob, alice, "cheating")
    look = f'action="/admin/tables/table/inspect/{table.public_id}/?back='
    assert look not in desk(mia).get(case_of(alice)).text
    ada = in_role("Ada", "senior")
    client = desk(ada)
    assert look in client.get(case_of(alice)).text
    assert not AuditLogEntry.objects.filter(action="see-hidden").exists()
    address = f"/admin/tables/table/inspect/{table.public_id}/?back={case_of(alice)}"
    assert client.post(address, {"n": table.last_seq, "seat": 0, "reason": ""}).status_code == 422
    response = client.post(address, {"n": table.last_seq, "seat": 0, "reason": "They tell each other"})
    assert response.context["page"].seat == 0
    assert f'href="{case_of(alice)}"' in response.text
    assert AuditLogEntry.objects.get(action="see-hidden").reason == "They tell each other"


def test_who_played_with_whom_before(alice, bob, mia, desk):
    finished("sdc", alice, bob)
    table = running("sdc", alice, bob)
    at_table(table, bob, alice)
    shared = desk(mia).get(case_of(alice)).context["shared"]
    assert (shared.count, shared.latest[0], shared.reports_before) == (2, table, 0)


@pytest.mark.parametrize("count", [0, 3])
def test_a_case_with_its_table_costs_the_same(alice, bob, mia, desk, count):
    mia.user_permissions.add(*Permission.objects.filter(codename__in=RIGHTS_AT_TABLES))
    for _ in range(count):
        played("sdc", alice, bob)
    report = at_table(running("lombard", alice, bob, seats=4), bob, alice)
    client = desk(mia)
    client.post(case_of(alice), {"do": "claim"})
    client.get("/lobby/")  # what waits for staff is counted once a minute
    with queries(38):
        assert client.get(case_of(alice)).status_code == 200
    with queries(7):
        preview = client.post(case_of(alice), decision(report, "mute", do="preview"), headers={"hx-request": "true"})
    assert preview.status_code == 200


# --- how it reads


@pytest.mark.parametrize(("theirs", "mine"), [("ja", "en"), ("en", "ja"), ("", "en"), ("ja", "ja")])
def test_the_preview_is_what_they_will_read(settings, report, alice, bob, mia, desk, visit, theirs, mine):
    language(alice, theirs), language(bob, theirs)
    client = desk(mia, mine)
    client.post(case_of(alice), {"do": "claim"})
    form = decision(report, "mute", hours="24")
    preview = client.post(case_of(alice), form | {"do": "preview"}, headers={"hx-request": "true"})
    assert not Sanction.objects.exists()
    to_alice, to_bob = preview.context["readings"]
    read_in = theirs or settings.LANGUAGE_CODE
    assert [code for code, _name, _html in to_alice.texts] == list(dict.fromkeys((read_in, mine)))
    words = sentence("What you wrote hurts or disturbs others. Please stay friendly at the table.", read_in)
    assert words in squeezed(to_alice.texts[0][2])
    client.post(case_of(alice), form)
    assert Sanction.objects.get().reason == words
    assert words in squeezed(visit(alice, read_in).get("/account/status/").text)
    text = squeezed(visit(bob, read_in).get("/reports/").text)
    assert squeezed(to_bob.texts[0][2]) in text


def test_own_words_go_before_prepared_ones_and_stay_as_they_are(report, alice, claimed):
    form = decision(report, "warn", words=" Please  <b>stop</b> ")
    preview = claimed.post(case_of(alice), form | {"do": "preview"}, headers={"hx-request": "true"})
    assert "Please &lt;b&gt;stop&lt;/b&gt;" in preview.text
    claimed.post(case_of(alice), form)
    assert Sanction.objects.get().reason == "Please <b>stop</b>"


def test_without_scripts_the_preview_stands_on_the_page_with_all_that_was_said(report, alice, claimed):
    form = decision(report, "suspend", do="preview", hours="24", words="Once more", answer="Thank you")
    response = claimed.post(case_of(alice), form)
    assert response.status_code == 200
    assert "bots playing for you" in response.text
    for field in ('value="suspend" required checked', 'value="24" selected', ">Once more<", 'value="Thank you"'):
        assert field in squeezed(response.text), field
    assert not Sanction.objects.exists()


def test_a_preview_of_nothing_of_nonsense_and_of_somebody_elses_report(report, alice, bob, claimed):
    htmx = {"headers": {"hx-request": "true"}}
    address = case_of(alice)
    assert "Choose an outcome" in claimed.post(address, {"do": "preview", "report": report.pk}, **htmx).text
    assert "of the options" in claimed.post(address, decision(report, "warn", do="preview", ground="x"), **htmx).text
    assert claimed.post(case_of(bob), decision(report, "warn", do="preview"), **htmx).status_code == 404
    claimed.post(address, decision(report, "no-action"))
    assert claimed.post(address, decision(report, "warn", do="preview"), **htmx).status_code == 204


# --- decided


@pytest.mark.parametrize("choice", Decision.values)
def test_every_decision_does_what_it_says_in_one_press(report, alice, bob, mia, claimed, choice):
    name = alice.name
    response = claimed.post(f"{case_of(alice)}?category=abuse&report={report.pk}", decision(report, choice))
    assert response.url == f"{case_of(alice)}?category=abuse&decided={report.pk}"
    report.refresh_from_db()
    alice.refresh_from_db()
    kind = SANCTIONS.get(Decision(choice))
    assert report.outcome == ("upheld" if kind else choice)
    sanctions = [(row.kind, row.category, row.ends_at is None) for row in Sanction.objects.all()]
    assert sanctions == ([(kind, "abuse", choice in ("warn", "reset-name", "ban"))] if kind else [])
    assert alice.is_active is (choice not in ("suspend", "ban"))
    assert (alice.name != name) is (choice == "reset-name")
    decided_page = claimed.get(response.url)
    assert f"Report #{report.pk} is decided" in decided_page.text
    assert ('value="next" autofocus' in decided_page.text, "/sanction/decide/" in decided_page.text) == (
        True,
        kind is not None,
    )
    assert AuditLogEntry.objects.filter(action="report-decide", actor=mia).count() == 1


def test_a_message_is_redacted_with_the_decision(sdc, alice, bob, mia, desk):
    report = filed("line", line_of(say(sdc, alice, "very rude")), bob, alice)
    client = desk(mia)
    client.post(case_of(alice), {"do": "claim"})
    assert 'name="redact"' in client.get(case_of(alice)).text
    client.post(case_of(alice), decision(report, "mute", redact="yes"))
    assert ChatMessage.objects.get().is_hidden
    assert AuditLogEntry.objects.filter(action="redact").exists()


def test_who_says_the_cards_are_rigged_is_told_of_the_check_if_there_was_one(alice, bob, mia, desk):
    language(bob, "en")
    client, answers = desk(mia), []
    for checked in (False, True):
        table = finished("sdc", alice, bob)
        report = at_table(table, bob, alice, "house")
        if checked:
            request_replay_check(table)
            run_replay_check(table.pk)
        client.post(case_of(alice), {"do": "claim"})
        client.post(case_of(alice), decision(report, "rejected", ground="other"))
        report.refresh_from_db()
        answers.append(report.response)
    assert answers == ["", str(DEALS_AGREE)]


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"decision": ""}, 422), ({"decision": "explode"}, 422), ({"ground": "x"}, 422), ({"hours": "7"}, 422),
        ({"hours": "-1"}, 422), ({"words": "x" * 501}, 422), ({"answer": "x" * 301}, 422), ({"redact": "yes"}, 409),
        ({"report": "x"}, 400), ({"report": "0"}, 409),
    ],
)  # fmt: skip
def test_what_is_refused_changes_nothing(report, alice, claimed, more, status):
    refused = claimed.post(case_of(alice), decision(report, "suspend") | more)
    assert refused.status_code == status
    assert 'role="alert"' in refused.text
    report.refresh_from_db()
    alice.refresh_from_db()
    assert (report.outcome, alice.is_active, Sanction.objects.count()) == ("", True, 0)


def test_nor_do_an_open_appeal_a_lapsed_claim_and_a_colleagues_decision(report, alice, mia, max_, claimed, desk):
    row = laid("mute", alice, max_, hours=24)
    Sanction.objects.filter(pk=row.pk).update(appeal="No", appealed_at=timezone.now())
    refused = claimed.post(case_of(alice), decision(report, "mute"))
    assert (refused.status_code, "appealed against such a sanction" in refused.text) == (422, True)
    ModerationCase.objects.update(claimed_until=timezone.now())
    assert claimed.post(case_of(alice), decision(report, "warn")).status_code == 409
    desk(max_).post(case_of(alice), {"do": "claim"})
    desk(max_).post(case_of(alice), decision(report, "no-action"))
    assert claimed.post(case_of(alice), decision(report, "warn")).status_code == 409
    assert Sanction.objects.count() == 1


# --- who may


HALF = ("view_report", "handle_report", "view_sanction", "view_user")
CAN = {
    "sanction_user": {"warn", "mute", "reset-name", "no-reports"},
    "suspend_person": {"suspend", "ban"},
    "": set(),
}


@pytest.mark.parametrize("right", CAN)
@pytest.mark.parametrize("choice", [sanction.value for sanction in SANCTIONS])
def test_nobody_decides_with_a_right_they_lack(report, alice, desk, right, choice):
    client = desk(staff("half", *HALF, right))
    client.post(case_of(alice), {"do": "claim"})
    offered = f'name="decision" value="{choice}"' in client.get(case_of(alice)).text
    is_decided = client.post(case_of(alice), decision(report, choice)).status_code == 302
    assert (offered, is_decided, Sanction.objects.exists()) == ((choice in CAN[right]),) * 3


@pytest.mark.parametrize("role", ["moderator", "senior", "admin"])
def test_every_role_of_the_house_decides(report, alice, desk, role):
    client = desk(in_role("Mo", role))
    client.post(case_of(alice), {"do": "claim"})
    assert client.post(case_of(alice), decision(report, "warn")).status_code == 302


def test_strangers_rivals_and_the_one_it_is_about_do_nothing(report, alice, bob, mia, desk, visit):
    form = decision(report, "suspend")
    assert "login" in visit(bob).post(case_of(alice), form).url
    assert desk(staff("looker", "view_report")).post(case_of(alice), form).status_code == 403
    assert desk(mia).post(case_of(mia), form).status_code == 404
    running("sdc", mia, alice)
    assert desk(mia).post(case_of(alice), form).status_code == 403
    assert not Sanction.objects.exists()


# --- the table, and the ways back


@pytest.mark.parametrize("rights", [(), RIGHTS_AT_TABLES])
def test_the_table_is_frozen_and_cancelled_and_restored_from_there(report, sdc, alice, mia, desk, rights):
    mia.user_permissions.add(*Permission.objects.filter(codename__in=rights))
    client, form = desk(mia), {"do": "table", "report": report.pk, "reason": "A look at it"}
    for action, frozen, due in (("freeze", True, False), ("void", True, True), ("thaw", False, False)):
        offered = f'value="{action}"' in client.get(case_of(alice)).text
        answer = client.post(case_of(alice), form | {"action": action})
        table = fresh(sdc)
        assert (offered, answer.status_code) == ((True, 302) if rights else (False, 403))
        if rights:
            assert (table.frozen_at is not None, table.void_due_at is not None) == (frozen, due)
    assert ModerationAction.objects.count() == (3 if rights else 0)
    if rights:
        assert client.post(case_of(alice), form | {"action": "thaw"}).status_code == 400  # it is not offered now
        assert client.post(case_of(alice), form | {"action": "freeze", "reason": " "}).status_code == 400
        assert client.post(case_of(alice), form | {"action": "remove"}).status_code == 400


@pytest.mark.parametrize(
    ("back", "kept"),
    [
        ("/admin/moderation/report/queue/?page=2", True),
        ("https://evil.example/admin/", False),
        ("//evil.example/admin/", False),
        ("/history/?page=2", False),
        ("javascript:alert(1)", False),
    ],
)
def test_the_inspector_leads_back_to_the_case_and_nowhere_else(report, sdc, mia, desk, back, kept):
    mia.user_permissions.add(*Permission.objects.filter(codename__in=RIGHTS_AT_TABLES))
    client, address = desk(mia), f"/admin/tables/table/inspect/{sdc.public_id}/"
    response = client.get(address, {"back": back})
    assert (f'href="{back}"' in response.text) is kept
    assert client.post(f"{address}rebuild/", {"back": back}).url == (back if kept else f"{address}#rebuild")


# --- sanctions already in force


def seen_at(client, person: User) -> str:
    return client.get(case_of(person)).context["seen"]


def test_a_case_keeps_the_longer_sanction_unless_told_otherwise(report, alice, mia, max_, claimed):
    week = laid("mute", alice, max_, hours=7 * 24, reason="Shouting")
    response = claimed.get(case_of(alice))
    assert f"imposed by {max_}: “Shouting”" in squeezed(response.text)
    assert "Replace the mute that is in force" in squeezed(response.text)
    form = decision(report, "mute", seen=seen_at(claimed, alice))
    refused = claimed.post(case_of(alice), form)
    assert (refused.status_code, "is already under a longer sanction" in squeezed(refused.text)) == (422, True)
    assert list(Sanction.objects.filter(closed_at=None)) == [week]
    assert Report.objects.get(pk=report.pk).decided_at is None
    assert AuditLogEntry.objects.latest("pk").action == "keep-longer"
    assert claimed.post(case_of(alice), form | {"replaces": "yes"}).status_code == 302
    week.refresh_from_db()
    assert week.end_reason == "replaced"


def test_the_preview_says_what_will_be_in_force(report, alice, max_, claimed):
    laid("mute", alice, max_, hours=7 * 24)
    htmx = {"hx-request": "true"}
    ask = decision(report, "mute", do="preview")
    assert "Tick “Replace the mute that is in force” to replace it; otherwise this decision is refused" in squeezed(
        claimed.post(case_of(alice), ask, headers=htmx).text
    )
    assert "It replaces: Mute until" in squeezed(
        claimed.post(case_of(alice), ask | {"replaces": "yes"}, headers=htmx).text
    )
    ban = squeezed(claimed.post(case_of(alice), ask | {"decision": "ban"}, headers=htmx).text)
    assert "In force from then on: Ban." in ban
    assert "Also stays in force: Mute until" in ban


def test_a_sanction_imposed_while_a_moderator_was_deciding_is_said(report, alice, max_, claimed):
    form = decision(report, "mute", seen=seen_at(claimed, alice), hours=24 * 365)
    month = laid("mute", alice, max_, hours=30 * 24)
    refused = claimed.post(case_of(alice), form)
    assert (refused.status_code, "has changed since you opened this page" in squeezed(refused.text)) == (422, True)
    assert list(Sanction.objects.filter(closed_at=None)) == [month]
