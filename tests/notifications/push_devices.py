"""The browser's side of push messages."""

import base64
import json

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.notifications.readers import subscribed

AUTH = b"sixteen bytes ok"


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Browser:
    """A browser's side of a subscription."""

    def __init__(self, service, person, path: str) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"https://localhost:{service.port}{path}"
        self.device = subscribed(person, endpoint, plain(self.point), plain(AUTH))

    def reads(self, body: bytes) -> dict:
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH))
