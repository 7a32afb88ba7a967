"""A mail server that takes everything and remembers it."""

import random
import re
import socketserver
import threading
import time
from collections import defaultdict
from contextlib import suppress

SLOW_SECONDS = 0.5
TO = re.compile(rb"^To:\s*(\S+)", re.I | re.M)
MESSAGE_ID = re.compile(rb"^Message-ID:\s*(<[^>]+>)", re.I | re.M)


class Sink:
    """A mail server on a free port. `mails`: times of each copy by Message-ID (seconds, wall clock);
    `recipients`: its recipients.
    """

    def __init__(self) -> None:
        self.mails: defaultdict[str, list[float]] = defaultdict(list)
        self.recipients: dict[str, str] = {}
        sink = self

        class Session(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                with suppress(OSError):  # who sends was killed
                    sink.talk(self)

        class Server(socketserver.ThreadingTCPServer):
            allow_reuse_address = daemon_threads = True

        self.server = Server(("127.0.0.1", 0), Session)
        self.port: int = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def talk(self, session: socketserver.StreamRequestHandler) -> None:
        session.wfile.write(b"220 sink\r\n")
        for line in session.rfile:
            verb = line[:4].upper()
            if verb == b"DATA":
                session.wfile.write(b"354 go on\r\n")
                lines = list(iter(session.rfile.readline, b".\r\n"))
                if lines and lines[-1] == b"":  # cut off in the middle: not taken
                    return
                self.take(b"".join(lines))
                time.sleep(
                    random.uniform(0, SLOW_SECONDS)
                )  # a process killed here doesn't know that the mail was accepted
            session.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 ok\r\n")
            if verb == b"QUIT":
                return

    def take(self, mail: bytes) -> None:
        match, to = MESSAGE_ID.search(mail), TO.search(mail)
        message_id = match[1].decode() if match else "?"
        self.recipients[message_id] = to[1].decode() if to else "?"
        self.mails[message_id].append(time.time())
