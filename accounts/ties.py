"""Whether two people play together, as far as the apps that know about playing have told. Knows no games itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_checks: list[Callable[[int, int], bool]] = []
_answers: ContextVar[dict[tuple[int, int], bool] | None] = ContextVar("answers", default=None)


def register(check: Callable[[int, int], bool]) -> None:
    """`check(one_pk, other_pk)` says whether the two are tied in a way that bars one from acting on the other."""
    _checks.append(check)


def tied(one_pk: int, other_pk: int) -> bool:
    """Whether any app knows of a tie between the two."""
    answers = _answers.get()
    if answers is None:
        return any(check(one_pk, other_pk) for check in _checks)
    if (one_pk, other_pk) not in answers:
        answers[one_pk, other_pk] = any(check(one_pk, other_pk) for check in _checks)
    return answers[one_pk, other_pk]


@contextmanager
def asked_once() -> Iterator[None]:
    """Inside, each pair is asked about once: for pages that say what may be done. What does it asks anew."""
    token = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(token)
