"""A passkey made of software: answers the site's challenges as a browser with an authenticator does."""

import hashlib
import secrets
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import Aaguid, AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

FLAGS = AuthenticatorData.FLAG


class SoftwarePasskey:
    """One key pair for one site. `counter` is what the next answer says; synced passkeys leave it at 0."""

    def __init__(self, host: str, *, counter: int = 0) -> None:
        self.host, self.counter = host, counter
        self._key = ec.generate_private_key(ec.SECP256R1())
        self.credential_id = secrets.token_bytes(16)
        self.user_handle = ""

    def register(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `options`, as the page for adding a passkey has them."""
        public = options["publicKey"]
        self.user_handle = public["user"]["id"]
        key = ES256.from_cryptography_key(self._key.public_key())
        credential = AttestedCredentialData.create(Aaguid.NONE, self.credential_id, key)
        data = self._authenticator_data(FLAGS.UP | FLAGS.UV | FLAGS.AT, credential)
        client = self._client_data(CollectedClientData.TYPE.CREATE, public["challenge"])
        attestation = AttestationObject.create("none", data, {})
        return self._envelope(
            {"clientDataJSON": websafe_encode(client), "attestationObject": websafe_encode(attestation)},
            {"credProps": {"rk": True}},
        )

    def authenticate(self, options: dict[str, Any]) -> dict[str, Any]:
        """Answer `options`, as the log-in has them."""
        client = self._client_data(CollectedClientData.TYPE.GET, options["publicKey"]["challenge"])
        data = self._authenticator_data(FLAGS.UP | FLAGS.UV, b"")
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        answer = {
            "clientDataJSON": websafe_encode(client), "authenticatorData": websafe_encode(data),
            "signature": websafe_encode(signature), "userHandle": self.user_handle,
        }  # fmt: skip
        return self._envelope(answer, {})

    def _authenticator_data(self, flags: FLAGS, credential: bytes) -> AuthenticatorData:
        return AuthenticatorData.create(hashlib.sha256(self.host.encode()).digest(), flags, self.counter, credential)

    def _client_data(self, kind: str, challenge: str) -> CollectedClientData:
        return CollectedClientData.create(type=kind, challenge=challenge, origin=f"https://{self.host}")

    def _envelope(self, response: dict[str, str], extensions: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": websafe_encode(self.credential_id), "rawId": websafe_encode(self.credential_id),
            "type": "public-key", "response": response, "clientExtensionResults": extensions,
        }  # fmt: skip
