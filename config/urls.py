"""The site's addresses: people, operators, languages, and everything else is games."""

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path

from accounts.gate import past_the_gate
from accounts.views import set_language


def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this on pages that name no icon, such as the admin's."""
    return redirect(static("games/icon.svg"))


def live(request: HttpRequest) -> HttpResponse:
    """Streams are opened by the ASGI site, before Django is asked (config.runtime.live). Elsewhere there are none."""
    raise Http404


handler500 = "config.unavailable.server_error"
ACCOUNTS, ADMIN = "accounts/", "admin/"
NEVER_KEPT = (f"/{ACCOUNTS}", f"/{ADMIN}")  # pages below these are kept by no browser (config.middleware.CacheHeaders)

urlpatterns = [
    path(ACCOUNTS, include("accounts.urls")),
    path(ADMIN, admin.site.urls),
    path("i18n/setlang/", past_the_gate(set_language), name="set_language"),
    path("favicon.ico", favicon),
    path("live/", live, name="live"),
    path("", include("games.urls")),
]
