"""The site's addresses: people, operators, languages, and everything else is games."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.templatetags.static import static
from django.urls import include, path

from accounts.gate import past_the_gate
from accounts.views import set_language


def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this on pages that name no icon, such as the admin's."""
    return redirect(static("games/icon.svg"))


urlpatterns = [
    path("accounts/", include("accounts.urls")),
    path("admin/", admin.site.urls),
    path("i18n/setlang/", past_the_gate(set_language), name="set_language"),
    path("favicon.ico", favicon),
    path("", include("games.urls")),
]
