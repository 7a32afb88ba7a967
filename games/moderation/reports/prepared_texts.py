"""Prepared texts of moderators, in the reader's language. Their own texts take precedence."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.models import Sanction
from games.moderation.models import Report

Ground = Sanction.Category
GROUND_OF_CATEGORY = {Report.Category.HOUSE: Ground.OTHER}  # others have the same value
WORDS: dict[str, Any] = {
    Ground.CHEATING: _(
        "Your matches show that someone was helped against the rules. Every seat plays for itself."
    ),
    Ground.ABUSE: _("What you wrote hurts or disturbs others. Please stay friendly at the table."),
    Ground.STALLING: _(
        "You have kept others waiting on purpose. Please play when it is your turn, or give up the "
        "seat."
    ),
    Ground.NAME: _("Your name or page isn’t suitable for everyone here. Please choose another."),
    Ground.ACCOUNT: _(
        "Someone else seems to be using your account. It is locked until we know it is yours again: please reply."
    ),
    Ground.FALSE: _("You have reported people who had done nothing wrong. Reports are for breaches of the rules."),
    Ground.OTHER: _("What you did here is against the rules."),
}  # fmt: skip
DEALS_AGREE = _(
    "The match was dealt and played again from its secret, and every card agrees. You can check that yourself "
    "on the match’s page."
)


def get_ground(report: Report) -> str:
    """Return the likely category of a sanction for this report."""
    return GROUND_OF_CATEGORY.get(Report.Category(report.category), report.category)


def get_words(ground: str, language: str) -> str:
    """Return the text for the sanctioned person."""
    with override(language):
        return str(WORDS[Ground(ground)])


def get_answer(report: Report, outcome: str, language: str, *, deals_agree: bool) -> str:
    """Return the text for the reporter, in addition to the outcome; "" for none.

    Mentions a replay check if there was one.
    """
    suits = report.category == Report.Category.HOUSE and outcome in (Report.Outcome.REJECTED, Report.Outcome.NO_ACTION)
    if not (suits and deals_agree):
        return ""
    with override(language):
        return str(DEALS_AGREE)
