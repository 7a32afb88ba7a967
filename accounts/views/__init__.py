"""Pages for a person's own account. Those for staff are in accounts.admin."""
