"""The service worker's script: a two-line module that starts ours with its settings.

Browsers compare it byte by byte with the installed one. The URLs of our scripts and style sheets contain a hash of
their content, so a new version of the site changes this text and thereby installs a new worker.
"""

import hashlib
import json

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from games.catalog import registry
from games.tables.url_templates import make_url_template

WORKER = "pwa/service_worker.js"
SHELL = (  # shown by the offline pages, so changes of these count as a new version too
    "site/tokens.css", "site/base.css", "site/components.css", "site/cards.css", "site/back.svg", "site/pages.css",
    "site/main.js", "pwa/offline.css", "pwa/main.js", "pwa/controllers/saved_pages_controller.js",
)  # fmt: skip
# Removes a faulty worker from all browsers: they check for a new one at every visit.
UNINSTALL_SCRIPT = """self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(gone()));

async function gone() {
  for (const name of await caches.keys()) if (name.startsWith("tefuda-")) await caches.delete(name);
  await self.registration.unregister();
}
"""


def build_worker_script() -> str:
    """Return the text of /sw.js.

    Without SERVICE_WORKER_ENABLED, it is a worker that removes itself and everything it stored.
    """
    if not settings.SERVICE_WORKER_ENABLED:
        return UNINSTALL_SCRIPT
    languages = [code for code, _ in settings.LANGUAGES]
    rules = [reverse("tables:rules", args=(slug,)) for slug in registry.list_metadata()]
    site = {"languages": languages, "rules": rules, "icon": static("pwa/icon-192.png"), **_get_urls()}
    version = hashlib.sha256(json.dumps([site, *map(static, (WORKER, *SHELL))]).encode()).hexdigest()[:12]
    return f'import {{ start }} from "{static(WORKER)}";\nstart({json.dumps({"version": version, **site})});\n'


def _get_urls() -> dict[str, str | list[str]]:
    """Return the URLs that the scripts need; for what they store, with placeholders."""
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
