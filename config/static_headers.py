"""How long browsers may keep static files, where WhiteNoise can't tell."""

from wsgiref.headers import Headers

from games.pwa.practice.pyodide import BASE_URL

FOR_EVER = "max-age=31536000, public, immutable"


def static_headers(headers: Headers, path: str, url: str) -> None:
    """A version in the address names these files, whatever it looks like."""
    if url.startswith(BASE_URL):
        headers["Cache-Control"] = FOR_EVER
