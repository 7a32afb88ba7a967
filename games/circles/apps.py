"""The app's configuration: conflicts of interest, data export."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CirclesConfig(AppConfig):
    name = "games.circles"
    verbose_name = _("Circles")

    def ready(self) -> None:
        from accounts.services import data_export
        from accounts.staff import conflicts_of_interest
        from games.circles import receivers  # noqa: F401
        from games.circles.data_export import export_circles
        from games.circles.selectors import list_circle_conflicts

        conflicts_of_interest.register(list_circle_conflicts, {"circle": _("a circle both are in")})
        data_export.register("circles", export_circles)
