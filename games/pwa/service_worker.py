"""The service worker as a browser gets it: a module of two lines, which starts ours with what it has to know.

A browser compares it byte by byte with the one it has. The addresses of our scripts and style sheets hold a hash of
what is in them, so a new version of the site is a new text here, and thereby a new worker.
"""

import hashlib
import json

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from games.catalog import registry
from games.tables.url_templates import make_url_template

WORKER = "pwa/service_worker.js"
SHELL = (  # changes of these are a new version too: the pages of the shell show them
    "site/tokens.css", "site/base.css", "site/components.css", "site/cards.css", "site/back.svg", "site/pages.css",
    "site/main.js", "pwa/offline.css", "pwa/main.js", "pwa/controllers/saved_pages_controller.js",
)  # fmt: skip
# Takes a worker that does harm out of all browsers: they ask for it again with every visit.
UNINSTALL_SCRIPT = """self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(gone()));

async function gone() {
  for (const name of await caches.keys()) if (name.startsWith("tefuda-")) await caches.delete(name);
  await self.registration.unregister();
}
"""


def build_worker_script() -> str:
    """The text of /sw.js; with SERVICE_WORKER_ENABLED switched off, one that removes itself and all it has kept."""
    if not settings.SERVICE_WORKER_ENABLED:
        return UNINSTALL_SCRIPT
    languages = [code for code, _ in settings.LANGUAGES]
    rules = [reverse("tables:rules", args=(slug,)) for slug in registry.list_metadata()]
    site = {"languages": languages, "rules": rules, "icon": static("pwa/icon-192.png"), **_get_urls()}
    version = hashlib.sha256(json.dumps([site, *map(static, (WORKER, *SHELL))]).encode()).hexdigest()[:12]
    return f'import {{ start }} from "{static(WORKER)}";\nstart({json.dumps({"version": version, **site})});\n'


def _get_urls() -> dict[str, str | list[str]]:
    """What the scripts know of the site's addresses: single ones, and with gaps what they keep."""
    return {
        "front": reverse("tables:home"),
        "page": reverse("pwa:saved"),
        "session": reverse("pwa:session"),
        "tables": reverse("tables:lobby"),
        "device": reverse("notifications:push_subscription"),
        "practice": reverse("pwa:practice"),  # and all below it
        "puzzles": reverse("puzzles:list"),  # and all below it
        "static": settings.STATIC_URL,
        "pages": [
            reverse("tables:home"),
            reverse("tables:lobby"),
            reverse("tables:history"),
            reverse("replays:library"),
            reverse("puzzles:list"),
            make_url_template("puzzles:detail", "{id}"),
            make_url_template("tables:detail", "{id}"),
            make_url_template("tables:log", "{id}"),
            make_url_template("tables:rules", "{slug}"),
        ],
        "replay": make_url_template("replays:detail", "{id}"),
        "position": make_url_template("replays:position", "{id}", "{n}"),
        "pieces": [
            make_url_template("replays:position_rendered", "{id}", "{n}", "{key}"),
            make_url_template("replays:log_rendered", "{id}", "{n}", "{key}"),
        ],
    }
