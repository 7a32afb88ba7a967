"""What is handed to whoever sends: all that is needed without the database, and what became of it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """What became of a try: `problem` is one of `Delivery.Problem`, "" if it was sent.

    `is_final`: no further try would help. `is_gone`: the address is to be forgotten.
    """

    problem: str = ""
    is_final: bool = False
    is_gone: bool = False
    status: int = 0  # of an HTTP answer that was no yes


SENT = DeliveryResult()


@dataclass(frozen=True, slots=True)
class OutboundMessage:
    """Rows that go out together, by their keys, and what sends them: without the database, in any thread."""

    channel: str
    delivery_pks: tuple[int, ...]
    recipient: int
    target: int
    send: Callable[[], DeliveryResult]
