"""Who people are, and what is kept of them beside that."""

from accounts.models.audit import AuditEntry
from accounts.models.logins import Device, Session
from accounts.models.mailbox import BlockedMailbox
from accounts.models.person import User, Vacation, new_public_id

__all__ = ["AuditEntry", "BlockedMailbox", "Device", "Session", "User", "Vacation", "new_public_id"]
