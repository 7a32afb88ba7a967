"""What moderators say again and again, in the language of who reads it. Their own words go before these."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.models import Sanction
from games.moderation.models import Report

Ground = Sanction.Category
GROUND_OF_CATEGORY = {Report.Category.HOUSE: Ground.OTHER}  # others have the same name
WORDS: dict[str, Any] = {
    Ground.CHEATING: _(
        "Your matches show that somebody there was helped against the rules. Every seat plays for itself."
    ),
    Ground.ABUSE: _("What you have written hurts or disturbs others here. Please stay friendly at the table."),
    Ground.STALLING: _("You have let others wait on purpose. Please play when it is your turn, or give the seat up."),
    Ground.NAME: _("Your name or page is not one that everybody here has to read. Please choose another."),
    Ground.ACCOUNT: _(
        "Somebody else seems to use your account. It rests until we know that it is yours again: please answer."
    ),
    Ground.FALSE: _("You have reported people who had done nothing. Reports are for what breaks the rules."),
    Ground.OTHER: _("What you have done here is against the rules."),
}  # fmt: skip
DEALS_AGREE = _(
    "The match was dealt and played anew from its secret value, and every card agrees. After its end you can check "
    "that yourself on the page of the match."
)


def get_ground(report: Report) -> str:
    """What a sanction is most likely for, by what was reported."""
    return GROUND_OF_CATEGORY.get(Report.Category(report.category), report.category)


def get_words(ground: str, language: str) -> str:
    """To the person."""
    with override(language):
        return str(WORDS[Ground(ground)])


def get_answer(report: Report, outcome: str, language: str, *, deals_agree: bool) -> str:
    """To the reporter, beside what their page says anyhow; "": nothing. It tells of a check only where one was made."""
    suits = report.category == Report.Category.HOUSE and outcome in (Report.Outcome.REJECTED, Report.Outcome.NO_ACTION)
    if not (suits and deals_agree):
        return ""
    with override(language):
        return str(DEALS_AGREE)
