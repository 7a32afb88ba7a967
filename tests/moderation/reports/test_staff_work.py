"""Staff see how much work is waiting: in the menu, behind the bell and, if they want, by mail or webhook."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Approval, Sanction, User
from accounts.staff.sanctions import reject_appeal, submit_appeal
from games.moderation.models import Report
from games.moderation.reports.resolve import claim_case, decide_report
from games.moderation.services.approvals import order_action
from games.moderation.staff_work import count_waiting, find_waiting, notify_staff
from games.notifications.inbox import count_unread, list_entries
from games.notifications.models import Delivery, Notification, NotificationSettings
from games.notifications.outbox.dispatcher import deliver_notifications
from games.notifications.tasks import cleanup_notifications
from games.tables.errors import ForbiddenError
from tests.accounts.sanctioned import laid
from tests.html import page
from tests.matches import running
from tests.moderation.reports.conftest import MODERATOR, staff
from tests.moderation.reports.reports import at_table
from tests.moderation.test_acting_alone import befriend, make_staff
from tests.notifications.readers import hooked, later
from tests.people import commit, confirmed, work
from tests.sentences import sentence, squeezed

pytestmark = pytest.mark.django_db
Kind = Notification.Kind
QUEUE = "/admin/moderation/report/queue/"


@pytest.fixture(autouse=True)
def _site(settings):
    settings.SITE_URL = "https://cards.example.org"


@pytest.fixture
def settle(jobs):
    """Does what the transaction and then the workers would do."""

    def run() -> None:
        commit()
        work(jobs)
        commit()

    return run


def headlines(person: User) -> list[str]:
    return [entry.headline for entry in list_entries(person)]


def file_reports(alice: User, bob: User, count: int) -> list:
    """Report that many matters, each at a separate table."""
    return [at_table(running("sdc", alice, bob), bob, alice, text=f"secret{n}") for n in range(count)]


def menu_of(client) -> str:
    """The words of the account menu."""
    match = re.search(r"<summary>.*?</details>", client.get("/").text, re.DOTALL)
    assert match
    return squeezed(re.sub(r"<[^>]+>", " ", match.group()))


def count_queries(client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return [query["sql"] for query in captured]


# --- the menu


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_menu_and_the_administration_count_what_waits(alice, bob, mia, visit, settle, language):
    file_reports(alice, bob, 3)
    settle()
    client, word = visit(mia, language), sentence("Reports", language)
    assert menu_of(client).startswith(f"Mia 3 {sentence('waiting for staff', language)} ")
    assert f"{word} 3 " in menu_of(client)
    assert f'<a href="{QUEUE}">{word} (3)</a>' in client.get("/admin/").text


def test_nothing_waits_so_nothing_is_counted(mia, visit):
    client = visit(mia)
    assert menu_of(client).startswith("Mia ")
    assert QUEUE not in client.get("/").text


def test_players_are_not_counted_for_and_pay_no_query(alice, bob, mia, visit, settle):
    client = visit(bob)
    client.get("/lobby/")
    before = count_queries(client, "/lobby/")
    file_reports(alice, bob, 1)
    settle()
    after = count_queries(client, "/lobby/")
    assert not [sql for sql in after if "moderation_" in sql or "accounts_approval" in sql]
    assert QUEUE not in client.get("/").text
    assert not [sql for sql in before if "moderation_" in sql]


@pytest.mark.parametrize("count", [1, 9])
def test_the_count_is_cached_for_staff(alice, bob, mia, visit, settle, count, settings):
    settings.MAX_REPORTS_PER_DAY = {"account": 99, "guest": 99}
    file_reports(alice, bob, count)
    settle()
    with CaptureQueriesContext(connection) as counted:
        assert count_waiting(mia)[Kind.REPORTS] == count
    assert len(counted) <= 16
    with CaptureQueriesContext(connection) as cached:
        assert count_waiting(mia)[Kind.REPORTS] == count
    assert len(cached) == 0
    decided = find_waiting(mia)[Kind.REPORTS]
    claim_case(person=alice, by=mia)
    decide_report(report_pk=reports_of(alice)[0], by=mia, outcome="rejected", answer="")
    commit()
    assert count_waiting(mia)[Kind.REPORTS] == len(decided) - 1  # immediately, not after a minute


def reports_of(person: User) -> list[int]:
    return list(person.reports_about.values_list("pk", flat=True))


# --- behind the bell


def test_a_flood_of_reports_is_one_entry(alice, bob, mia, settle, settings):
    settings.MAX_REPORTS_PER_DAY = {"account": 99, "guest": 99}
    for _ in range(5):
        file_reports(alice, bob, 2)
        settle()
    assert headlines(mia) == ["10 reports are waiting"]
    assert count_unread(mia.pk) == 1
    assert Notification.objects.filter(kind=Kind.REPORTS).count() == 1
    assert "secret" not in squeezed(str(list_entries(mia)))


def test_the_entry_leads_to_the_queue_and_comes_back_with_the_next_report(alice, bob, mia, visit, settle):
    file_reports(alice, bob, 1)
    settle()
    client, row = visit(mia), Notification.objects.get(recipient=mia)
    assert client.post(f"/notifications/{row.pk}/").url == QUEUE
    assert count_unread(mia.pk) == 0
    notify_staff()  # nothing new waits
    assert count_unread(mia.pk) == 0
    file_reports(alice, bob, 1)
    settle()
    assert (count_unread(mia.pk), headlines(mia)) == (1, ["2 reports are waiting"])


def test_what_is_decided_is_off_the_list(alice, bob, mia, max_, settle):
    (report,) = file_reports(alice, bob, 1)
    settle()
    assert headlines(max_) == ["1 report is waiting"]
    claim_case(person=alice, by=mia)
    decide_report(report_pk=report.pk, by=mia, outcome="rejected", answer="")
    settle()
    for person in (mia, max_):
        assert (headlines(person), count_unread(person.pk)) == ([], 0)


@pytest.mark.parametrize("how", ["about them", "their table", "they reported it", "no right", "no staff", "suspended"])
def test_a_report_is_not_told_to_whoever_may_not_decide_it(alice, bob, charlie, mia, settle, how):
    about, reporter, table = alice, bob, running("sdc", alice, bob)
    if how == "about them":
        about, table = mia, running("sdc", mia, bob)
    elif how == "their table":
        table = running("lombard", alice, bob, mia)
    elif how == "they reported it":
        reporter, table = mia, running("sdc", alice, bob)
    elif how == "no right":
        mia.user_permissions.clear()
    else:
        User.objects.filter(pk=mia.pk).update(**{"is_staff" if how == "no staff" else "is_active": False})
    at_table(table, reporter, about)
    settle()
    mia = User.objects.get(pk=mia.pk)
    assert count_waiting(mia)[Kind.REPORTS] == 0
    assert not Notification.objects.filter(recipient=mia, kind__in=Notification.STAFF).exists()


def test_an_appeal_is_told_to_whoever_may_decide_it(alice, mia, max_, settle):
    row = laid("mute", alice, max_, hours=24)
    submit_appeal(person=alice, public_id=row.public_id, words="It was my brother")
    settle()
    assert (headlines(mia), headlines(max_)) == (["1 appeal is waiting"], [])  # max_ imposed it
    reject_appeal(sanction=Sanction.objects.get(), by=mia, reason="No")
    settle()
    assert headlines(mia) == []


def test_a_second_opinion_is_told_to_whoever_may_give_it(alice, bob, charlie, settle):
    sen, ada, eve = (make_staff(name) for name in ("Sen", "Ada", "Eve"))
    befriend(alice, sen)
    befriend(bob, eve)
    match = running("lombard", alice, bob)
    with pytest.raises(ForbiddenError, match="tied-weakly"):
        order_action(public_id=match.public_id, moderator_id=sen.pk, action="freeze", reason="x")
    settle()
    assert headlines(ada) == ["1 request for a second opinion is waiting"]
    assert not any(
        Notification.objects.filter(recipient=staff_member, kind=Kind.OPINIONS).exists() for staff_member in (sen, eve)
    )
    Approval.objects.update(requested_at=timezone.now() - timedelta(days=8))  # it lapsed
    notify_staff()
    assert headlines(ada) == []


def test_what_a_lost_job_should_have_told_is_found_by_the_sweep(alice, bob, mia, jobs):
    file_reports(alice, bob, 1)
    commit()
    assert ("moderation.notify_staff", ()) in jobs()  # and lost
    assert headlines(mia) == []
    notify_staff()
    assert headlines(mia) == ["1 report is waiting"]


def test_what_has_waited_for_long_is_not_told_again_and_again(alice, bob, mia, settle):
    (report,) = file_reports(alice, bob, 1)
    long_ago = timezone.now() - timedelta(days=40)
    Report.objects.filter(pk=report.pk).update(created_at=long_ago)
    settle()
    mia.notifications.update(read_at=timezone.now())
    cleanup_notifications()
    notify_staff()
    assert (headlines(mia), count_unread(mia.pk)) == (["1 report is waiting"], 0)


def test_an_idle_site_pays_little_for_the_sweep(mia, max_):
    with CaptureQueriesContext(connection) as captured:
        notify_staff()
    assert len(captured) <= 4


# --- by other channels


def topic_boxes(client):
    """The form of the notification settings that chooses topics, and its ticked boxes."""
    forms = page(client.get("/settings/notifications/")).forms
    form = next(form for form in forms if any(field.name == "topic" for field in form.fields))
    return form, [value for field in form.fields if field.name == "topic" for value in field.values]


def choose(client, *ticked: str) -> None:
    """Submit the page's form with these boxes ticked in addition to the ticked ones."""
    form, boxes = topic_boxes(client)
    assert set(ticked) <= {option for field in form.fields if field.name == "topic" for option in field.options}
    assert form.send(client, topic=[*boxes, *ticked]).status_code == 302


