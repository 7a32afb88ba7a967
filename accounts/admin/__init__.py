"""People, sanctions, approvals and the audit log in the administration."""

from accounts.admin import approvals, audit_log, blocked_mailboxes, sanctions, users

__all__ = ["approvals", "audit_log", "blocked_mailboxes", "sanctions", "users"]
