"""Concurrent moderators, with real threads and commits: the order doesn't matter."""

from functools import partial
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from accounts.models import Sanction, User
from accounts.staff.sanctions import impose_sanction
from games.moderation.models import ModerationCase, Report
from games.moderation.reports.decisions import CaseDecision, Decision, decide_case
from games.moderation.reports.queue import list_pending_reports
from games.moderation.reports.resolve import claim_case, decide_report
from tests.moderation.reports.conftest import MODERATOR, staff
from tests.moderation.reports.reports import at_table
from tests.tables.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_several_moderators_one_has_it(alice):
    desk = [staff(f"mod{n}", *MODERATOR) for n in range(4)]
    answers = at_once(*(partial(claim_case, person=alice, by=moderator) for moderator in desk))
    assert sorted(map(str, answers)) == ["(409, 'report-claimed')"] * 3 + ["None"]
    assert ModerationCase.objects.get().claimed_by in desk


def test_of_several_reports_of_the_same_one_leads(sdc, alice, person):
    people = [person(f"Reporter{n}") for n in range(4)]
    at_once(*(partial(at_table, sdc, reporter, alice) for reporter in (*people, *people)))
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


def test_two_cases_about_each_other_do_not_wait_for_each_other(sdc, alice, bob):
    """Each locks the person and the reporter, who are the other's reporter and person."""
    mia, max_ = staff("mia", *MODERATOR), staff("max", *MODERATOR)
    first, second = at_table(sdc, bob, alice), at_table(sdc, alice, bob)
    claim_case(person=alice, by=mia)
    claim_case(person=bob, by=max_)
    warn = CaseDecision(Decision.WARN, "abuse")
    answers = at_once(
        partial(decide_case, report_pk=first.pk, by=mia, decision=warn),
        partial(decide_case, report_pk=second.pk, by=max_, decision=warn),
    )
    assert answers == [None, None]
    assert Sanction.objects.count() == 2


def test_of_two_who_decide_the_same_one_does(sdc, alice, bob):
    mia = staff("mia", *MODERATOR)
    report = at_table(sdc, bob, alice)
    claim_case(person=alice, by=mia)
    decide = partial(decide_case, report_pk=report.pk, by=mia, decision=CaseDecision(Decision.WARN, "abuse"))
    assert sorted(map(str, at_once(decide, decide))) == ["(409, 'report-over')", "None"]
    assert Sanction.objects.count() == 1


def test_of_two_who_saw_nothing_in_force_one_is_refused(alice, moderator):
    """A mute without end and one of three days, both decided on pages that showed nothing in force."""

    def impose(**fields: Any) -> str:
        try:
            impose_sanction(person=alice, by=moderator, kind="mute", category="abuse", reason="x", seen="", **fields)
        except ValidationError as refusal:
            return str(refusal.code)
        return "imposed"

    assert sorted(at_once(impose, partial(impose, hours=72, replaces=True))) == ["changed", "imposed"]
    assert Sanction.objects.get().closed_at is None
