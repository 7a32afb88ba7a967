"""The service worker as a browser gets it: a head with what differs between two versions, and our scripts.

A browser compares it byte by byte with the one it has. The addresses of our scripts and style sheets hold a hash of
what is in them, so a new version of the site is a new text here, and thereby a new worker.
"""

import hashlib
import json

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse

from games import catalog
from games.addresses import gapped

SCRIPTS = tuple(f"offline/{name}.js" for name in ("store", "sender", "pages", "keeper", "push", "worker"))
SHELL = (  # changes of these are a new version too: the pages of the shell show them
    "games/tokens.css", "games/base.css", "games/components.css", "games/cards.css", "games/back.svg",
    "games/pages.css", "games/tefuda.js", "games/news.js",
    *(f"offline/{name}" for name in ("offline.css", "device.js", "leave.js", "outbox.js", "plans.js", "kept.js")),
)  # fmt: skip
# Takes a worker that does harm out of all browsers: they ask for it again with every visit.
GONE = """"use strict";
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(gone()));

async function gone() {
  for (const name of await caches.keys()) if (name.startsWith("tefuda-")) await caches.delete(name);
  await self.registration.unregister();
}
"""


def worker_script() -> str:
    """The text of /sw.js; with SERVICE_WORKER switched off, one that removes itself and all it has kept."""
    if not settings.SERVICE_WORKER:
        return GONE
    languages = [code for code, _ in settings.LANGUAGES]
    rules = [reverse("games:rules", args=(slug,)) for slug in catalog.metas()]
    head = {"languages": languages, "rules": rules, "icon": static("offline/icon-192.png"), **_addresses()}
    scripts = [static(name) for name in SCRIPTS]
    version = hashlib.sha256(json.dumps([head, scripts, *map(static, SHELL)]).encode()).hexdigest()[:12]
    said = json.dumps({"version": version, **head})
    return f'"use strict";\nconst SITE = {said};\nimportScripts({", ".join(map(json.dumps, scripts))});\n'


def _addresses() -> dict[str, str | list[str]]:
    """What the scripts know of the site's addresses: single ones, and with gaps what they keep."""
    return {
        "front": reverse("games:front"),
        "page": reverse("games:kept"),
        "hello": reverse("games:hello"),
        "tables": reverse("games:lobby"),
        "device": reverse("games:told_device"),
        "practice": reverse("games:practice"),  # and all below it
        "static": settings.STATIC_URL,
        "pages": [
            reverse("games:front"),
            reverse("games:lobby"),
            reverse("games:history"),
            gapped("games:table", "{id}"),
            gapped("games:table_log", "{id}"),
            gapped("games:rules", "{slug}"),
        ],
        "replay": gapped("games:replay", "{id}"),
        "position": gapped("games:replay_at", "{id}", "{n}"),
        "pieces": [
            gapped("games:replay_step", "{id}", "{n}", "{key}"),
            gapped("games:replay_log", "{id}", "{n}", "{key}"),
        ],
    }
