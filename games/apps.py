from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables")

    def ready(self) -> None:
        from accounts import roles
        from games import checks, triggers
        from games.inspector import receivers as inspector
        from games.moderation import receivers as moderation
        from games.notices import receivers as notices
        from games.replays import receivers as replays
        from games.reports import receivers as reports
        from games.tables import receivers as tables
        from games.talk import receivers as talk

        post_migrate.connect(triggers.install, sender=self)
        post_migrate.connect(roles.settle, sender=self)  # after the rights of both apps have been made
        checks.register()
        for room in (tables, notices, replays, moderation, talk, reports, inspector):
            room.connect()
