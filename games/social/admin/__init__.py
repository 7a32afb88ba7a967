"""Moderators' pages about what is said."""

from games.social.admin import messages

__all__ = ["messages"]
