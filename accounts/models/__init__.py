"""Who people are, and what is kept of them beside that."""

from accounts.models.approval import Approval
from accounts.models.audit_entry import AuditEntry
from accounts.models.blocked_mailbox import BlockedMailbox
from accounts.models.sanction import APPEAL_LENGTH, REASON_LENGTH, Sanction
from accounts.models.session import Device, Network, NetworkSalt, Session
from accounts.models.user import User, Vacation, new_public_id

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
