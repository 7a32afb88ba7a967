"""Who people are, and what is kept of them beside that."""

from accounts.models.logins import Device, Session
from accounts.models.mailbox import BlockedMailbox
from accounts.models.person import User, Vacation, new_public_id

__all__ = ["BlockedMailbox", "Device", "Session", "User", "Vacation", "new_public_id"]
