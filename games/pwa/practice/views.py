"""The practice page, and the files of ours that it fetches: the worker's script and the zip."""

import hashlib
from functools import cache, partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.catalog import registry
from games.practice.match import get_seat_numbers
from games.pwa.practice import bundle, other_versions, pyodide
from games.rendering.cards import AVATARS, CARD_BACK
from games.tables.bots.levels import list_all_level_choices
from games.tables.context_processors import COACHED_MATCHES
from games.tables.kept_pages import render_kept_page
from games.tables.url_templates import make_url_template

WORKER, VERIFY_WORKER = (Path(__file__).with_name(name) for name in ("worker.js", "verify_worker.js"))
# The worker's own response sets its policy, the page's doesn't apply there. Besides our own files, Pyodide only needs
# to compile WebAssembly; evaluating JavaScript from strings stays forbidden.
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
TEMPLATE = "pwa/practice/practice.html"
FOR_EVER = "max-age=31536000, public, immutable"


@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """Practice against bots. `?kept=1` is the page stored on a device, for everyone who uses it."""
    files = pyodide.list_runtime_files(settings.PYODIDE_ROOT)
    context: dict[str, Any] = {
        "plan": _get_download_plan(files) if files else None,
        "titles": _titles(),
        "coached_matches": COACHED_MATCHES,
    }
    if "kept" in request.GET:
        return HttpResponse(render_kept_page(TEMPLATE, context | {"anybodys": True}, reverse("pwa:practice")))
    return render(request, TEMPLATE, context)


@require_safe
def worker(request: HttpRequest, digest: str) -> HttpResponse:
    """Return the script of the worker that plays in the browser's Python."""
    return _script(WORKER, digest)


@require_safe
def verify_worker(request: HttpRequest, digest: str) -> HttpResponse:
    """Return the script of the worker that verifies records."""
    return _script(VERIFY_WORKER, digest)


def get_python_runtime() -> dict[str, Any] | None:
    """Return what a page needs to verify records in the browser: URLs, and bytes transferred the first time.

    None if `make practice` has not been run.
    """
    files = pyodide.list_runtime_files(settings.PYODIDE_ROOT)
    if not files:
        return None
    other_versions.keep_file(f"{_digest(VERIFY_WORKER)}.js", VERIFY_WORKER.read_bytes)
    worker = reverse("pwa:practice_verify_worker", args=(_digest(VERIFY_WORKER),))
    return {"worker": worker, "runtime": pyodide.BASE_URL, "sent": sum(file.transfer_size for file in files)}


@require_safe
def bundle_zip(request: HttpRequest, digest: str) -> HttpResponse:
    """Return our own Python for the worker (the games, their boards and the bots), or a game's strong tables."""
    content = bundle.get_archives().get(digest) or other_versions.read_file(f"{digest}.zip")
    if content is None:
        raise Http404
    return _cached_response(content, "application/zip")


def _script(file: Path, digest: str) -> HttpResponse:
    content = file.read_bytes() if digest == _digest(file) else other_versions.read_file(f"{digest}.js")
    if content is None:
        raise Http404
    return _cached_response(content, "text/javascript", **{"Content-Security-Policy": WORKER_POLICY})


def _cached_response(content: bytes, kind: str, **headers: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Cache-Control": FOR_EVER, **headers})


@cache
def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def _get_download_plan(files: list[pyodide.RuntimeFile]) -> dict[str, Any]:
    """Return the files that the page has to fetch, with their sizes uncompressed and as transferred."""
    other_versions.keep_file(f"{_digest(WORKER)}.js", WORKER.read_bytes)
    for digest, archive in bundle.get_archives().items():
        other_versions.keep_file(f"{digest}.zip", partial(bytes, archive))
    ours = [
        (reverse("pwa:practice_worker", args=(_digest(WORKER),)), WORKER.stat().st_size),
        (_get_archive_url(bundle.get_bundle()), len(bundle.get_bundle())),
    ]
    listed = [{"url": url, "size": size, "sent": size} for url, size in ours]
    strong_tables = {slug: _get_archive_url(archive) for slug, archive in bundle.get_strong_tables().items()}
    listed += [{"url": pyodide.BASE_URL + file.name, "size": file.size, "sent": file.transfer_size} for file in files]
    version = hashlib.sha256(repr([*(file["url"] for file in listed), strong_tables]).encode()).hexdigest()[:12]
    return {
        "cache": f"tefuda-kept-practice-{version}",
        "page": reverse("pwa:practice"),
        "worker": listed[0]["url"],
        "zip": listed[1]["url"],
        "runtime": pyodide.BASE_URL,
        "files": listed,
        "strongTables": strong_tables,
        "sent": sum(file["sent"] for file in listed),
        "pictures": {name: static(name) for name in _pictures()},
        "rules": {
            "book": make_url_template("tables:rules", "{slug}"),
            "section": make_url_template("tables:rules_section", "{slug}", "{key}"),
        },
    }


def _get_archive_url(archive: bytes) -> str:
    return reverse("pwa:practice_bundle", args=(bundle.compute_digest(archive),))


def _pictures() -> list[str]:
    """List the static files used by boards."""
    sprites = {meta.deck.sprite for meta in registry.list_metadata().values() if meta.deck.sprite}
    return sorted({AVATARS, CARD_BACK, *sprites})


def _titles() -> list[dict[str, Any]]:
    language = get_language() or "en"
    return [
        {
            "slug": meta.slug,
            "name": meta.name[language],
            "deck": meta.deck.name,
            "preview_cards": meta.preview_cards,
            "seats": list(get_seat_numbers(meta)),
            "seats_default": meta.seats_default,
            "levels": list_all_level_choices(meta, meta.clean_options({})),
        }
        for meta in registry.list_metadata().values()
    ]
