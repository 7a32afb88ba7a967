"""What moderators see and do: tables and actions on them, reports and cases, the inspector, collusion hints."""

from games.moderation.admin import actions, collusion, health_filter, reported_content, reports, table_inspector, tables

__all__ = ["actions", "collusion", "health_filter", "reported_content", "reports", "table_inspector", "tables"]
