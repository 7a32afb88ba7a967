"""What is handed to whoever sends: all that is needed without the database, and what became of it."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a try: `problem` is one of `Delivery.Problem`, "" if it was sent.

    `final`: no further try would help. `gone`: the address is to be forgotten.
    """

    problem: str = ""
    final: bool = False
    gone: bool = False


SENT = Outcome()


@dataclass(frozen=True, slots=True)
class Parcel:
    """Rows that go out together, by their keys, and what sends them: without the database, in any thread."""

    channel: str
    pks: tuple[int, ...]
    recipient: int
    target: int
    send: Callable[[], Outcome]
