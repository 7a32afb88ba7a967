"""Whether two people play together, as far as the apps that know about playing have told. Knows no games itself."""

from collections.abc import Callable

_checks: list[Callable[[int, int], bool]] = []


def register(check: Callable[[int, int], bool]) -> None:
    """`check(one_pk, other_pk)` says whether the two are tied in a way that bars one from acting on the other."""
    _checks.append(check)


def tied(one_pk: int, other_pk: int) -> bool:
    """Whether any app knows of a tie between the two."""
    return any(check(one_pk, other_pk) for check in _checks)
