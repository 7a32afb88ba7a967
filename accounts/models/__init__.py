"""Who people are, and what is kept of them beside that."""

from accounts.models.approval import Approval
from accounts.models.audit_log_entry import AuditLogEntry
from accounts.models.sanction import APPEAL_LENGTH, REASON_LENGTH, Sanction
from accounts.models.session import KnownDevice, NetworkFingerprint, NetworkSalt, Session
from accounts.models.suppressed_email import SuppressedEmail
from accounts.models.user import User, Vacation, new_public_id

__all__ = [
    "APPEAL_LENGTH",
    "REASON_LENGTH",
    "Approval",
    "AuditLogEntry",
    "KnownDevice",
    "NetworkFingerprint",
    "NetworkSalt",
    "Sanction",
    "Session",
    "SuppressedEmail",
    "User",
    "Vacation",
    "new_public_id",
]
