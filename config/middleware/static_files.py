"""Static files, those of another version included.

While a site is updated two versions serve it from one folder of static files. WhiteNoise lists the folder once, when it
starts; a page of the next version names files that came later, and it may be the former version that is asked for them.
WhiteNoise's `AUTOREFRESH` looks for every file anew, and is not meant for a site in use.
"""

from pathlib import Path

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware


class StaticFilesMiddleware(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise has no types
    """WhiteNoise's, which looks once more for a file whose name says that its content never changes."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        url = request.path_info
        if url not in self.files and url.startswith(self.static_prefix) and self.immutable_file_test("", url):
            self._add_later_file(url)
        response: HttpResponseBase = super().__call__(request)
        return response

    def _add_later_file(self, url: str) -> None:
        parts = url.removeprefix(self.static_prefix).split("/")
        file = Path(self.static_root, *parts)
        if ".." not in parts and "" not in parts and file.is_file():
            self.add_file_to_dictionary(url, str(file))
