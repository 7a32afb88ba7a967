"""The web server, uvicorn, with what it needs to stand at the door: for `serve`, and by itself.

`python -m config.server.http.uvicorn --host 0.0.0.0 --workers 4` takes all of uvicorn's options; those below are the
defaults.
"""

import os
import resource
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from config.asgi import Site
    from config.server.http.starting import StartingSite

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

OPEN_FILES = 8192
ROOM_FOR_PAGES = 2000  # connections beside the open streams, most of them kept for the next request


def allow_open_files() -> None:
    """As many as the system lets us have, within reason: each live page is one. Before `live` is imported."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def options() -> dict[str, Any]:
    """uvicorn's settings for this site."""
    from config.server.http.protocol import KEPT_SECONDS
    from config.server.sse.hub import MAX_STREAMS

    return {
        "http": "config.server.http.protocol:Connection",
        "ws": "none",
        "timeout_keep_alive": int(KEPT_SECONDS),
        "limit_concurrency": MAX_STREAMS + ROOM_FOR_PAGES,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # Django's settings say which proxies are believed
        "timeout_graceful_shutdown": 2,
    }


def encryption() -> dict[str, Any]:
    """uvicorn's settings for HTTPS, where `serve` was given a certificate."""
    certificate, key = os.environ.get("TEFUDA_CERT"), os.environ.get("TEFUDA_CERT_KEY")
    return {"ssl_certfile": certificate, "ssl_keyfile": key} if certificate and key else {}


def starting_site() -> "StartingSite":
    """What uvicorn serves, called once in each of its processes: those end with the one that started them."""
    from config.server.http.starting import StartingSite
    from config.server.processes.parent_watch import end_with_multiprocessing_parent

    end_with_multiprocessing_parent()
    return StartingSite(_load)


def _load() -> "Site":
    from config.asgi import application

    return application


def main() -> None:
    from django.conf import settings
    from uvicorn.main import main as uvicorn

    settings.DATABASES  # noqa: B018  # what is wrong with the settings is said here, and not by each worker anew

    allow_open_files()
    uvicorn(["config.server.http.uvicorn:starting_site", "--factory", *sys.argv[1:]], default_map=options())


if __name__ == "__main__":
    main()