@pytest.fixture
def mailed(mia):
    """Mia, with an address that may get mail."""
    User.objects.filter(pk=mia.pk).update(email="mia@example.org", email_turn_notifications=True)
    return confirmed(User.objects.get(pk=mia.pk))


def test_the_settings_offer_it_to_staff_alone_and_are_read_back(alice, mia, visit):
    client = visit(mia)
    assert "staff:mail" in client.get("/settings/notifications/").text
    choose(client, "staff:mail")
    assert NotificationSettings.objects.get(user=mia).topics == {"staff": ["list", "mail"]}
    assert {box for box in topic_boxes(client)[1] if box.startswith("staff")} == {"staff:list", "staff:mail"}
    players = visit(alice)
    assert "staff:mail" not in players.get("/settings/notifications/").text
    choose(players)
    players.post("/settings/notifications/", {"part": "topics", "topic": ["staff:mail"]})
    assert "staff" not in NotificationSettings.objects.get(user=alice).topics


def test_no_mail_unless_it_is_switched_on(alice, bob, mailed, settle, mailoutbox):
    file_reports(alice, bob, 1)
    settle()
    deliver_notifications(100)
    assert not mailoutbox
    assert headlines(mailed) == ["1 report is waiting"]


def test_a_flood_sends_one_mail_an_hour_with_the_count_and_the_link(
    alice, bob, mailed, visit, settle, mailoutbox, settings
):
    settings.MAX_REPORTS_PER_DAY = {"account": 99, "guest": 99}
    choose(visit(mailed), "staff:mail")
    for _ in range(4):
        file_reports(alice, bob, 2)
        row = laid("mute", alice, User.objects.create_superuser(f"boss{len(mailoutbox)}{_}"), hours=1, reason="hush")
        submit_appeal(person=alice, public_id=row.public_id, words="unfair")
        settle()
        deliver_notifications(100)
        reject_appeal(sanction=row, by=User.objects.create_superuser(f"judge{_}"), reason="No")
    assert len(mailoutbox) == 1
    letter = mailoutbox[0]
    assert "2 reports are waiting" in letter.body
    assert f"https://cards.example.org{QUEUE}" in letter.body
    assert not re.search(r"Alice|Bob|secret|hush|unfair", f"{letter.subject} {letter.body} {letter.alternatives}")
    later(hours=1, seconds=1)
    deliver_notifications(100)
    assert len(mailoutbox) == 2
    assert "8 reports are waiting" in mailoutbox[1].body
    later(hours=1, seconds=1)
    deliver_notifications(100)
    assert len(mailoutbox) == 2  # nothing new


