"""Read-only admin of tables, seats and events, for moderators."""

from games.tables.admin import events, seats

__all__ = ["events", "seats"]
