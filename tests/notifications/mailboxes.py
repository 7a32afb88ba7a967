"""Mail servers that misbehave, as real backends."""

from typing import Any

from django.core.mail.backends.base import BaseEmailBackend
from django.core.mail.backends.locmem import EmailBackend

main: Any = None  # the worker's own connection to the database
in_transaction: list[bool] = []


class Down(BaseEmailBackend):
    """An address where no mail server answers."""

    def send_messages(self, email_messages: Any) -> int:
        raise ConnectionRefusedError


class Killed(EmailBackend):
    """Sends, and then the process dies before it can note it."""

    def send_messages(self, messages: Any) -> int:
        super().send_messages(messages)
        raise KeyboardInterrupt


class Watching(EmailBackend):
    """Sends, and notes whether a transaction was open."""

    def send_messages(self, messages: Any) -> int:
        in_transaction.append(main.in_atomic_block)
        return super().send_messages(messages)


class Picky(EmailBackend):
    """Refuses one address and takes the others."""

    def send_messages(self, messages: Any) -> int:
        if any("anna" in message.to[0] for message in messages):
            raise ValueError("no such address")
        return super().send_messages(messages)
