"""Everything the table page shows, for one reader."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.engine.game import Move, Standing
from games.engine.legal_moves import Legal
from games.rendering.log_lines import LogLine
from games.rendering.recap import Since
from games.rendering.seats import SeatLine, amid
from games.tables.clocks.duration_estimate import Estimate
from games.tables.premoves.selectors import PlanBox
from games.tables.selectors.last_hand import Moment
from games.tables.selectors.proposals import AccordShown
from games.tables.selectors.seed_reveal_stats import StrictCounts
from games.tables.time_control import LIVE_SECONDS, Timing


@dataclass(frozen=True, slots=True)
class PartLine:
    """A person's part in a strict shuffle: its hash, and the phrase behind it once it is open, as hex; "": not yet."""

    seat: int
    name: str
    is_me: bool
    hash: str
    phrase: str


@dataclass(frozen=True, slots=True)
class TablePage:
    """The table as one reader may know it. `key` is a fresh idempotency key for the move form."""

    id: str
    slug: str
    title_name: str
    status: str
    frozen: bool
    frozen_reason: str
    void_at: datetime | None  # declared void: until then it can be thawed
    paused: bool  # by its people
    live: bool  # its people play live
    visibility: str  # in words
    timing: Timing  # without a clock where nobody waits
    alone: bool  # one person against bots
    hurried: bool  # the bots don't think, until the reader is asked
    options: list[tuple[str, str]]
    commitment: str
    rev: int
    seq: int
    digest: str
    host_name: str
    may_lead: bool  # may fill and start, while the table is open
    is_host: bool
    is_member: bool
    invite_code: str
    seats: list[SeatLine]
    names: list[str]
    my_seat: int | None
    my_phrase: bool  # given
    strict: bool  # phrases are opened before the deal
    phrases_given: bool  # by all people; at a strict table they may be opened
    phrases_open: bool  # all of them
    my_phrase_open: bool
    my_hash: str  # of my phrase; "": none given
    hashes: str  # of all seats, as whoever shows their phrase says that they saw them
    open_until: datetime | None  # opening has begun: until then
    parts: list[PartLine]  # of a strict table before the deal, by seat
    host_counts: StrictCounts | None  # likewise: how the host's strict tables went
    my_bot: bool  # a bot stands in for me
    my_resigned: bool  # and that because I gave up
    my_away: bool  # or because I let time run out: I can have the seat back
    my_forfeit: bool  # I let time run out where that is the end
    my_clock_stands: bool  # I am on vacation
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
    held: Moment | None  # what the reader has not seen of the table before it was cleared
    levels: tuple[str, ...]
    accord: AccordShown | None  # what somebody has proposed
    can_propose: bool
    rematch: bool  # somebody has set one up
    waiting_names: list[str] = field(default_factory=list)
    estimate: Estimate | None = None  # of an open table
    plan: PlanBox | None = None  # the reader's own, while the match runs among people
    # filled in by the view: what rooms above add, by name, and what only the web knows
    more: dict[str, Any] = field(default_factory=dict)
    invite_url: str = ""
    replay_url: str = ""
    stream_token: str = ""
    refusal: Any = None

    def __getitem__(self, name: str) -> Any:
        """A template asks for a key first; an answer costs a fraction of an error, a hundred times with each move."""
        return getattr(self, name)

    @property
    def turn_seconds(self) -> int:
        """0: nobody waits."""
        return self.timing.turn_seconds

    @property
    def live_seconds(self) -> int:
        """For each decision at present; 0: its people don't play live."""
        return LIVE_SECONDS if self.live and self.status == "running" else 0

    @property
    def stands(self) -> bool:
        """No move is accepted at present, and no clock runs."""
        return self.frozen or self.paused

    @property
    def my_plays(self) -> bool:
        """Whether the reader plays a seat here."""
        return self.my_seat is not None and not (self.my_bot or self.my_forfeit)

    @property
    def quick(self) -> bool:
        """Whether the reader may say no more than quick phrases: they decide no more in this deal, or a bot does."""
        return self.status == "running" and (self.my_bot or self.my_seat in getattr(self.view, "done", ()))

    @property
    def ended(self) -> bool:
        return self.status in ("finished", "voided", "abandoned", "broken-off")

    @property
    def forfeits(self) -> list[str]:
        """Who has forfeited: then the places are not what the cards say, and the title doesn't explain them."""
        return [amid(self.names[line.number]) for line in self.seats if line.forfeited]

    @property
    def title_tells(self) -> bool:
        """Whether the title's board shows how it ended."""
        return self.ended and not self.forfeits

    @property
    def full(self) -> bool:
        return not any(line.vacant for line in self.seats)

    @property
    def opening(self) -> bool:
        """Whether parts are being shown: from there on the table deals, or is broken off."""
        return self.status == "open" and self.open_until is not None

    @property
    def my_part_awaited(self) -> bool:
        """Whether the reader's own is one that the others wait for."""
        return self.opening and self.my_seat is not None and not self.my_phrase_open

    @property
    def opened_by(self) -> list[str]:
        """Who has shown their part, as sentences name them."""
        return [amid(self.names[part.seat]) for part in self.parts if part.phrase]

    @property
    def unopened_by(self) -> list[str]:
        """Who has not."""
        return [amid(self.names[part.seat]) for part in self.parts if not part.phrase]

    @property
    def can_give_part(self) -> bool:
        """Whether the reader's part in the shuffle may still be exchanged."""
        return self.can_leave and not self.opening

    @property
    def can_join(self) -> bool:
        return self.status == "open" and not self.frozen and self.my_seat is None and not self.full

    @property
    def can_leave(self) -> bool:
        return self.status == "open" and not self.frozen and self.my_seat is not None

    @property
    def can_resign(self) -> bool:
        return self.status == "running" and not self.stands and self.my_plays

    @property
    def can_start(self) -> bool:
        """A strict table begins by itself, with the last part that is shown."""
        return self.can_leave and self.may_lead and self.full and not self.strict

    @property
    def can_fill(self) -> bool:
        return self.can_leave and self.may_lead and not self.full
