"""People, their log-ins and devices, sanctions, invitations and the audit log."""

from accounts.models.approval import Approval
from accounts.models.audit_log_entry import AuditLogEntry
from accounts.models.merged_guest import MergedGuest
from accounts.models.sanction import APPEAL_LENGTH, REASON_LENGTH, Sanction
from accounts.models.security_notice import SecurityNotice
from accounts.models.session import KnownDevice, NetworkFingerprint, NetworkSalt, Session
from accounts.models.signup import NOTE_LENGTH, Invitation, InvitationUse, SignupSettings
from accounts.models.suppressed_email import SuppressedEmail
from accounts.models.user import QuietHoursVersion, User, Vacation, new_public_id

__all__ = [
    "APPEAL_LENGTH",
    "NOTE_LENGTH",
    "REASON_LENGTH",
    "Approval",
    "AuditLogEntry",
    "Invitation",
    "InvitationUse",
    "KnownDevice",
    "MergedGuest",
    "NetworkFingerprint",
    "NetworkSalt",
    "QuietHoursVersion",
    "Sanction",
    "SecurityNotice",
    "Session",
    "SignupSettings",
    "SuppressedEmail",
    "User",
    "Vacation",
    "new_public_id",
]
