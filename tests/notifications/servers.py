"""Real servers on this machine: mail, and HTTPS with a certificate trusted only on request."""

import socketserver
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "hook.test"


class Mailbox:
    """An SMTP server. While `held` is set it takes no mail, and says nothing."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.connections = 0
        self.rude = False  # hangs up instead of answering a goodbye
        self.held = threading.Event()
        self.called = threading.Event()  # the sender's request
        self.go_on = threading.Event()
        self.port = 0


class _Mail(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        box: Mailbox = self.server.box  # type: ignore[attr-defined]
        box.called.set()
        box.connections += 1
        if box.held.is_set():
            box.go_on.wait(60)
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                lines = iter(self.rfile.readline, b".\r\n")
                box.letters.append(message_from_bytes(b"".join(lines), policy=policy.default))  # type: ignore[arg-type]
            if box.rude and word == b"QUIT":
                return
            self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 fine\r\n")


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    box = Mailbox()
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Mail) as server:
        server.daemon_threads, server.box = True, box  # type: ignore[attr-defined]
        box.port = server.server_address[1]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield box
        box.go_on.set()
        server.shutdown()


class Received:
    """What an HTTPS server was sent, and how it answers."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, dict[str, str], bytes]] = []  # path, headers (in lower case), body
        self.names: list[str] = []  # asked for in the handshake
        self.answer = b"HTTP/1.1 204 No Content\r\n\r\n"
        self.held = threading.Event()  # while set nothing is answered
        self.go_on = threading.Event()
        self.port = 0
        self.authority = ""  # path of what to trust

    @property
    def origin(self) -> str:
        return f"{HOST}:{self.port}"


class _Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        endpoint: Received = self.server.got  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["Content-Length"]))
        endpoint.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        if endpoint.held.is_set():
            endpoint.go_on.wait(60)
        self.wfile.write(endpoint.answer)
        self.close_connection = True

    def log_message(self, *args: Any) -> None:
        pass

    do_PUT = do_POST


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        pass  # who gives up in the midst of a handshake


@contextmanager
def https_server(folder: Path, name: str = HOST) -> Iterator[Received]:
    """A server at 127.0.0.1 whose certificate is for `name`."""
    endpoint, (authority, paper) = Received(), papers(folder, name)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(paper)
    context.sni_callback = lambda line, server_name, _: endpoint.names.append(server_name or "")
    with _Server(("127.0.0.1", 0), _Hook) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        server.got, endpoint.port, endpoint.authority = endpoint, server.server_address[1], str(authority)  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield endpoint
        endpoint.go_on.set()
        server.shutdown()


@contextmanager
def http_server() -> Iterator[Received]:
    """A server at 127.0.0.1 without encryption, as in a LAN."""
    endpoint = Received()
    with _Server(("127.0.0.1", 0), _Hook) as server:
        server.got, endpoint.port = endpoint, server.server_address[1]  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield endpoint
        server.shutdown()


@cache
def papers(folder: Path, name: str) -> tuple[Path, Path]:
    """The certificate of an authority, and one of `name` with its key, signed by it."""
    now, day = datetime.now(UTC), timedelta(days=1)
    keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
    issuer, subject = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)]) for text in ("authority", name))

    def certified(owner: x509.Name, key: ec.EllipticCurvePrivateKey, is_authority: bool) -> x509.Certificate:
        builder = x509.CertificateBuilder().subject_name(owner).issuer_name(issuer).public_key(key.public_key())
        builder = (
            builder.serial_number(x509.random_serial_number()).not_valid_before(now - day).not_valid_after(now + day)
        )
        builder = builder.add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        if not is_authority:
            builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        return builder.sign(keys[0], hashes.SHA256())

    pem = serialization.Encoding.PEM
    authority, paper = folder / f"{name}-authority.pem", folder / f"{name}.pem"
    authority.write_bytes(certified(issuer, keys[0], True).public_bytes(pem))
    private = keys[1].private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    paper.write_bytes(certified(subject, keys[1], False).public_bytes(pem) + private)
    return authority, paper
