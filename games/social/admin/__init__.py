"""Admin pages for moderators of the chat."""

from games.social.admin import messages

__all__ = ["messages"]
