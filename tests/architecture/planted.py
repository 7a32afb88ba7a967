"""Run in a copy of the packages: plants one import after another and prints which of them break their contract.

One process for all of them: starting import-linter takes longer than what it does. Reads from its standard input what
to plant, a JSON list of [contract, path, line]; prints a JSON list of booleans.
"""

import json
import sys
from copy import copy
from pathlib import Path

from importlinter import configuration
from importlinter.application import use_cases


def breaks(contract: str, path: str, line: str) -> bool:
    """Return whether this line in the file breaks the contract. The file is restored afterwards."""
    file = Path(path)
    before = file.read_text() if line else None  # a module without a line is a new one
    file.write_text(f"{before or ''}\n{line}\n")
    try:
        options = copy(OPTIONS)
        (options.contracts_options,) = ([option] for option in OPTIONS.contracts_options if option["name"] == contract)
        return bool(use_cases.create_report(options, cache_dir="cache").contains_failures)
    finally:
        file.unlink() if before is None else file.write_text(before)


if __name__ == "__main__":
    sys.path.insert(0, ".")
    configuration.configure()
    OPTIONS = use_cases.read_user_options()
    use_cases._register_contract_types(OPTIONS)
    answers = [breaks(*planted) for planted in json.load(sys.stdin)]
    sys.stdout.write(f"\n{json.dumps(answers)}\n")
