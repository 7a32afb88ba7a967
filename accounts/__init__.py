"""People: accounts and guests, log-in, sanctions, staff, the audit log. Knows no games."""
