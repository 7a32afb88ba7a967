"""App config of the daily puzzles."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PuzzlesConfig(AppConfig):
    name = "games.puzzles"
    verbose_name = _("Puzzles")

    def ready(self) -> None:
        from accounts.services import data_export
        from games.puzzles import receivers  # noqa: F401
        from games.puzzles.data_export import export_answers

        data_export.register("puzzles", export_answers)
