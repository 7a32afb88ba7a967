"""What changes people and what is kept of them; staff's part is in accounts.staff."""
