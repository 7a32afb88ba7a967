"""Who may read and write where. From what the table's access holds already: no query.

While a match runs, players talk among themselves and spectators apart, so that nobody who sees more than a seat may
know (several hands, on another's screen) tells it to one who plays. Before and after it everybody reads everything;
only what the players of a private table have said stays among them, whoever may see the match afterwards.
"""

from dataclasses import dataclass

from games.catalog import registry
from games.engine.serialization.canonical_json import parse
from games.social.models import RoomName
from games.tables.access import Access
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reader stands: the rooms they may read, and the one they write in."""

    reads: tuple[RoomName, ...]
    writes: RoomName


def place(access: Access) -> Place:
    """The reader's place at a table that they may see."""
    own = RoomName.SPECTATORS if access.own is None else RoomName.PLAYERS
    running = access.table.status == Table.Status.RUNNING
    apart = access.own is None and access.table.ended and access.table.visibility == Table.Visibility.PRIVATE
    return Place((own,) if running or apart else (RoomName.PLAYERS, RoomName.SPECTATORS), own)


def may_comment(access: Access) -> bool:
    """Whether the reader reads and writes comments on a match: who took part in it, once it is over."""
    return access.own is not None and access.table.ended


def topic(table: str, name: RoomName) -> str:
    """What open pages are told of, for the table with that public id."""
    return f"{table}/{name.value}"


def phrases_only(access: Access) -> bool:
    """Whether the reader may say no more than quick phrases: they hold a seat at a running match, and it is a bot's
    to play or decides nothing more in this deal. Reads the public part of the position alone."""
    own, table = access.own, access.table
    if own is None or table.status != Table.Status.RUNNING:
        return False
    position = getattr(table, "position", None)
    if own.bot or position is None:
        return True
    view = registry.title(table.title).read_view(parse(position.frame), None)
    return own.number in view.done
