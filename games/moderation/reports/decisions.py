"""A moderator's decision on a report: sanction, outcome and texts, in one transaction."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import REASON_LENGTH, Sanction, User
from accounts.staff import permissions, sanctions
from config.db.locking import write_transaction
from games.moderation.inspection.replay_check import get_replay_check, get_report
from games.moderation.models import Report
from games.moderation.reports import prepared_texts, resolve
from games.moderation.reports.redaction import set_redaction
from games.tables.errors import ConflictError, ForbiddenError, UnprocessableError
from games.tables.models import Table

Kind = Sanction.Kind


class Decision(models.TextChoices):
    """The possible decisions. The first ones are sanctions, named like staff actions."""

    WARN = "warn", _("Warn")
    MUTE = "mute", _("Mute temporarily")
    RESET_NAME = "reset-name", _("Reset the name")
    SUSPEND = "suspend", _("Suspend")
    BAN = "ban", pgettext_lazy("an act", "Ban")
    NO_REPORTS = "no-reports", _("Block from reporting")
    UPHELD = "upheld", _("Upheld, resolved in another way")
    NO_ACTION = "no-action", _("No action needed for now")
    REJECTED = "rejected", _("Not against the rules")
    FALSE = "false", _("Reported in bad faith")


SANCTIONS = {
    Decision.WARN: Kind.WARN, Decision.MUTE: Kind.MUTE, Decision.RESET_NAME: Kind.NAME, Decision.SUSPEND: Kind.SUSPEND,
    Decision.BAN: Kind.SUSPEND, Decision.NO_REPORTS: Kind.NO_REPORTS,
}  # fmt: skip
USUAL_HOURS = {Decision.MUTE: 24, Decision.SUSPEND: 24 * 3, Decision.NO_REPORTS: 24 * 30}
TIMED = tuple(USUAL_HOURS)


@dataclass(frozen=True, slots=True)
class CaseDecision:
    """A moderator's choice.

    `hours` 0: the usual duration. Empty `words` or `answer`: the prepared text. `replaces` and `seen_sanctions`
    are passed to `accounts.staff.sanctions.impose_sanction`.
    """

    decision: Decision
    ground: str
    hours: int = 0
    words: str = ""
    answer: str = ""
    redact: bool = False
    replaces: bool = False
    seen_sanctions: str | None = None

    @property
    def outcome(self) -> str:
        """Return the report's outcome. A sanction upholds it."""
        return Report.Outcome.UPHELD if self.decision in SANCTIONS else self.decision.value

    @property
    def span(self) -> int:
        """Return the duration in hours; 0: without end."""
        if self.decision not in TIMED:
            return sanctions.NO_END
        return self.hours or USUAL_HOURS[self.decision]

    def get_words(self, language: str) -> str:
        """Return the text for the person. When stored, it is in their language."""
        return self.words or prepared_texts.get_words(self.ground, language)

    def get_answer(self, report: Report, language: str) -> str:
        """Return the text for the reporter. When stored, it is in their language."""
        agrees = report.table is not None and not self.answer and deals_agree(report.table)
        return self.answer or prepared_texts.get_answer(report, self.outcome, language, deals_agree=agrees)

    def build_sanction(self, person: User, language: str) -> Sanction | None:
        """Return the unsaved sanction, or None without one."""
        kind = SANCTIONS.get(self.decision)
        if kind is None:
            return None
        now = timezone.now()
        ends_at = now + timedelta(hours=self.span) if self.span else None
        return Sanction(
            person=person, kind=kind, category=self.ground, reason=self.get_words(language), started_at=now,
            ends_at=ends_at,
        )  # fmt: skip


def parse_decision(posted: Any) -> CaseDecision:
    """Parse a form. Raises UnprocessableError."""
    decision, ground, hours = posted.get("decision", ""), posted.get("ground", ""), posted.get("hours", "") or "0"
    words = " ".join(posted.get("words", "").split())
    if decision not in Decision.values:
        raise UnprocessableError("decision-missing")
    if ground not in Sanction.Category.values or hours not in {"0", *map(str, sanctions.HOURS)}:
        raise UnprocessableError("decision-bad", {"max": REASON_LENGTH})
    if len(words) > REASON_LENGTH:
        raise UnprocessableError("decision-bad", {"max": REASON_LENGTH})
    return CaseDecision(
        Decision(decision), ground, int(hours), words, posted.get("answer", ""), posted.get("redact") == "yes",
        replaces=posted.get("replaces") == "yes", seen_sanctions=posted.get("seen", ""),
    )  # fmt: skip


def decide_case(*, report_pk: int, by: User, decision: CaseDecision) -> None:
    """Carry out the decision. Raises a ServiceError if nothing was changed."""
    try:
        with write_transaction():
            report = _lock_people(report_pk)
            person = report.reported_user
            if decision.redact:
                set_redaction(kind=report.target_type, ref=report.target_id, by=by, hidden=True, reason=f"#{report.pk}")
            if kind := SANCTIONS.get(decision.decision):
                sanctions.impose_sanction(
                    person=person, by=by, kind=kind, category=decision.ground, hours=decision.span,
                    reason=decision.get_words(person.message_language), replaces=decision.replaces,
                    seen=decision.seen_sanctions,
                )  # fmt: skip
            answer = decision.get_answer(report, report.reporter.message_language)
            resolve.decide_report(report_pk=report_pk, by=by, outcome=decision.outcome, answer=answer)
    except PermissionDenied:
        kind = SANCTIONS[decision.decision]
        has_right = by.has_perm(permissions.SANCTION_PERMISSIONS[kind])
        raise ForbiddenError("plays-with-them" if has_right else "not-a-moderator") from None
    except sanctions.LongerSanctionError as refusal:
        sanctions.record_kept(refusal, by, f"#{report_pk}")
        raise UnprocessableError("sanction-refused", {"why": " ".join(refusal.messages)}) from None
    except ValidationError as refusal:
        raise UnprocessableError("sanction-refused", {"why": " ".join(refusal.messages)}) from None


def deals_agree(table: Table) -> bool:
    """Return whether a replay check of the match found full agreement."""
    report = get_report(get_replay_check(table))
    return report is not None and report.verdict == "yes"


def _lock_people(report_pk: int) -> Report:
    """Lock everyone who is notified, in the order of their keys, so that two cases can't deadlock.

    People's rows are locked before those of a chat room and a report.
    """
    waiting = Report.objects.filter(decided_at=None, duplicate_of=None).select_related(
        "reported_user", "reporter", "table"
    )
    report = waiting.filter(pk=report_pk).first()
    if report is None:
        raise ConflictError("report-over")
    reporters = Report.objects.filter(Q(pk=report_pk) | Q(duplicate_of=report_pk)).values("reporter")
    everybody = User.objects.filter(Q(pk=report.reported_user_id) | Q(pk__in=reporters))
    list(everybody.select_for_update().order_by("pk").values_list("pk"))
    return report
