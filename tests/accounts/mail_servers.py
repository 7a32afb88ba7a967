"""Mail servers that say no, as real backends."""

from smtplib import SMTPRecipientsRefused
from typing import Any

from django.core.mail.backends.base import BaseEmailBackend


class Down(BaseEmailBackend):
    """An address where no mail server answers."""

    def send_messages(self, email_messages: Any) -> int:
        raise ConnectionRefusedError


class Greylisting(BaseEmailBackend):
    """Takes no mail from strangers at the first try."""

    code = 450

    def send_messages(self, email_messages: Any) -> int:
        raise SMTPRecipientsRefused({message.to[0]: (self.code, b"no") for message in email_messages})


class Refusing(Greylisting):
    """Has no such mailbox."""

    code = 550


class Puzzled(BaseEmailBackend):
    """Can make no sense of the address."""

    def send_messages(self, email_messages: Any) -> int:
        raise ValueError(email_messages[0].to[0])
