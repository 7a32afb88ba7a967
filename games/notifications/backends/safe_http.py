"""Safe HTTP requests. All requests to addresses supplied by people or browsers go through this module.

Only HTTPS and port 443. The host name is resolved once, all its addresses must be public, and the connection goes to
one of those very addresses, with the name's certificate: changing the DNS record afterwards has no effect. Five seconds
in total, no redirects, and only the response's status is read.

Operators may list hosts of their own network (`TEFUDA_OUTBOUND_ALLOWED_HOSTS`: a name, or a name with its one port),
which are exempt from the rules on addresses and ports and may be reached by plain HTTP, since a LAN has no
certificates. With HTTPS, the certificate is checked there as well.
"""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

PORT = 443
PLAIN_PORT = 80
TIMEOUT_SECONDS = 5.0
MAX_HEADER_BYTES = 16 * 1024  # of a response
USER_AGENT = "Tefuda"
# Networks that `ipaddress` counts as global but that don't belong to single hosts: those that embed IPv4 addresses, and
# others.
_CARRIERS: tuple[IPv4Network | IPv6Network, ...] = tuple(
    ip_network(text)
    for text in (
        "192.88.99.0/24", "::/96", "::ffff:0:0/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/23",
        "2002::/16", "3fff::/20", "5f00::/16", "fec0::/10",
    )
)  # fmt: skip
_UNICAST = ip_network("2000::/3")

Resolver = Callable[[str, int], Collection[str]]  # returns a host's addresses for a port


class SendError(Exception):
    """A failed request: `problem` is one of `Delivery.Problem`. It is unknown whether the request arrived.

    For forbidden addresses, `reason` is "address" (invalid), "password", "scheme", "port" or "private".
    """

    def __init__(self, problem: str, reason: str = "") -> None:
        super().__init__(problem)
        self.problem, self.reason = problem, reason


@dataclass(frozen=True, slots=True)
class Address:
    """A parsed URL: the host as in its certificate, and the path with its query."""

    host: str
    port: int
    path: str
    is_plain: bool = False  # without encryption

    @property
    def has_usual_port(self) -> bool:
        return self.port == (PLAIN_PORT if self.is_plain else PORT)


def parse_address(url: str, allowed: Collection[str]) -> Address:
    """Parse a URL. Raises SendError("forbidden") for those that are never allowed, whatever they resolve to."""
    try:
        parts = urlsplit(url)
        is_plain = parts.scheme == "http"
        host, port = (parts.hostname or "").rstrip("."), parts.port or (PLAIN_PORT if is_plain else PORT)
        host = host if ":" in host else host.encode("idna").decode()
        path = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}".encode("ascii").decode()
    except ValueError:  # invalid port or host, or characters that need quoting
        raise SendError("forbidden", "address") from None
    if not (host and url.isascii() and url.isprintable()) or any(sign in url for sign in " \\"):
        raise SendError("forbidden", "address")
    if parts.username is not None or parts.password is not None:
        raise SendError("forbidden", "password")
    listed = _is_listed(host, port, allowed)
    if parts.scheme not in ("https", "http") or (is_plain and not listed):
        raise SendError("forbidden", "scheme")
    if port != PORT and not listed:
        raise SendError("forbidden", "port")
    return Address(host, port, path, is_plain)


