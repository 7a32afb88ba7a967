"""Many at once, with real threads and commits: nothing here depends on who is first."""

from functools import partial

import pytest

from accounts.models import User
from games.moderation.models import ModerationCase, Report
from games.moderation.reports.queue import list_pending_reports
from games.moderation.reports.resolve import claim_case, decide_report
from tests.moderation.reports.conftest import MODERATOR, staff
from tests.moderation.reports.reports import at_table
from tests.tables.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_several_moderators_one_has_it(alice):
    desk = [staff(f"mod{n}", *MODERATOR) for n in range(4)]
    answers = at_once(*(partial(claim_case, person=alice, by=one) for one in desk))
    assert sorted(map(str, answers)) == ["(409, 'report-claimed')"] * 3 + ["None"]
    assert ModerationCase.objects.get().claimed_by in desk


def test_of_several_reports_of_the_same_one_leads(sdc, alice, person):
    people = [person(f"Reporter{n}") for n in range(4)]
    at_once(*(partial(at_table, sdc, one, alice) for one in (*people, *people)))
    assert Report.objects.count() == 4
    assert list_pending_reports().get().duplicates.count() == 3


def test_who_joins_while_it_is_decided_is_not_forgotten(sdc, alice, bob, person):
    mia, late = staff("mia", *MODERATOR), person("Late")
    report = at_table(sdc, bob, alice)
    claim_case(person=alice, by=mia)
    decide = partial(decide_report, report_pk=report.pk, by=mia, outcome="upheld", answer="")
    at_once(decide, partial(at_table, sdc, late, alice))
    joined = Report.objects.get(reporter=late)
    assert joined.decided_at is not None or joined in list_pending_reports()
    assert User.objects.get(pk=bob.pk).unread_message_page == "reports"
