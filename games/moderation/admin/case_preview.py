"""A preview of what person and reporter would read about a decision.

Uses the templates of their own pages, in their language and in the moderator's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from accounts.models import Sanction, User
from accounts.staff import sanctions_in_force
from games.moderation.models import Report
from games.moderation.reports.decisions import SANCTIONS, CaseDecision, parse_decision
from games.tables.errors import ServiceError
from games.tables.views.errors import get_error_sentence

READ_AFTER = timedelta(seconds=5)  # no one reads it at the moment of the decision, which would be shown as the future


@dataclass(frozen=True, slots=True)
class Reading:
    """One person's view of the decision, in their language and, if different, in the moderator's."""

    name: str
    texts: list[tuple[str, str, str]]  # language, its name, HTML


def build_preview(report: Report, by: User, posted: Mapping[str, str], in_force: Sequence[Sanction]) -> dict[str, Any]:
    """Build the `readings` and the `outlook` of the form's choice; none before a choice. 1 query at most.

    `in_force` are the current sanctions of the person.
    """
    if not posted.get("decision"):
        return {"readings": [], "preview_refusal": ""}
    try:
        decision = parse_decision(posted)
    except ServiceError as refusal:
        return {"readings": [], "preview_refusal": get_error_sentence(refusal)}
    new = decision.build_sanction(report.reported_user, get_language() or settings.LANGUAGE_CODE)
    outlook = sanctions_in_force.forecast(new, in_force, replaces=decision.replaces) if new else None
    return {"readings": _list_readings(report, decision), "preview_refusal": "", "outlook": outlook}


def _list_readings(report: Report, decision: CaseDecision) -> list[Reading]:
    person, reporter = report.reported_user, report.reporter
    sanctioned = decision.decision in SANCTIONS
    to_person = [_render_sanction(person, decision, language) for language in _languages(person) if sanctioned]
    to_reporter = [_render_answer(report, decision, language) for language in _languages(reporter)]
    readings = [Reading(str(person), to_person), Reading(str(reporter), to_reporter)]
    return [reading for reading in readings if reading.texts]


def _languages(reader: User) -> list[str]:
    """Return the reader's language, then the moderator's."""
    return list(dict.fromkeys((reader.message_language, get_language() or settings.LANGUAGE_CODE)))


def _render_sanction(person: User, decision: CaseDecision, language: str) -> tuple[str, str, str]:
    """Render the sanction as the person would see it. Prepared texts are translated; a moderator's own aren't."""
    with override(language):
        row = decision.build_sanction(person, language)
        assert row is not None
        row.started_at -= READ_AFTER
        html = render_to_string("moderation/case/_as_person.html", {"row": row, "person": person})
    return language, _name(language), html


def _render_answer(report: Report, decision: CaseDecision, language: str) -> tuple[str, str, str]:
    with override(language):
        answer = {"outcome": decision.outcome, "response": decision.get_answer(report, language)}
        html = render_to_string("moderation/_report_answer.html", {"report": answer})
    return language, _name(language), html


def _name(language: str) -> str:
    return dict(settings.LANGUAGES)[language]
