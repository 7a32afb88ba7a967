"""The report of an audit."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

AGREES, DIFFERS, NOT_RUN = "agrees", "differs", "not-run"
YES, NO, PARTLY = "yes", "no", "partly"
SAME_CODE, OTHER_CODE = "bots-same-code", "bots-other-code"  # for bots: why they differ, or were not checked
BOTS, RULES, RECORD, SUMMARY, TRANSPARENCY_LOG = "bots", "rules", "record", "summary", "ledger"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check: its name, its outcome and, unless it agrees, a reason (a code) and the event.

    `event` is the number of the first event that differs, `kind` its kind; None and "" for the table's own row.
    """

    name: str
    outcome: str
    why: str = ""
    event: int | None = None
    kind: str = ""

    @property
    def is_mismatch(self) -> bool:
        """Return whether this counts against the record.

        A bot's different choice does only if made by the same code.
        """
        return self.outcome == DIFFERS and (self.name != BOTS or self.why == SAME_CODE)


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The results of all checks, in a fixed order, and the number of events read."""

    events: int
    answers: tuple[CheckResult, ...]

    @property
    def verdict(self) -> str:
        """NO if anything differs, PARTLY if something could not be checked, else YES.

        Unchecked bots are ignored, since other code may choose differently.
        """
        if any(answer.is_mismatch for answer in self.answers):
            return NO
        is_whole = all(answer.outcome != NOT_RUN for answer in self.answers if answer.name != BOTS)
        return YES if is_whole else PARTLY

    @property
    def is_ok(self) -> bool:
        return self.verdict == YES

    @property
    def first_mismatch(self) -> CheckResult | None:
        """The earliest difference; one of bots only if there is no other.

        The table's own row comes before its first event.
        """
        wrong = [answer for answer in self.answers if answer.is_mismatch]
        return min(wrong, key=lambda answer: (answer.name == BOTS, answer.event or 0), default=None)

    def to_dict(self) -> dict[str, Any]:
        """Convert to JSON-compatible values."""
        return {"events": self.events, "answers": [asdict(answer) for answer in self.answers]}


def load_report(plain: Mapping[str, Any]) -> AuditReport:
    """Restore a report from `AuditReport.to_dict`."""
    return AuditReport(plain["events"], tuple(CheckResult(**answer) for answer in plain["answers"]))
