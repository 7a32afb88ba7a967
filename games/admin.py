"""The moderators' pages: to look at everything but secrets, and to act on tables. Every room brings its own."""

from games.inspector.admin import hints, inspect, troubles
from games.moderation.admin import actions, tables
from games.notices import admin as notices
from games.reports import admin as reports
from games.tables.admin import events, seats
from games.talk import admin as talk

__all__ = ["actions", "events", "hints", "inspect", "notices", "reports", "seats", "tables", "talk", "troubles"]
