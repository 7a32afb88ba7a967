"""Messages and results passed between outbox and backends, which don't use the database."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DeliveryResult:
    """The result of an attempt: `problem` is one of `Delivery.Problem`, "" on success.

    `is_final`: retrying is pointless. `is_gone`: the address no longer exists.
    """

    problem: str = ""
    is_final: bool = False
    is_gone: bool = False
    status: int = 0  # of an HTTP response that wasn't a success


SENT = DeliveryResult()


@dataclass(frozen=True, slots=True)
class OutboundMessage:
    """Delivery rows that are sent together, and the function that sends them.

    The function runs in any thread and doesn't use the database.
    """

    channel: str
    delivery_pks: tuple[int, ...]
    recipient: int
    target: int
    send: Callable[[], DeliveryResult]
