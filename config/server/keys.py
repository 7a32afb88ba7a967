"""Keys that an installation makes for itself. Standard library only."""

import base64
import secrets

_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def make_secret_key() -> str:
    return secrets.token_urlsafe(64)


def make_vapid_key() -> str:
    """A P-256 private key, a number from 1 to the order of the curve: 32 bytes as base64url without padding."""
    number = 1 + secrets.randbelow(_P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
