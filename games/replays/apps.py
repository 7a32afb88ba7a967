"""The app, and what it gives to the whole: which rows are append-only, when they may be deleted."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReplaysConfig(AppConfig):
    name = "games.replays"
    verbose_name = _("Replays")
    append_only = ("TransparencyLogEntry",)
    # A table's events may go where its record holds them, as a verification of that very record has found.
    deletable_when = {
        "tables.Event": """EXISTS (
            SELECT 1 FROM tables_record r JOIN replays_verification v ON v.table_id = r.table_id
            WHERE r.table_id = OLD.table_id AND v.verified_sha256 = r.sha256)"""
    }
    table_page_relations = ("summary",)

    def ready(self) -> None:
        from accounts.services import data_export
        from games.replays import receivers  # noqa: F401
        from games.replays.data_export import export_replays
        from games.replays.models import Review
        from games.replays.reviews.services import TOPIC_KIND
        from games.tables.live.topics import register_topics

        data_export.register("replays", export_replays)
        register_topics(Review, "topic", kinds=[TOPIC_KIND], event="review")
