"""Static files, including those of another version.

During an update two versions serve the site from one static folder. WhiteNoise lists the folder once, at start; a page
of the next version refers to files that were added later, and the previous version may get the request for them.
WhiteNoise's `AUTOREFRESH` looks up every file again, and isn't meant for production. `make practice` also adds files at
run time.
"""

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

from games.pwa.practice.pyodide import BASE_URL as PYODIDE_URL


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise has no types
    """WhiteNoise's middleware, which looks again for unknown files with immutable names."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if url not in self.files and self.immutable_file_test("", url):
            if url.startswith(self.static_prefix):
                self._add_later_file(url, self.static_prefix, self.static_root)
            elif url.startswith(PYODIDE_URL):
                self._add_later_file(url, "/", settings.PYODIDE_ROOT)
        response: HttpResponseBase = super().__call__(request)
        return response

    def _add_later_file(self, url: str, prefix: str, root: str | Path) -> None:
        parts = url.removeprefix(prefix).split("/")
        file = Path(root, *parts)
        if ".." not in parts and "" not in parts and file.is_file():
            self.add_file_to_dictionary(url, str(file))
