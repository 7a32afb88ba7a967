"""Mails about accounts, and mailboxes that want none. Notifications are in games.notifications."""
