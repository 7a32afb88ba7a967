"""Does a match that goes on from another begin with that one's position, and with nothing else?"""

from types import NoneType
from typing import Any

from games.engine.chance import Chance
from games.engine.errors import BadPayload
from games.engine.forks import fork_state
from games.engine.game import AnyState, AnyTitle
from games.engine.hash_chain import text_hash
from games.engine.serialization.canonical_json import Json, canonical
from games.replays.audit.base import Differs
from games.replays.audit.rows import TableRow

NAMED = ("table", "event", "seat")


def is_named(fork: Json) -> bool:
    """Whether it has the shape of what a table's creation says of the position that it goes on from."""
    return (
        type(fork) is dict
        and fork.keys() == set(NAMED)
        and type(fork["table"]) is str
        and type(fork["event"]) is int
        and type(fork["seat"]) in (int, NoneType)
    )


def forked(table: TableRow, title: AnyTitle, fresh: AnyState, promised: Json, told: Json, chance: Chance) -> AnyState:
    """The state it begins with, by what its start tells; `promised` is what was told when it was set up.

    `fresh` is how the rules set such a table up. Raises Differs.
    """
    if type(told) is not dict or {name: told.get(name) for name in NAMED} != promised:
        raise Differs("fork")
    seat, taken = told["seat"], told.get("taken")
    try:
        state = fork_state(title, seat, taken, chance)
    except BadPayload:
        raise Differs("fork") from None
    if state.public.options != fresh.public.options or len(state.own) != len(fresh.own):
        raise Differs("fork")
    if not _is_of_the_other(table.origin, seat, taken):
        raise Differs("fork")
    return state


def _is_of_the_other(origin: Any, seat: int | None, taken: Any) -> bool:
    """Whether what was taken along has the hashes in the other match's log, if that is there to be asked."""
    if origin is None:
        return True
    own = [text_hash(canonical(one)) for number, one in enumerate(taken["own"]) if seat in (None, number)]
    theirs = [one for number, one in enumerate(origin["own"]) if seat in (None, number)]
    parts = ("public",) if seat is not None else ("public", "hidden")
    return own == theirs and all(text_hash(canonical(taken[part])) == origin[part] for part in parts)
