"""Moderators' pages about the talk: reports, lines, what was done; and the page on which it is done."""

from games.talk.admin import actions, lines, reports

__all__ = ["actions", "lines", "reports"]
