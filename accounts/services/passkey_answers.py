"""Checks of passkey answers: each challenge counts once, and a signature counter must grow.

allauth keeps the challenge in the session, where two simultaneous requests find the same one, and ignores counters.
Imports fido2, which is large, so only pages about passkeys import this module (accounts.allauth_urls).
"""

import logging
from hashlib import sha256
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from fido2.webauthn import AuthenticationResponse, RegistrationResponse

from accounts import passkeys
from accounts.models import User
from accounts.services.users import lock_active_user
from config.db.locking import write_transaction

COUNTER, CHALLENGES = "sign_count", "challenges"  # keys of `Authenticator.data`, next to allauth's
# Per passkey; an answered challenge leaves its session, so only simultaneous requests can repeat it.
CHALLENGES_KEPT = 8
NOT_ACCEPTED = _("This passkey was not accepted. Please try again.")
TOO_MANY = _("You have the maximum number of passkeys. Please remove one first.")
logger = logging.getLogger(__name__)


@write_transaction()
def add_passkey(person: User, name: str, credential: dict[str, Any]) -> Authenticator:
    """Store a passkey whose answer is valid. Raise ValidationError for a challenge or a key that was used before."""
    lock_active_user(person.pk)
    rows = list(passkeys.get_passkeys(person))
    if len(rows) >= passkeys.MAX_PASSKEYS:
        raise ValidationError(TOO_MANY, code="many")
    challenge, credential_id = _parse_registration(credential)
    for row in rows:
        if challenge in row.data.get(CHALLENGES, ()) or credential_id == _parse_registration(row.data["credential"])[1]:
            raise ValidationError(NOT_ACCEPTED, code="repeated")
    data = {"name": name, "credential": credential, CHALLENGES: [challenge]}
    return Authenticator.objects.create(user=person, type=Authenticator.Type.WEBAUTHN, data=data)


@write_transaction()
def record_answer(passkey: Authenticator, credential: dict[str, Any]) -> None:
    """Record a valid answer of `passkey`.

    Raise ValidationError for a repeated challenge or a counter that hasn't grown. A counter that has always been 0 is
    accepted: passkeys synchronised between devices don't count.
    """
    response = AuthenticationResponse.from_dict(credential).response
    counter, challenge = response.authenticator_data.counter, _hash_challenge(response.client_data.challenge)
    row = Authenticator.objects.select_for_update(no_key=True).filter(pk=passkey.pk).first()
    if row is None:
        raise ValidationError(NOT_ACCEPTED, code="removed")
    last, challenges = _get_counter(row), row.data.get(CHALLENGES, [])
    if challenge in challenges:
        raise ValidationError(NOT_ACCEPTED, code="repeated")
    if (counter or last) and counter <= last:
        logger.warning("passkey %s refused: its counter went from %s to %s, so it may be a copy", row.pk, last, counter)
        raise ValidationError(NOT_ACCEPTED, code="counter")
    row.data |= {COUNTER: counter, CHALLENGES: [challenge, *challenges][:CHALLENGES_KEPT]}
    row.save(update_fields=["data"])


def _get_counter(row: Authenticator) -> int:
    """Return the counter of the last answer, or else that of the registration."""
    if COUNTER in row.data:
        return int(row.data[COUNTER])
    response = RegistrationResponse.from_dict(row.data["credential"]).response
    return int(response.attestation_object.auth_data.counter)


def _parse_registration(credential: dict[str, Any]) -> tuple[str, bytes]:
    """Return the hash of the answered challenge and the id of the new key."""
    response = RegistrationResponse.from_dict(credential).response
    key = response.attestation_object.auth_data.credential_data
    return _hash_challenge(response.client_data.challenge), key.credential_id if key else b""


def _hash_challenge(challenge: bytes) -> str:
    return sha256(challenge).hexdigest()
