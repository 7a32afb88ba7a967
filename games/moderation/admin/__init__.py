"""Admin pages for moderators: tables and acts on them, reports and cases, the inspector, collusion flags."""

from games.moderation.admin import actions, collusion, health_filter, reported_content, reports, table_inspector, tables

__all__ = ["actions", "collusion", "health_filter", "reported_content", "reports", "table_inspector", "tables"]
