"""The pages about one's own account. Staff's pages are in accounts.admin."""
