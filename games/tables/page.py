"""Everything the table page shows, for one reader."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.translation import get_language

from games import catalog
from games.engine.codec import parse
from games.engine.contract import AnyTitle, Move, Standing
from games.engine.legal import Legal
from games.engine.meta import Meta, Option, Value
from games.tables.access import Access
from games.tables.estimates import Estimate, estimate
from games.tables.log import LogLine, log_tail
from games.tables.models import Table
from games.tables.names import SeatLine, in_language, seat_lines
from games.tables.since import Since, since_last_move

LOG_EVENTS = 50  # looked at for the log and for what happened since one's last move
LOG_SHOWN = 30


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table as one reader may know it. `key` is a fresh idempotency key for the move form."""

    id: str
    slug: str
    title_name: str
    status: str
    frozen: bool
    frozen_reason: str
    visibility: str  # in words
    turn_seconds: int
    options: list[tuple[str, str]]
    commitment: str
    rev: int
    seq: int
    digest: str
    host_name: str
    may_lead: bool  # may fill and start, while the table is open
    is_member: bool
    invite_code: str
    seats: list[SeatLine]
    names: list[str]
    my_seat: int | None
    my_bot: bool  # a bot stands in for me
    asked: int | None
    deadline: datetime | None
    key: str
    view: Any
    legal: Legal[Move]
    standing: Standing | None
    mark: str  # how far the log goes and for whose eyes: who brings it back is sent only what came after
    log: list[LogLine]
    log_goes_on: bool  # from the mark that was brought; else it is the newest stretch of the log
    since: Since
    levels: tuple[str, ...]
    waiting_names: list[str] = field(default_factory=list)
    estimate: Estimate | None = None  # of an open table
    # filled in by the view: what rooms above add, by name, and what only the web knows
    more: dict[str, Any] = field(default_factory=dict)
    invite_url: str = ""
    stream_token: str = ""
    refusal: Any = None

    @property
    def ended(self) -> bool:
        return self.status in ("finished", "voided", "abandoned")

    @property
    def full(self) -> bool:
        return not any(line.vacant for line in self.seats)

    @property
    def can_join(self) -> bool:
        return self.status == "open" and not self.frozen and self.my_seat is None and not self.full

    @property
    def can_leave(self) -> bool:
        return self.status == "open" and not self.frozen and self.my_seat is not None

    @property
    def can_start(self) -> bool:
        return self.can_leave and self.may_lead and self.full

    @property
    def can_fill(self) -> bool:
        return self.can_leave and self.may_lead and not self.full


def table_page(access: Access, mark: str = "") -> TablePage:
    """The page for whoever `access` is, who has the log until `mark`. 1 query more (the log's tail)."""
    table, seat = access.table, access.seat
    title = catalog.title(table.title)
    view, legal, standing = _position(title, access)
    lines = seat_lines(access.seats, seat)
    eyes = _eyes(lines)
    seen = _seen(mark, eyes, table.seq)
    tail = log_tail(table, seat, LOG_EVENTS, seen)
    news = [line for line in tail.lines if line.seq > seen]
    own = access.own
    return TablePage(
        id=table.public_id,
        slug=table.title,
        title_name=in_language(title.meta.name),
        status=table.status,
        frozen=table.frozen_at is not None,
        frozen_reason=table.frozen_reason,
        visibility=table.get_visibility_display(),
        turn_seconds=table.turn_seconds,
        options=option_labels(title.meta, table.options),
        commitment=table.commitment,
        rev=table.rev,
        seq=table.seq,
        digest=table.digest,
        host_name=access.host_name,
        may_lead=access.may_lead,
        is_member=own is not None,
        invite_code=table.invite_code if own is not None else "",
        seats=lines,
        names=[line.name for line in lines],
        my_seat=seat,
        my_bot=own is not None and bool(own.bot),
        asked=access.asked,
        deadline=own.deadline if own is not None and not own.bot else None,
        key=secrets.token_urlsafe(12),
        view=view,
        legal=legal,
        standing=standing,
        mark=f"{table.seq}-{eyes}",
        log=news[-LOG_SHOWN:],
        log_goes_on=seen > 0 and len(news) <= LOG_SHOWN,
        since=since_last_move(tail, seat),
        levels=tuple(title.bots),
        waiting_names=[line.name for line in lines if line.waiting],
        estimate=_estimate(title.meta, table, lines),
    )


def _eyes(lines: Sequence[SeatLine]) -> str:
    """In what words the log is told: to whom, with which names, in which language."""
    words = (get_language(), [(line.name, line.is_me) for line in lines])
    return hashlib.sha256(repr(words).encode()).hexdigest()[:8]


def _seen(mark: str, eyes: str, last: int) -> int:
    """The last event that whoever brings this mark has in these words; 0 if it is none of ours, or too long ago."""
    seen, _, same = mark.partition("-")
    known = same == eyes and seen.isascii() and seen.isdecimal() and len(seen) < 10
    return int(seen) if known and last - LOG_EVENTS <= int(seen) <= last else 0


def _position(title: AnyTitle, access: Access) -> tuple[Any, Legal[Move], Standing | None]:
    state, own = access.state, access.own
    if state is None:
        position = getattr(access.table, "position", None)
        if position is None:
            return None, Legal(), None
        state = title.read_state(parse(position.frame))
    may_act = own is not None and not own.bot and access.table.in_play
    legal: Legal[Move] = title.rules.legal(state, own.number) if own is not None and may_act else Legal()
    return title.view(state, access.seat), legal, title.rules.standing(state)


def _estimate(meta: Meta, table: Table, lines: Sequence[SeatLine]) -> Estimate | None:
    if table.status != Table.Status.OPEN:
        return None
    bots = sum(line.is_bot for line in lines)
    return estimate(meta, table.options, len(lines), bots=bots, turn_seconds=table.turn_seconds)


def option_labels(meta: Meta, options: dict[str, Value]) -> list[tuple[str, str]]:
    """The table's options in words, in the sheet's order."""
    return [
        (in_language(option.label), choice_label(option, options.get(option.key, option.default)))
        for option in meta.options
    ]


def choice_label(option: Option, value: Value) -> str:
    """A value of an option in words."""
    if option.choice_labels and value in option.choices:
        return in_language(option.choice_labels[option.choices.index(value)])
    return str(value)
