"""The moderators' read-only pages of tables, seats and events."""

from games.tables.admin import events, seats

__all__ = ["events", "seats"]
