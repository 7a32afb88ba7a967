"""App config of the tables: staff permissions, append-only models, and registrations with `accounts`."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    name = "games.tables"
    verbose_name = _("Tables")
    append_only = ("Event", "Record", "Seed")
    role_permissions = {
        "moderator": ("tables.moderate_table", "tables.view_event", "tables.view_seat", "tables.view_table"),
        "senior": ("tables.view_hidden_cards",),
    }

    def ready(self) -> None:
        from accounts.names import reserved_names
        from accounts.services import audit_log, data_export
        from games.rendering.seats import BOT_NAMES
        from games.tables import receivers  # noqa: F401
        from games.tables.live.topics import TABLE, register_topics
        from games.tables.models import Table
        from games.tables.services.data_export import export_moves, export_tables
        from games.tables.services.lesson_progress import export_progress

        audit_log.register_actions(
            {"watchdog": _("Safe move for a bot that failed"), "away-to-bot": _("Bot for a player out of time")}
        )
        reserved_names.reserve_names(name[language] for name in BOT_NAMES for language in ("ja", "en"))
        data_export.register("tables", export_tables)
        data_export.register("moves", export_moves)
        data_export.register("lessons", export_progress)
        register_topics(Table, "public_id", kinds=[TABLE], event="table")
