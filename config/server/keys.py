"""Generation of an installation's own keys. Standard library only."""

import base64
import secrets

_P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def make_secret_key() -> str:
    return secrets.token_urlsafe(64)


def make_vapid_key() -> str:
    """Return a P-256 private key, 1 up to the curve's order: 32 bytes as base64url without padding."""
    number = 1 + secrets.randbelow(_P256_ORDER - 1)
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")
