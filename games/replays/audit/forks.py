"""Check that a fork starts with exactly the position of its origin."""

from types import NoneType
from typing import Any

from games.engine.chance import Chance
from games.engine.errors import InvalidPayloadError
from games.engine.forks import create_fork_state
from games.engine.game import AnyGame, AnyState
from games.engine.hash_chain import hash_text
from games.engine.serialization.canonical_json import Json, dump_canonical
from games.replays.audit.base import MismatchError
from games.replays.audit.rows import TableRow

REFERENCE_KEYS = ("table", "event", "seat")


def is_fork_reference(fork: Json) -> bool:
    """Return whether this is a valid reference to a position, as in the event that creates a fork."""
    return (
        type(fork) is dict
        and fork.keys() == set(REFERENCE_KEYS)
        and type(fork["table"]) is str
        and type(fork["event"]) is int
        and type(fork["seat"]) in (int, NoneType)
    )


def restore_fork_state(
    table: TableRow, game: AnyGame, initial_state: AnyState, promised: Json, fork_data: Json, chance: Chance
) -> AnyState:
    """Return the state a fork starts with, from the data of its start. Raises MismatchError.

    `promised` is the reference in the event that created it, `initial_state` the state in which the rules would set up
    such a table.
    """
    if type(fork_data) is not dict or {name: fork_data.get(name) for name in REFERENCE_KEYS} != promised:
        raise MismatchError("fork")
    seat, carried_state = fork_data["seat"], fork_data.get("taken")
    try:
        state = create_fork_state(game, seat, carried_state, chance)
    except InvalidPayloadError:
        raise MismatchError("fork") from None
    if state.public.options != initial_state.public.options or len(state.own) != len(initial_state.own):
        raise MismatchError("fork")
    if not _matches_origin(table.origin, seat, carried_state):
        raise MismatchError("fork")
    return state


def _matches_origin(origin: Any, seat: int | None, carried_state: Any) -> bool:
    """Return whether the carried state matches the hashes in the log of the origin, if that is available."""
    if origin is None:
        return True
    hashes = [
        hash_text(dump_canonical(hand)) for number, hand in enumerate(carried_state["own"]) if seat in (None, number)
    ]
    origin_hashes = [hand for number, hand in enumerate(origin["own"]) if seat in (None, number)]
    parts = ("public",) if seat is not None else ("public", "hidden")
    return hashes == origin_hashes and all(
        hash_text(dump_canonical(carried_state[part])) == origin[part] for part in parts
    )
