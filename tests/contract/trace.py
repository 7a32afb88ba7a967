"""The bytes of a match, and the same from another process: `python -m tests.contract.trace <slug> <setup> <seed>`."""

import hashlib
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from games.engine.serialization.canonical_json import dump_canonical
from tests.contract.harness import legal_json, match, seats_of, text
from tests.contract.subject import Subject, subject

ROOT = Path(__file__).resolve().parents[2]


def trace(subject: Subject, setup: int, seed: int) -> str:
    """sha256 over states, happenings, views and legal moves of a whole match."""
    bytes_so_far = hashlib.sha256()
    title, rules = subject.title, subject.title.rules
    for moment in match(subject, subject.setups[setup], seed):
        seats = seats_of(subject.title, moment.state)
        parts = [text(moment.state), text(moment.step.happenings)]
        parts += [text(title.view(moment.state, seat)) for seat in (*seats, None)]
        parts += [dump_canonical(legal_json(rules.legal(moment.state, seat))) for seat in seats]
        bytes_so_far.update("\n".join(parts).encode())
    return bytes_so_far.hexdigest()


def trace_elsewhere(name: str, setup: int, seed: int, hash_seed: int) -> str:
    """The same from a fresh Python whose strings hash otherwise. `name`: a slug, or `module:attribute` of a subject."""
    command = [sys.executable, "-m", "tests.contract.trace", name, str(setup), str(seed)]
    environment = os.environ | {"PYTHONHASHSEED": str(hash_seed)}
    completed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert completed.returncode == 0, completed.stderr
    return completed.stdout.strip()


def get_subject(name: str) -> Subject:
    if ":" not in name:
        return subject(name)
    module, attribute = name.split(":")
    value = getattr(import_module(module), attribute)
    assert isinstance(value, Subject)
    return value


if __name__ == "__main__":
    sys.stdout.write(trace(get_subject(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])) + "\n")
