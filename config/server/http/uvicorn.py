"""The web server, uvicorn, with what it needs to stand at the door: for `serve`, and by itself.

`python -m config.server.http.uvicorn --host 0.0.0.0 --workers 4` takes all of uvicorn's options; those below are the
defaults.
"""

import os
import resource
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from config.asgi import AsgiSite
    from config.server.http.starting import StartupSite

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

OPEN_FILES = 8192
PAGE_CONNECTIONS = 2000  # connections beside the open streams, most of them kept for the next request


def raise_open_file_limit() -> None:
    """As many as the system lets us have, within reason: each live page is one. Before `live` is imported."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def get_uvicorn_options() -> dict[str, Any]:
    """uvicorn's settings for this site."""
    from config.server.http.protocol import KEEP_ALIVE_SECONDS
    from config.server.sse.hub import MAX_STREAMS

    return {
        "http": "config.server.http.protocol:LimitedProtocol",
        "ws": "none",
        "timeout_keep_alive": int(KEEP_ALIVE_SECONDS),
        "limit_concurrency": MAX_STREAMS + PAGE_CONNECTIONS,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # Django's settings say which proxies are believed
        "timeout_graceful_shutdown": 2,
    }


def get_tls_options() -> dict[str, Any]:
    """uvicorn's settings for HTTPS, where `serve` was given a certificate."""
    certificate, key = os.environ.get("TEFUDA_TLS_CERT"), os.environ.get("TEFUDA_TLS_KEY")
    return {"ssl_certfile": certificate, "ssl_keyfile": key} if certificate and key else {}


def create_startup_site() -> "StartupSite":
    """What uvicorn serves, called once in each of its processes: those end with the one that started them."""
    from config.server.http.starting import StartupSite
    from config.server.processes.parent_watch import end_with_multiprocessing_parent

    end_with_multiprocessing_parent()
    return StartupSite(_load)


def _load() -> "AsgiSite":
    from config.asgi import application

    return application


def main() -> None:
    from django.conf import settings
    from uvicorn.main import main as uvicorn

    settings.DATABASES  # noqa: B018  # what is wrong with the settings is said here, and not by each worker anew

    raise_open_file_limit()
    uvicorn(
        ["config.server.http.uvicorn:create_startup_site", "--factory", *sys.argv[1:]],
        default_map=get_uvicorn_options(),
    )


if __name__ == "__main__":
    main()
