"""People, sanctions, approvals and the audit log in the administration."""

from accounts.admin import approvals, audit_log, sanctions, suppressed_emails, users

__all__ = ["approvals", "audit_log", "sanctions", "suppressed_emails", "users"]
