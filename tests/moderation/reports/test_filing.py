"""Reporting: places, evidence, limits, and the order of the queue."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import KnownDevice, User
from accounts.services.users import create_guest
from games.moderation.models import Report, ReportEvidence
from games.moderation.reports.data_export import prune_evidence
from games.moderation.reports.queue import list_open_reports
from games.moderation.reports.submit import EVENTS_BEFORE
from games.moderation.reports.targets import get_report_target
from games.tables.errors import ForbiddenError, LimitExceededError, UnprocessableError
from tests.accounts.sanctioned import laid
from tests.html import page
from tests.matches import running, snapshot
from tests.moderation.reports.reports import at_table, filed, line_of
from tests.sentences import sentence, squeezed
from tests.social.chats import say

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["en", "ja"])
def language(request):
    return request.param


def test_a_table_with_its_events_and_its_chat(settings, sdc, alice, bob):
    settings.CHAT_RATE_PER_MINUTE = {"account": 99, "guest": 99}
    for n in range(12):
        say(sdc, (alice, bob)[n % 2], f"line {n}")
    before = snapshot(sdc)
    report = at_table(sdc, bob, alice, "cheating", " tells  her cards ")
    assert (report.reporter, report.reported_user, report.table, report.text) == (bob, alice, sdc, "tells her cards")
    assert (report.first_event, report.last_event) == (max(1, sdc.last_seq - EVENTS_BEFORE), sdc.last_seq)
    assert [row.text for row in report.evidence.order_by("pk")] == [f"line {n}" for n in range(2, 12)]
    assert snapshot(sdc) == before


def test_a_line_with_ten_around_as_they_were(settings, sdc, alice, bob):
    settings.CHAT_RATE_PER_MINUTE = {"account": 99, "guest": 99}
    lines = [say(sdc, alice if n == 13 else bob, f"line {n}") for n in range(1, 15)]
    report = filed("line", line_of(lines[12]), bob, alice)
    assert report.quoted_text == "line 13"
    assert list(report.evidence.order_by("pk").values_list("text", flat=True)) == [f"line {n}" for n in range(3, 14)]
    lines[12].delete()
    assert Report.objects.get().quoted_text == "line 13"


def test_a_person_by_the_name_they_had(alice, bob):
    report = filed("person", alice.public_id, bob, alice, "name")
    User.objects.filter(pk=alice.pk).update(name="Other")
    report.refresh_from_db()
    assert (report.name_at_report, report.quoted_text, report.table) == ("Alice", "Alice", None)


def test_only_what_one_can_see(sdc, alice, bob, charlie):
    line = say(sdc, alice, "to the players")
    private = running("sdc", alice, bob, visibility="private")
    refs = [("line", line_of(line)), ("table", private.public_id), ("table", "nowhere"), ("line", "x"), ("line", "..")]
    refs += [("line", f"{sdc.public_id}.players.99"), ("person", "nobody"), ("comment", "1")]
    for kind, ref in refs:
        assert get_report_target(kind, ref, charlie) is None
    assert [person.pk for person in get_report_target("table", sdc.public_id, charlie).people] == [alice.pk, bob.pk]
    assert get_report_target("table", sdc.public_id, charlie).context == []  # the players' talk is not theirs to read
    assert get_report_target("person", charlie.public_id, charlie) is None
    assert list(get_report_target("line", line_of(line), alice).people) == []


def test_the_same_again_is_the_first_one(sdc, alice, bob):
    first = at_table(sdc, bob, alice, text="one")
    assert at_table(sdc, bob, alice, text="two") == first
    assert (Report.objects.get().text, ReportEvidence.objects.count()) == ("one", 0)


def test_others_about_the_same_join_it(sdc, alice, bob, charlie, moderator):
    lead = at_table(sdc, bob, alice)
    other = at_table(sdc, charlie, alice)
    apart = at_table(sdc, moderator, bob)
    other.refresh_from_db()
    assert other.duplicate_of == lead
    assert [(row.pk, row.more) for row in list_open_reports(moderator)] == [(lead.pk, 1), (apart.pk, 0)]


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({"category": "none"}, UnprocessableError),
        ({"text": "x" * 501}, UnprocessableError),
        ({"about": "nobody"}, UnprocessableError),
    ],
)
def test_what_is_no_report(sdc, alice, bob, charlie, said, kind):
    from games.moderation.reports.submit import submit_report

    report_target = get_report_target("table", sdc.public_id, charlie)
    with pytest.raises(kind):
        submit_report(
            report_target, reporter=charlie, **{"about": alice.public_id, "category": "abuse", "text": "", **said}
        )
    assert not Report.objects.exists()


def test_so_many_a_day(settings, sdc, alice, bob):
    settings.MAX_REPORTS_PER_DAY = {"account": 2, "guest": 1}
    at_table(sdc, bob, alice)
    filed("person", alice.public_id, bob, alice)
    with pytest.raises(LimitExceededError):
        at_table(running("sdc", alice, bob), bob, alice)
    Report.objects.update(created_at=timezone.now() - timedelta(hours=25))
    at_table(running("sdc", alice, bob), bob, alice)


def test_guests_of_one_browser_have_one_allowance(settings, sdc, alice):
    settings.MAX_REPORTS_PER_DAY = {"account": 9, "guest": 1}
    guests = [create_guest(language="en") for _ in range(3)]
    until = timezone.now() + timedelta(days=9)
    for guest in guests[:2]:
        KnownDevice.objects.create(user=guest, token_hash="one", expires_at=until)
    at_table(sdc, guests[0], alice)
    with pytest.raises(LimitExceededError):
        at_table(sdc, guests[1], alice)
    at_table(sdc, guests[2], alice)


def test_who_is_barred_and_who_is_suspended(sdc, alice, bob, moderator):
    laid("no-reports", bob, moderator)
    with pytest.raises(ForbiddenError) as refusal:
        at_table(sdc, bob, alice)
    assert refusal.value.code == "report-barred"
    User.objects.filter(pk=alice.pk).update(is_active=False)
    with pytest.raises(ForbiddenError):
        at_table(sdc, alice, bob)
    assert not Report.objects.exists()


def create_decided_reports(reporter, about, outcome, count):
    for n in range(count):
        Report.objects.create(
            reporter=reporter, reported_user=about, target_type="person", target_id=f"{outcome}{n}",
            name_at_report="x", category="other", outcome=outcome, decided_at=timezone.now(),
        )  # fmt: skip


def test_the_queue_goes_by_weight_and_by_who_is_often_right(sdc, alice, bob, person, moderator):
    often, never, newcomer = person("Often"), person("Never"), person("Fresh")
    create_decided_reports(often, bob, "upheld", 8)
    create_decided_reports(never, bob, "rejected", 8)
    create_decided_reports(newcomer, bob, "no-action", 8)  # says nothing of who reported
    reports = {
        ("often", "name"): filed("person", alice.public_id, often, alice, "name"),
        ("never", "cheating"): at_table(sdc, never, alice, "cheating"),
        ("fresh", "abuse"): at_table(sdc, newcomer, alice, "abuse"),
        ("fresh", "other"): filed("person", alice.public_id, newcomer, alice, "other"),
    }
    order = [next(name for name, report in reports.items() if report == row) for row in list_open_reports(moderator)]
    assert order == [("often", "name"), ("fresh", "abuse"), ("fresh", "other"), ("never", "cheating")]


def test_nobody_finds_what_is_reported_of_them_or_at_a_table_they_play_at(sdc, alice, bob, charlie, mia):
    mias_table = running("sdc", mia, bob)
    at_table(sdc, bob, alice)
    at_table(mias_table, charlie, bob)
    filed("person", mia.public_id, bob, mia)
    assert [row.reported_user for row in list_open_reports(mia)] == [alice]


def test_what_was_said_is_kept_for_ninety_days(sdc, alice, bob):
    report = filed("line", line_of(say(sdc, alice, "rude")), bob, alice)
    Report.objects.update(created_at=timezone.now() - timedelta(days=91))
    assert prune_evidence() == 1
    report.refresh_from_db()
    assert (report.quoted_text, report.category) == ("", "abuse")


# --- the pages


def test_from_the_table_by_a_form(sdc, alice, bob, charlie, visit, language):
    client = visit(charlie, language)
    table = client.get(f"/tables/{sdc.public_id}/").text
    assert f"/reports/new/table/{sdc.public_id}/" in table
    address = f"/reports/new/table/{sdc.public_id}/"
    refused = client.post(address, {"category": "abuse", "text": "half a page"})
    assert refused.status_code == 422
    assert sentence("Please choose who it is about.", language) in squeezed(page(refused).text)
    assert "half a page" in refused.text
    sent = client.post(address, {"about": alice.public_id, "category": "stalling", "text": "slow"})
    assert sent.url == f"/tables/{sdc.public_id}/"
    report = Report.objects.get()
    assert (report.reported_user, report.category, report.text) == (alice, "stalling", "slow")


def test_from_a_line_and_from_a_person(sdc, alice, bob, visit, language):
    line = say(sdc, alice, "rude <b>")
    client = visit(bob, language)
    for address, back in (
        (f"/reports/new/line/{line_of(line)}/", f"/tables/{sdc.public_id}/chat/"),
        (f"/reports/new/person/{alice.public_id}/", f"/players/{alice.public_id}/relationship/"),
    ):
        response = client.get(address)
        assert response.status_code == 200
        assert "rude <b>" not in response.text
        assert client.post(address, {"category": "abuse"}).url == back
    assert Report.objects.filter(reported_user=alice, reporter=bob).count() == 2
    reports_text = squeezed(page(client.get("/reports/")).text)
    assert sentence("Insults, hate or spam", language) in reports_text


def test_who_may_not(sdc, alice, bob, visit, moderator, language):
    address = f"/reports/new/table/{sdc.public_id}/"
    for client, path, status in (
        (visit(None, language), address, 403),
        (visit(bob, language), "/reports/new/table/nowhere/", 404),
        (visit(bob, language), "/reports/new/comment/1/", 404),
        (visit(alice, language), f"/reports/new/line/{line_of(say(sdc, alice, 'mine'))}/", 403),
    ):
        assert client.get(path).status_code == status
        assert client.post(path, {"category": "abuse"}).status_code == status
    laid("no-reports", bob, moderator)
    refused = visit(bob, language).post(address, {"category": "abuse", "about": alice.public_id})
    assert refused.status_code == 403
    assert not Report.objects.exists()
