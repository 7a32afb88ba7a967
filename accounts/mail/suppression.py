"""Mailboxes that get no mail, and the signed links with which their owners opt out.

Only digests are stored and used in links, so neither the table nor logs reveal an address.
"""

from django.core import signing
from django.utils.crypto import salted_hmac

from accounts.addresses import normalize_address
from accounts.models import SuppressedEmail, User
from config.db.locking import write_lock

SUPPRESS_SALT = "tefuda.email.block"
UNSUBSCRIBE_SALT = "tefuda.email.stop"
_DOTLESS_DOMAINS = {"gmail.com", "googlemail.com"}  # ignore dots in the local part


def normalize_mailbox(email: str) -> str:
    """Return the mailbox of an address, without a "+tag", so that variants count as one."""
    name, _, domain = normalize_address(email).rpartition("@")
    name = name.partition("+")[0] or name
    return f"{name.replace('.', '') if domain in _DOTLESS_DOMAINS else name}@{domain}"


def hash_mailbox(email: str) -> str:
    """Return 64 hexadecimal digits for a mailbox, which don't reveal it without the secret key."""
    return salted_hmac("tefuda.email.mailbox", normalize_mailbox(email), algorithm="sha256").hexdigest()


def is_suppressed(email: str) -> bool:
    return is_digest_suppressed(hash_mailbox(email))


def is_digest_suppressed(digest: str) -> bool:
    return SuppressedEmail.objects.filter(email_hash=digest).exists()


def suppress_mailbox(digest: str) -> None:
    """Send no more mail to this mailbox. Idempotent."""
    with write_lock():
        SuppressedEmail.objects.get_or_create(email_hash=digest)


def unsuppress_mailbox(digest: str) -> None:
    """Allow mail to this mailbox again."""
    with write_lock():
        SuppressedEmail.objects.filter(email_hash=digest).delete()


def make_suppress_token(email: str) -> str:
    """Return a token for the link in mails to `email` that suppresses or allows them. It doesn't expire."""
    return signing.Signer(salt=SUPPRESS_SALT).sign(hash_mailbox(email))


def read_suppress_token(token: str) -> str:
    """Return the digest in a suppress token. Raises signing.BadSignature if it is invalid."""
    return signing.Signer(salt=SUPPRESS_SALT).unsign(token)


def make_unsubscribe_token(user: User) -> str:
    """Return a token for ending mails about turns to the user's current address. It doesn't expire."""
    return signing.Signer(salt=UNSUBSCRIBE_SALT).sign(f"{user.public_id}-{hash_mailbox(user.email)[:32]}")


def get_unsubscribing_user(token: str) -> User | None:
    """Return the user whose mails about turns the token ends. None: no user has that address any more.

    Raises signing.BadSignature if the token is invalid.
    """
    public_id, _, mark = signing.Signer(salt=UNSUBSCRIBE_SALT).unsign(token).partition("-")
    user = User.objects.filter(public_id=public_id).first()
    return user if user and hash_mailbox(user.email).startswith(mark) else None
