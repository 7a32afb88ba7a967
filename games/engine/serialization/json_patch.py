"""Differences between two plain JSON values, so that a snapshot need not be stored whole with every event.

A delta is None (nothing changed), `["=", value]` (replaced), `["{", {key: delta}, [removed keys]]` for objects or
`["[", {"index": delta}]` for lists of one length.

    >>> old, new = {"pot": 1, "seats": [8, 8]}, {"pot": 2, "seats": [8, 7]}
    >>> diff(old, new)
    ['{', {'pot': ['=', 2], 'seats': ['[', {'1': ['=', 7]}]}, []]
    >>> patch(old, diff(old, new)) == new
    True
"""

from typing import Any

Json = Any


def diff(old: Json, new: Json) -> Json:
    """Return the delta that turns `old` into `new`."""
    if type(old) is type(new) and old == new and _same_kinds(old, new):
        return None
    if type(old) is dict and type(new) is dict:
        entries = {key: diff(old[key], new[key]) if key in old else ["=", new[key]] for key in new}
        return [
            "{",
            {key: change for key, change in entries.items() if change is not None},
            sorted(old.keys() - new.keys()),
        ]
    if type(old) is list and type(new) is list and len(old) == len(new):
        pairs = ((str(i), diff(a, b)) for i, (a, b) in enumerate(zip(old, new, strict=True)))
        return ["[", {i: change for i, change in pairs if change is not None}]
    return ["=", new]


def patch(old: Json, delta: Json) -> Json:
    """Apply a delta to `old`, which is not modified, and return the new value."""
    if delta is None:
        return old
    if delta[0] == "=":
        return delta[1]
    if delta[0] == "{":
        removed = set(delta[2])
        remaining = {key: value for key, value in old.items() if key not in removed}
        return remaining | {key: patch(old.get(key), change) for key, change in delta[1].items()}
    whole = list(old)
    for index, change in delta[1].items():
        whole[int(index)] = patch(whole[int(index)], change)
    return whole


def _same_kinds(old: Json, new: Json) -> bool:
    """Return whether the types are equal too: in Python 1 == True, in the log not."""
    if type(old) is dict:
        return all(_same_kinds(old[key], new[key]) for key in old)
    if type(old) is list:
        return all(_same_kinds(a, b) for a, b in zip(old, new, strict=True))
    return type(old) is type(new)
