"""Claiming, merging, deciding: one moderator at a time, everything recorded, and the reporter is notified."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import AuditLogEntry, User
from games.moderation.models import ModerationCase, Report
from games.moderation.reports.queue import list_open_reports
from games.moderation.reports.resolve import add_case_note, claim_case, decide_report, merge_reports, release_case
from games.tables.errors import BadRequestError, ConflictError, ForbiddenError, UnprocessableError
from tests.accounts.sanctioned import laid
from tests.html import page
from tests.matches import running
from tests.moderation.reports.conftest import staff
from tests.moderation.reports.reports import at_table, filed, line_of
from tests.sentences import sentence, squeezed
from tests.site.test_query_counts import queries
from tests.social.chats import say

pytestmark = pytest.mark.django_db


@pytest.fixture
def report(sdc, alice, bob):
    return at_table(sdc, bob, alice, text="look")


def decide(report, by, outcome="upheld", answer=""):
    decide_report(report_pk=report.pk, by=by, outcome=outcome, answer=answer)


def actions():
    return list(AuditLogEntry.objects.order_by("pk").values_list("action", flat=True))


def test_one_at_a_time_until_the_lease_is_over(alice, mia, max_):
    claim_case(person=alice, by=mia)
    claim_case(person=alice, by=mia)  # again: renewed, and noted once
    with pytest.raises(ConflictError):
        claim_case(person=alice, by=max_)
    ModerationCase.objects.update(claimed_until=timezone.now())
    claim_case(person=alice, by=max_)
    with pytest.raises(ConflictError):
        claim_case(person=alice, by=mia)
    release_case(person=alice, by=mia)  # not hers any more
    release_case(person=alice, by=max_)
    claim_case(person=alice, by=mia)
    assert actions() == ["report-claim", "report-claim", "report-release", "report-claim"]


def test_no_decision_without_the_claim(report, alice, mia, max_):
    for lapsed in (None, mia):
        if lapsed:
            claim_case(person=alice, by=mia)
            ModerationCase.objects.update(claimed_until=timezone.now())
        with pytest.raises(ConflictError) as refusal:
            decide(report, mia)
        assert refusal.value.code == "report-not-claimed"
    claim_case(person=alice, by=max_)
    with pytest.raises(ConflictError):
        decide(report, mia)
    assert not Report.objects.exclude(decided_at=None).exists()


def test_decided_with_all_that_joined_it_and_everybody_is_told(sdc, report, alice, bob, charlie, mia):
    at_table(sdc, charlie, alice)
    claim_case(person=alice, by=mia)
    decide(report, mia, "upheld", " Thank you ")
    rows = Report.objects.values_list("outcome", "response", "decided_by")
    assert list(rows) == [("upheld", "Thank you", mia.pk)] * 2
    assert set(User.objects.filter(unread_message_page="reports")) == {bob, charlie}
    assert not list_open_reports(mia).exists()
    with pytest.raises(ConflictError):
        decide(report, mia)


def test_what_was_right_makes_ones_other_reports_weigh_more(report, alice, bob, mia):
    other = filed("person", alice.public_id, bob, alice, "name")
    claim_case(person=alice, by=mia)
    decide(report, mia, "upheld")
    before, after = other.priority, Report.objects.get(pk=other.pk).priority
    assert after > before


def test_two_reports_become_one_matter(sdc, report, alice, bob, charlie, mia):
    other = filed("person", alice.public_id, charlie, alice, "name")
    charlies_report = at_table(sdc, charlie, bob)
    claim_case(person=alice, by=mia)
    for pks in ((other.pk, charlies_report.pk), (other.pk, other.pk)):
        with pytest.raises(UnprocessableError):
            merge_reports(report_pk=pks[0], lead_pk=pks[1], by=mia)
    merge_reports(report_pk=other.pk, lead_pk=report.pk, by=mia)
    assert [row.more for row in list_open_reports(mia).filter(reported_user=alice)] == [1]
    decide(report, mia, "rejected")
    assert Report.objects.get(pk=other.pk).outcome == "rejected"


def test_who_may_not(sdc, report, alice, bob, charlie, mia, moderator):
    mias_report = filed("person", alice.public_id, mia, alice, "name")
    for by in (bob, staff("looker", "view_report")):
        with pytest.raises(ForbiddenError):
            claim_case(person=alice, by=by)
    with pytest.raises(ForbiddenError):
        claim_case(person=mia, by=mia)
    claim_case(person=alice, by=mia)
    with pytest.raises(ForbiddenError) as refusal:
        decide(mias_report, mia)
    assert refusal.value.code == "own-report"
    running("sdc", mia, alice)  # from now on they play together
    for act in (lambda: decide(report, mia), lambda: add_case_note(person=alice, by=mia, text="x")):
        with pytest.raises(ForbiddenError):
            act()
    assert not Report.objects.exclude(decided_at=None).exists()


@pytest.mark.parametrize(("outcome", "answer"), [("", ""), ("explode", ""), ("upheld", "x" * 301)])
def test_what_is_no_decision(report, alice, mia, outcome, answer):
    claim_case(person=alice, by=mia)
    with pytest.raises(UnprocessableError):
        decide(report, mia, outcome, answer)
    assert Report.objects.get().decided_at is None


def test_notes_are_for_the_next_one(alice, mia):
    add_case_note(person=alice, by=mia, text=" Knows Bob\n\nwell ")
    with pytest.raises(BadRequestError):
        add_case_note(person=alice, by=mia, text="  ")
    assert list(alice.case_notes.values_list("text", flat=True)) == ["Knows Bob\n\nwell"]


class TestThePages:
    @pytest.fixture(params=["en", "ja"])
    def language(self, request):
        return request.param

    def test_through_the_queue_to_a_decision(self, report, alice, bob, mia, desk, visit, language):
        client, address = desk(mia, language), f"/admin/moderation/report/case/{alice.public_id}/"
        queue = client.get("/admin/moderation/report/queue/")
        assert address in queue.text
        assert "look" in client.get(address).text
        assert AuditLogEntry.objects.get().action == "inquiry"
        assert 'value="decide"' not in client.get(address).text
        for form in ({"do": "claim"}, {"do": "note", "text": "first time"}):
            assert client.post(address, form).url == address
        text = client.get(address).text
        assert 'value="decide"' in text
        assert "first time" in text
        form = {"do": "decide", "report": report.pk, "decision": "explode", "ground": "other"}
        assert client.post(address, form).status_code == 422
        response = client.post(address, form | {"decision": "upheld", "answer": "We saw to it"})
        assert response.url == f"{address}?decided={report.pk}"
        assert "look" in client.get(address).text  # among decided reports
        bobs_browser = visit(bob, language)
        word = sentence("The moderators have answered a report of yours", language)
        assert word in squeezed(page(bobs_browser.get("/lobby/")).text)
        assert "We saw to it" in squeezed(page(bobs_browser.get("/reports/")).text)
        assert word not in squeezed(page(bobs_browser.get("/lobby/")).text)

    def test_the_buttons_lead_to_the_acts_and_back(self, report, alice, mia, desk):
        client, address = desk(mia), f"/admin/moderation/report/case/{alice.public_id}/"
        text = client.get(address).text
        act = f"/admin/accounts/user/act/suspend/?person={alice.pk}&next={address.replace('/', '%2F')}"
        assert act.replace("&", "&amp;") in text
        assert "act/anonymise" not in text
        sent = client.post(act, {"category": "cheating", "hours": "24", "reason": "Told cards"})
        assert sent.url == address
        assert not User.objects.get(pk=alice.pk).is_active
        assert client.post(act.replace("%2Fadmin", "%2F%2Fevil"), {}).status_code in (403, 422)

    def test_a_word_for_whoever_looks_at_a_rival(self, report, alice, bob, mia, desk):
        running("sdc", mia, alice)
        client, address = desk(mia), f"/admin/moderation/report/case/{alice.public_id}/"
        assert "act/suspend" not in client.get(address).text
        assert client.post(address, {"do": "claim"}).status_code == 403

    def test_for_moderators_only(self, report, alice, bob, mia, desk, visit):
        address = f"/admin/moderation/report/case/{alice.public_id}/"
        for path in (address, "/admin/moderation/report/queue/", "/admin/moderation/report/"):
            assert visit(bob).get(path).status_code == 302
            assert desk(staff(f"s{len(path)}", "view_table")).get(path).status_code == 403
            assert desk(mia).get(path).status_code == 200
        assert desk(mia).get(f"/admin/moderation/report/case/{mia.public_id}/").status_code == 404
        assert desk(mia).post(address, {"do": "explode"}).status_code == 400
        assert desk(mia).post(address, {"do": "decide", "report": "²"}).status_code == 400

    def test_the_chat_without_what_is_redacted(self, sdc, alice, bob, mia, desk):
        line = say(sdc, alice, "very rude")
        filed("line", line_of(line), bob, alice)
        address = f"/admin/moderation/report/case/{alice.public_id}/"
        assert "very rude" in desk(mia).get(address).text
        line.is_hidden = True
        line.save()
        assert "very rude" not in desk(mia).get(address).text

    @pytest.mark.parametrize("count", [1, 7])
    def test_queries_do_not_grow(self, settings, alice, bob, person, mia, max_, desk, count):
        settings.MAX_REPORTS_PER_DAY = settings.CHAT_RATE_PER_MINUTE = {"account": 99, "guest": 99}
        for n in range(count):
            table, reporter = running("sdc", alice, bob), person(f"Reporter{n}")
            line = say(table, bob, "rude")
            at_table(table, reporter, alice)
            at_table(table, bob, alice)
            filed("line", line_of(line), alice, bob)
            laid("mute", alice, max_)
            add_case_note(person=alice, by=max_, text="x")
        client = desk(mia)
        client.get("/lobby/")  # what waits for staff is counted once a minute
        with queries(6):
            assert client.get("/admin/moderation/report/queue/").status_code == 200
        with queries(31):
            assert client.get(f"/admin/moderation/report/case/{alice.public_id}/").status_code == 200
        reader = desk(bob)
        with queries(2):
            assert reader.get("/reports/").status_code == 200

    def test_a_page_at_a_time(self, alice, person, mia, desk):
        reporter = person("Reporter")
        Report.objects.bulk_create(
            Report(
                reporter=reporter,
                reported_user=alice,
                target_type="person",
                target_id=f"{n}",
                name_at_report="x",
                category="other",
                priority=n,
            )
            for n in range(60)
        )
        first = desk(mia).get("/admin/moderation/report/queue/")
        assert "?page=2" in first.text
        second = desk(mia).get("/admin/moderation/report/queue/?page=2")
        assert len(second.context["reports"]) == 10
        for odd in ("0", "-1", "x", "²", "9" * 40):
            assert desk(mia).get(f"/admin/moderation/report/queue/?page={odd}").status_code == 200


def test_who_shares_a_browser_is_told_on_the_page(alice, bob, mia, desk, visit):
    from accounts.models import KnownDevice

    until = timezone.now() + timedelta(days=9)
    for user in (alice, bob):
        KnownDevice.objects.create(user=user, token_hash="one", expires_at=until)
    text = desk(mia).get(f"/admin/moderation/report/case/{alice.public_id}/").text
    assert f"/admin/moderation/report/case/{bob.public_id}/" in text
    KnownDevice.objects.update(expires_at=timezone.now())
    text = desk(mia).get(f"/admin/moderation/report/case/{alice.public_id}/").text
    assert f"/admin/moderation/report/case/{bob.public_id}/" not in text