def _is_listed(host: str, port: int, allowed: Collection[str]) -> bool:
    return host in allowed or f"{host}:{port}" in allowed


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to a single host on the public internet.

    >>> [is_public(text) for text in ("8.8.8.8", "10.0.0.1", "::ffff:8.8.8.8", "2606:4700::1111")]
    [True, False, False, True]
    """
    try:
        ip = ip_address(text)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and (ip.scope_id or ip not in _UNICAST):
        return False
    carried = any(ip in network for network in _CARRIERS if network.version == ip.version)
    return ip.is_global and not (carried or ip.is_multicast or ip.is_reserved or ip.is_private)


def resolve_host(host: str, port: int) -> Collection[str]:
    """Return the host's addresses from the system's resolver. Raises OSError."""
    entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(address[0]) for *_, address in entries))


def post_safely(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    method: str = "POST",
    allowed: Collection[str] = (),
    lookup: Resolver = resolve_host,
) -> int:
    """Send `body` with POST or PUT. Return the response's status, even of an error. Raises SendError.

    Uses neither database nor settings, so it may run in any thread. `allowed` are the operator's hosts, as "name" or
    "name:port".
    """
    stop_at = time.monotonic() + TIMEOUT_SECONDS
    to = parse_address(url, allowed)
    try:
        addresses = _resolve_in_time(lambda: lookup(to.host, to.port), stop_at)
    except TimeoutError:
        raise SendError("slow") from None
    except (OSError, UnicodeError):
        raise SendError("unknown") from None
    if not addresses or not (_is_listed(to.host, to.port, allowed) or all(map(is_public, addresses))):
        raise SendError("forbidden", "private")
    try:
        with _connect(addresses, to, stop_at) as line:
            line.settimeout(_left(stop_at))
            line.sendall(_request(method, to, body, headers))
            return _status(line, stop_at)
    except TimeoutError:
        raise SendError("slow") from None
    except ssl.SSLCertVerificationError:
        raise SendError("untrusted") from None
    except (OSError, ValueError):
        raise SendError("unreachable") from None


def _resolve_in_time(work: Callable[[], Collection[str]], stop_at: float) -> Collection[str]:
    """Resolve in a separate thread, abandoned on timeout, because the system's resolver can't be interrupted."""
    results: list[Collection[str] | OSError | UnicodeError] = []

    def look() -> None:
        try:
            results.append(work())
        except (OSError, UnicodeError) as problem:
            results.append(problem)

    thread = threading.Thread(target=look, daemon=True, name="look-up")
    thread.start()
    thread.join(_left(stop_at))
    if not results:
        raise TimeoutError
    if isinstance(results[0], Exception):
        raise results[0]
    return results[0]


def _connect(addresses: Collection[str], to: Address, stop_at: float) -> socket.socket:
    """Connect to the first of these addresses that answers; with HTTPS, verify the certificate for the name."""
    for attempts_left, address in zip(range(len(addresses), 0, -1), addresses, strict=True):
        try:
            line = socket.create_connection((address, to.port), _left(stop_at) / attempts_left)
            break
        except OSError:
            if attempts_left == 1:
                raise
    if to.is_plain:
        return line
    try:
        line.settimeout(_left(stop_at))
        return ssl.create_default_context().wrap_socket(line, server_hostname=to.host)
    except BaseException:
        line.close()
        raise


def _request(method: str, to: Address, body: bytes, headers: Mapping[str, str]) -> bytes:
    host = f"[{to.host}]" if ":" in to.host else to.host
    all_headers = {
        "Host": host if to.has_usual_port else f"{host}:{to.port}",
        "User-Agent": USER_AGENT,
        "Content-Length": str(len(body)),
        "Connection": "close",
        **headers,
    }
    lines = [f"{method} {to.path} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
    if any(sign in line for line in lines for sign in "\r\n"):
        raise ValueError("a header of two lines")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def _status(line: socket.socket, stop_at: float) -> int:
    """Return the status of a response, skipping interim ones (1xx). Raises ValueError if it isn't HTTP."""
    heard = b""
    while True:
        head, end, rest = heard.partition(b"\r\n\r\n")
        if end:
            version, status = head.split(b" ", 2)[:2]
            if not (version.startswith(b"HTTP/1.") and len(status) == 3 and status.isdigit()):
                raise ValueError("no HTTP")
            if not status.startswith(b"1"):
                return int(status)
            heard = rest
            continue
        line.settimeout(_left(stop_at))
        part = line.recv(4096)
        if not part or len(heard) > MAX_HEADER_BYTES:
            raise ValueError("no answer")
        heard += part


def _left(stop_at: float) -> float:
    """Return the seconds left. Raises TimeoutError after the deadline."""
    seconds = stop_at - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds
