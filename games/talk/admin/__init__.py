"""Moderators' pages about the talk."""

from games.talk.admin import lines

__all__ = ["lines"]
