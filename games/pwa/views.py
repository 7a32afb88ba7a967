"""Views of the service worker, the manifest, saved pages, and the session check before queued moves are sent."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pwa.cache_owner import NOBODY, get_cache_owner
from games.pwa.service_worker import build_worker_script

ICONS = ((192, "any"), (512, "any"), (192, "maskable"), (512, "maskable"))
SCREENSHOTS = ((360, 740, "narrow"), (1280, 800, "wide"))
PAPER, VERMILION = "#FBF7EE", "#B3261E"


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker, built from our scripts."""
    response = HttpResponse(build_worker_script(), content_type="text/javascript; charset=utf-8")
    response["Service-Worker-Allowed"] = "/"
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Return the web app manifest. Browsers request it without cookies, so the URL contains the language."""
    if language not in dict(settings.LANGUAGES):
        raise Http404
    with override(language):
        fields = {
            "id": "/",
            "name": _("Tefuda – card tables for friends"),
            "short_name": _("Tefuda"),
            "description": _("Card tables for friends who are never online at the same time"),
            "lang": language,
            "start_url": reverse("tables:lobby"),
            "scope": "/",
            "display": "standalone",
            "background_color": PAPER,
            "theme_color": VERMILION,
            "icons": [
                {
                    "src": static(f"pwa/icon-{size}{'-maskable' if purpose == 'maskable' else ''}.png"),
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for size, purpose in ICONS
            ],
            "categories": ["games", "entertainment"],
            "shortcuts": [
                {"name": _("My turn"), "url": reverse("tables:next")},
                {"name": _("Practice"), "url": reverse("pwa:practice")},
            ],
            "screenshots": [
                {
                    "src": static(f"pwa/screenshot-{width}.jpg"),
                    "sizes": f"{width}x{height}",
                    "type": "image/jpeg",
                    "form_factor": form,
                    "label": _("A table"),
                }
                for width, height, form in SCREENSHOTS
            ],
        }
    return JsonResponse(fields, content_type="application/manifest+json", json_dumps_params={"ensure_ascii": False})


@require_safe
@never_cache
def session_info(request: HttpRequest) -> HttpResponse:
    """Return the logged-in user's id and a CSRF token. Requested before a queued move is sent."""
    public_id = getattr(request.user, "public_id", "")
    return JsonResponse({"person": public_id, "keeps": get_cache_owner(request) != NOBODY, "token": get_token(request)})


@require_safe
def saved_pages(request: HttpRequest) -> HttpResponse:
    """Show the pages saved on this device. Also shown in place of pages that aren't available offline."""
    return render(request, "pwa/saved.html")
