"""The rooms' background jobs, for Celery, which looks for one module per app."""

from games.inspector import tasks as inspector
from games.moderation import tasks as moderation
from games.notices import tasks as notices
from games.replays import tasks as replays
from games.reports import tasks as reports
from games.tables import tasks as tables
from games.talk import tasks as talk

__all__ = ["inspector", "moderation", "notices", "replays", "reports", "tables", "talk"]
