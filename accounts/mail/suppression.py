"""Mailboxes whose owners want no mail from here, and the signed links by which they say so.

Only a digest of a mailbox is kept, and only a digest stands in a link: neither the table nor a log tells an address.
"""

from contextlib import suppress

from django.core import signing
from django.utils.crypto import salted_hmac

from accounts.models import BlockedMailbox, User
from config.db.locking import write_lock

BLOCK_SALT = "tefuda.email.block"
STOP_SALT = "tefuda.email.stop"
_DOTLESS = {"gmail.com", "googlemail.com"}  # where dots in the name make no difference


def mailbox(email: str) -> str:
    """The mailbox behind an address: in lower case, without a "+tag", and with the domain as mail goes there, which is
    one for "example.org" and "ｅxample.org". Lest one mailbox count as many."""
    name, _, domain = email.strip().lower().rpartition("@")
    with suppress(UnicodeError):  # no domain at all
        domain = domain.encode("idna").decode()
    name = name.partition("+")[0] or name
    return f"{name.replace('.', '') if domain in _DOTLESS else name}@{domain}"


def digest(email: str) -> str:
    """64 hexadecimal digits that stand for a mailbox, and without the secret key are no use for finding it."""
    return salted_hmac("tefuda.email.mailbox", mailbox(email), algorithm="sha256").hexdigest()


def is_blocked(email: str) -> bool:
    return has_block(digest(email))


def has_block(digest: str) -> bool:
    return BlockedMailbox.objects.filter(digest=digest).exists()


def block(digest: str) -> None:
    """From now on nothing is sent to this mailbox. Doing it twice is no harm."""
    with write_lock():
        BlockedMailbox.objects.get_or_create(digest=digest)


def allow(digest: str) -> None:
    """Lifts a block, if there is one."""
    with write_lock():
        BlockedMailbox.objects.filter(digest=digest).delete()


def block_token(email: str) -> str:
    """What lets whoever reads the mails to `email` block and allow them. It doesn't grow old."""
    return signing.Signer(salt=BLOCK_SALT).sign(digest(email))


def blocked_by(token: str) -> str:
    """The digest in a block token. Raises signing.BadSignature if it is not one of ours."""
    return signing.Signer(salt=BLOCK_SALT).unsign(token)


def stop_token(user: User) -> str:
    """What ends the mails about turns to `user` at the present address. It doesn't grow old."""
    return signing.Signer(salt=STOP_SALT).sign(f"{user.public_id}-{digest(user.email)[:32]}")


def stopped_by(token: str) -> User | None:
    """Whose mails about turns a stop token ends. None: that address is nobody's any more, so there are none.

    Raises signing.BadSignature if the token is not one of ours.
    """
    public_id, _, mark = signing.Signer(salt=STOP_SALT).unsign(token).partition("-")
    user = User.objects.filter(public_id=public_id).first()
    return user if user and digest(user.email).startswith(mark) else None
