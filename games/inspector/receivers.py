"""What the desk adds elsewhere. Connected when the app is ready."""

from typing import Any

from django.http import HttpRequest

from accounts import site
from games.inspector.figures import figures


def connect() -> None:
    site.PANELS.append(panel)


def panel(request: HttpRequest) -> dict[str, Any]:
    """The figures on the administration's front page, for who may look at tables."""
    return {"figures": figures()} if request.user.has_perm("games.view_table") else {}
