"""Moderators' pages about reports: the queue, the inquiry into a person, and what is redacted."""

from games.reports.admin import reports

__all__ = ["reports"]
