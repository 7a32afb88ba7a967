"""Names in stored or exported data, as the code has them.

`python -m tests.replays.records.frozen_names` writes `names.json`, to which names are only added.
"""

import ast
import json
import os
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

ROOT = Path(__file__).resolve().parents[3]
NAMES = Path(__file__).with_name("names.json")
DRAWS = ("shuffled", "randbelow", "substream", "below", "stream")


def frozen_names() -> dict[str, Any]:
    """By game: options, deck and its codes, labels of chance, and the fields of every tagged or stored value; and the
    kinds, causes and statuses of events and tables."""
    from games.catalog import registry
    from games.tables.models import Event, Result, Table

    names: dict[str, Any] = {
        "event kinds": sorted(Event.Kind.values),
        "event causes": sorted(Event.Cause.values),
        "table statuses": sorted(Table.Status.values),
        "result outcomes": sorted(Result.Outcome.values),
    }
    for slug, meta in sorted(registry.list_metadata().items()):
        game = registry.get_game(slug)
        state = dict(zip(("public", "own", "hidden"), get_args(game.state_class), strict=True))
        names[slug] = {
            "options": {option.key: [str(choice) for choice in option.choices] for option in meta.options},
            "deck": {"name": meta.deck.name, "codes": " ".join(sorted(meta.deck.codes()))},
            "chance": sorted(labels(ROOT / "games" / "catalog" / slug)),
            "moves": {kind.type: fields_of(kind) for kind in game.moves},
            "happenings": {kind.type: fields_of(kind) for kind in game.happenings},
            "state": {part: fields_of(kind) for part, kind in state.items()},
            "values": sorted(" ".join(fields_of(kind)) for kind in list_nested_types(state.values())),
        }
    return names


def fields_of(kind: Any) -> list[str]:
    return sorted(part.name for part in fields(kind))


def list_nested_types(kinds: Any) -> set[type]:
    """The values that these hold in their fields, however deep."""
    types: set[type] = set()
    waiting = list(kinds)
    while waiting:
        hinted = waiting.pop()
        for hint in [*get_args(hinted), *(get_type_hints(hinted).values() if is_dataclass(hinted) else ())]:
            if isinstance(hint, type) and is_dataclass(hint) and hint not in types:
                types.add(hint)
                waiting.append(hint)
            elif get_args(hint):
                waiting.append(hint)
    return types


def labels(folder: Path) -> set[str]:
    """Return the labels of chance that a game draws from, `{}` for varying parts. Its checker draws nothing."""
    names = set()
    for path in set(folder.glob("*.py")) - {folder / "record_check.py"}:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in DRAWS:
                if node.args and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
                    names.add(node.args[0].value)
                elif node.args and isinstance(node.args[0], ast.JoinedStr):
                    parts = node.args[0].values
                    names.add("".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts))
    return names


if __name__ == "__main__":
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    NAMES.write_text(json.dumps(frozen_names(), indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
