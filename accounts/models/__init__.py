"""Who people are, and what is kept of them beside that."""

from accounts.models.approval import Approval
from accounts.models.audit import AuditEntry
from accounts.models.logins import Device, Network, NetworkSalt, Session
from accounts.models.mailbox import BlockedMailbox
from accounts.models.person import User, Vacation, new_public_id
from accounts.models.sanction import APPEAL_LENGTH, REASON_LENGTH, Sanction

__all__ = [
    "APPEAL_LENGTH",
    "REASON_LENGTH",
    "Approval",
    "AuditEntry",
    "BlockedMailbox",
    "Device",
    "Network",
    "NetworkSalt",
    "Sanction",
    "Session",
    "User",
    "Vacation",
    "new_public_id",
]
