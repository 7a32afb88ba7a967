"""Admin pages for people, sanctions, sign-up, approvals and the audit log."""

from accounts.admin import approvals, audit_log, sanctions, signup, suppressed_emails, users

__all__ = ["approvals", "audit_log", "sanctions", "signup", "suppressed_emails", "users"]
