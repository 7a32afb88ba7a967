"""Toys that each break one promise of the contract, with the check that must notice."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tests.contract.checks import Check
from tests.contract.subject import Subject
from tests.contract.toys.subject import SUBJECT
from tests.contract.toys.toy import ToyRules


class Broken(dict[str, tuple[Check, Subject]]):
    """Broken subjects by name."""

    def noticed_by(self, check: Check) -> Callable[[type[ToyRules]], type[ToyRules]]:
        """Registers rules which that check must not let pass."""

        def register(rules: type[ToyRules]) -> type[ToyRules]:
            self[rules.__name__] = check, SUBJECT.with_rules(rules())
            return rules

        return register

    def title_noticed_by(self, check: Check, name: str, **parts: Any) -> None:
        """Registers the toy with other parts than its rules replaced."""
        self[name] = check, replace(SUBJECT, title=replace(SUBJECT.title, **parts))
