"""What an audit found."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

AGREES, DIFFERS, NOT_RUN = "agrees", "differs", "not-run"
YES, NO, PARTLY = "yes", "no", "partly"
BOTS, RECORD, SUMMARY, TRANSPARENCY_LOG = "bots", "record", "summary", "ledger"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One of the answers: its name, its outcome and, unless all agrees, why (a code) and at which event.

    `event` is the number of the first event that differs, `kind` its kind; None and "" if it is the table's own row.
    """

    name: str
    outcome: str
    why: str = ""
    event: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The answers, in a fixed order, over a log of so many events."""

    events: int
    answers: tuple[CheckResult, ...]

    @property
    def verdict(self) -> str:
        """NO if anything differs, PARTLY if something could not be checked, else YES.

        The bots have no voice in it: a better bot plays otherwise, and that is no fraud.
        """
        outcomes = {answer.outcome for answer in self.answers if answer.name != BOTS}
        return NO if DIFFERS in outcomes else PARTLY if NOT_RUN in outcomes else YES

    @property
    def is_ok(self) -> bool:
        return self.verdict == YES

    @property
    def first_mismatch(self) -> CheckResult | None:
        """The earliest of all differences; the table's own row comes before its first event."""
        wrong = [answer for answer in self.answers if answer.outcome == DIFFERS and answer.name != BOTS]
        return min(wrong, key=lambda answer: answer.event or 0, default=None)

    def to_dict(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {"events": self.events, "answers": [asdict(answer) for answer in self.answers]}


def load_report(plain: Mapping[str, Any]) -> AuditReport:
    """The report that `plain` was made of."""
    return AuditReport(plain["events"], tuple(CheckResult(**answer) for answer in plain["answers"]))
