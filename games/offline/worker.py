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
    head = {"page": reverse("games:kept"), "tables": reverse("games:lobby"), "languages": languages, "rules": rules}
    head |= {"device": reverse("games:told_device"), "icon": static("offline/icon-192.png")}
    scripts = [static(name) for name in SCRIPTS]
    version = hashlib.sha256(json.dumps([head, scripts, *map(static, SHELL)]).encode()).hexdigest()[:12]
    said = json.dumps({"version": version, **head})
    return f'"use strict";\nconst SITE = {said};\nimportScripts({", ".join(map(json.dumps, scripts))});\n'