def test_a_report_that_is_decided_before_the_mail_goes_out_is_not_mailed(alice, bob, mailed, visit, settle, mailoutbox):
    choose(visit(mailed), "staff:mail")
    (report,) = file_reports(alice, bob, 1)
    commit()
    notify_staff()
    claim_case(person=alice, by=mailed)
    decide_report(report_pk=report.pk, by=mailed, outcome="rejected", answer="")
    deliver_notifications(100)
    assert not mailoutbox
    assert Delivery.objects.get(recipient=mailed).problem == "answered"


def test_a_webhook_if_it_is_switched_on(alice, bob, mia, visit, settle):
    hooked(mia, "https://hooks.example.org/x")
    choose(visit(mia), "staff:webhook")
    file_reports(alice, bob, 1)
    settle()
    assert Delivery.objects.get(recipient=mia).channel == "webhook"


def test_two_workers_tell_the_same_once(alice, bob, mia, visit, settle):
    hooked(mia, "https://hooks.example.org/x")
    choose(visit(mia), "staff:webhook")
    file_reports(alice, bob, 1)
    commit()
    notify_staff()
    notify_staff()
    assert mia.notifications.count() == mia.deliveries.count() == 1


def test_a_moderator_without_rights_on_appeals_is_told_of_reports_alone(alice, bob, settle):
    looker = staff("looker", *(right for right in MODERATOR if right != "view_sanction"))
    row = laid("mute", alice, User.objects.create_superuser("boss"), hours=24)
    submit_appeal(person=alice, public_id=row.public_id, words="x")
    file_reports(alice, bob, 1)
    settle()
    assert headlines(looker) == ["1 report is waiting"]
