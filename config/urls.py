"""The URLs of all apps. They are listed in docs/urls.md."""

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path

from accounts.middleware.sanctions import sanction_exempt
from accounts.views.profile import set_language


def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon, for pages without one, such as the admin's."""
    return redirect(static("site/icon.svg"))


def live_stream(request: HttpRequest) -> HttpResponse:
    """Respond with 404.

    Streams are opened by the ASGI site before Django (config.server.sse.hub), and don't exist elsewhere.
    """
    raise Http404


handler400 = "config.middleware.security.bad_request"
handler500 = "config.middleware.database_unavailable.server_error"
# Pages below these are never stored by browsers (config.middleware.security.CacheControlMiddleware).
NO_STORE_PREFIXES = ("/account/", "/settings/", "/email/", "/admin/")

# The order doesn't matter: no URL of one app matches another's (tests/site/test_url_order.py).
urlpatterns = [
    path("admin/", admin.site.urls),
    path("settings/language/", sanction_exempt(set_language), name="set_language"),
    path("favicon.ico", favicon),
    path("live/", live_stream, name="live"),
    path("account/", include("accounts.allauth_urls")),
    path("", include("accounts.urls")),
    path("", include("games.tables.urls")),
    path("", include("games.replays.urls")),
    path("", include("games.social.urls")),
    path("", include("games.notifications.urls")),
    path("", include("games.circles.urls")),
    path("", include("games.puzzles.urls")),
    path("", include("games.moderation.urls")),
    path("", include("games.monitoring.urls")),
    path("", include("games.pwa.urls")),
]
