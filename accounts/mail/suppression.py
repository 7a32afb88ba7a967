"""Mailboxes whose owners want no mail from here, and the signed links by which they say so.

Only a digest of a mailbox is kept, and only a digest stands in a link: neither the table nor a log tells an address.
"""

from contextlib import suppress

from django.core import signing
from django.utils.crypto import salted_hmac

from accounts.models import SuppressedEmail, User
from config.db.locking import write_lock

SUPPRESS_SALT = "tefuda.email.block"
UNSUBSCRIBE_SALT = "tefuda.email.stop"
_DOTLESS_DOMAINS = {"gmail.com", "googlemail.com"}  # where dots in the name make no difference


def normalize_mailbox(email: str) -> str:
    """The mailbox behind an address: in lower case, without a "+tag", and with the domain as mail goes there, which is
    one for "example.org" and "ｅxample.org". Lest one mailbox count as many."""
    name, _, domain = email.strip().lower().rpartition("@")
    with suppress(UnicodeError):  # no domain at all
        domain = domain.encode("idna").decode()
    name = name.partition("+")[0] or name
    return f"{name.replace('.', '') if domain in _DOTLESS_DOMAINS else name}@{domain}"


def hash_mailbox(email: str) -> str:
    """64 hexadecimal digits that stand for a mailbox, and without the secret key are no use for finding it."""
    return salted_hmac("tefuda.email.mailbox", normalize_mailbox(email), algorithm="sha256").hexdigest()


def is_suppressed(email: str) -> bool:
    return is_digest_suppressed(hash_mailbox(email))


def is_digest_suppressed(digest: str) -> bool:
    return SuppressedEmail.objects.filter(email_hash=digest).exists()


def suppress_mailbox(digest: str) -> None:
    """From now on nothing is sent to this mailbox. Doing it twice is no harm."""
    with write_lock():
        SuppressedEmail.objects.get_or_create(email_hash=digest)


def unsuppress_mailbox(digest: str) -> None:
    """Lifts a block, if there is one."""
    with write_lock():
        SuppressedEmail.objects.filter(email_hash=digest).delete()


def make_suppress_token(email: str) -> str:
    """What lets whoever reads the mails to `email` block and allow them. It doesn't grow old."""
    return signing.Signer(salt=SUPPRESS_SALT).sign(hash_mailbox(email))


def read_suppress_token(token: str) -> str:
    """The digest in a block token. Raises signing.BadSignature if it is not one of ours."""
    return signing.Signer(salt=SUPPRESS_SALT).unsign(token)


def make_unsubscribe_token(user: User) -> str:
    """What ends the mails about turns to `user` at the present address. It doesn't grow old."""
    return signing.Signer(salt=UNSUBSCRIBE_SALT).sign(f"{user.public_id}-{hash_mailbox(user.email)[:32]}")


def get_unsubscribing_user(token: str) -> User | None:
    """Whose mails about turns a stop token ends. None: that address is nobody's any more, so there are none.

    Raises signing.BadSignature if the token is not one of ours.
    """
    public_id, _, mark = signing.Signer(salt=UNSUBSCRIBE_SALT).unsign(token).partition("-")
    user = User.objects.filter(public_id=public_id).first()
    return user if user and hash_mailbox(user.email).startswith(mark) else None
