"""Mails about accounts, and suppressed mailboxes. Notifications are in games.notifications."""
