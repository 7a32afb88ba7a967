"""Everything the table page shows, for one reader."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.engine.game import Move, Standing
from games.engine.legal_moves import Legal
from games.rendering.log_lines import LogLine
from games.rendering.recap import Recap
from games.rendering.seats import SeatLine, name_mid_sentence
from games.tables.clocks.duration_estimate import DurationEstimate
from games.tables.premoves.selectors import PremovePanel
from games.tables.selectors.last_hand import PreviousBoard
from games.tables.selectors.proposals import ProposalView
from games.tables.selectors.seed_reveal_stats import StrictTableCounts
from games.tables.time_control import LIVE_SECONDS, TimeControl


@dataclass(frozen=True, slots=True)
class ClientSeedRow:
    """A person's part in a strict shuffle: its hash, and the phrase behind it once it is open, as hex; "": not yet."""

    seat: int
    name: str
    is_me: bool
    hash: str
    client_seed: str


@dataclass(frozen=True, slots=True)
class TablePageData:
    """The table as one reader may know it. `key` is a fresh idempotency key for the move form."""

    id: str
    slug: str
    game_name: str
    status: str
    frozen: bool
    frozen_reason: str
    void_at: datetime | None  # declared void: until then it can be thawed
    paused: bool  # by its people
    live: bool  # its people play live
    visibility: str  # in words
    time_control: TimeControl  # without a clock where nobody waits
    is_solo: bool  # one person against bots
    is_fast_forwarding: bool  # the bots don't think, until the reader is asked
    options: list[tuple[str, str]]
    commitment: str
    rev: int
    seq: int
    digest: str
    host_name: str
    is_acting_host: bool  # may fill and start, while the table is open
    is_host: bool
    is_member: bool
    invite_code: str
    seats: list[SeatLine]
    names: list[str]
    my_seat: int | None
    has_given_seed: bool  # given
    strict: bool  # phrases are opened before the deal
    all_seeds_given: bool  # by all people; at a strict table they may be opened
    all_seeds_revealed: bool  # all of them
    has_revealed_seed: bool
    my_seed_hash: str  # of my phrase; "": none given
    seed_hashes: str  # of all seats, as whoever shows their phrase says that they saw them
    open_until: datetime | None  # opening has begun: until then
    parts: list[ClientSeedRow]  # of a strict table before the deal, by seat
    host_counts: StrictTableCounts | None  # likewise: how the host's strict tables went
    has_substitute: bool  # a bot stands in for me
    has_resigned: bool  # and that because I gave up
    can_reclaim_seat: bool  # or because I let time run out: I can have the seat back
    has_forfeited: bool  # I let time run out where that is the end
    is_my_clock_stopped: bool  # I am on vacation
    asked: int | None
    deadline: datetime | None
    key: str
    view: Any
    legal: Legal[Move]
    standing: Standing | None
    mark: str  # how far the log goes and for whose eyes: who brings it back is sent only what came after
    log: list[LogLine]
    is_log_continued: bool  # from the mark that was brought; else it is the newest stretch of the log
    since: Recap
    held: PreviousBoard | None  # what the reader has not seen of the table before it was cleared
    levels: tuple[str, ...]
    proposal: ProposalView | None  # what somebody has proposed
    can_propose: bool
    has_rematch: bool  # somebody has set one up
    waiting_names: list[str] = field(default_factory=list)
    estimate: DurationEstimate | None = None  # of an open table
    premove_panel: PremovePanel | None = None  # the reader's own, while the match runs among people
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
        return self.time_control.turn_seconds

    @property
    def live_seconds(self) -> int:
        """For each decision at present; 0: its people don't play live."""
        return LIVE_SECONDS if self.live and self.status == "running" else 0

    @property
    def is_stopped(self) -> bool:
        """No move is accepted at present, and no clock runs."""
        return self.frozen or self.paused

    @property
    def is_playing(self) -> bool:
        """Whether the reader plays a seat here."""
        return self.my_seat is not None and not (self.has_substitute or self.has_forfeited)

    @property
    def is_quick_chat_only(self) -> bool:
        """Whether the reader may say no more than quick phrases: they decide no more in this deal, or a bot does."""
        return self.status == "running" and (
            self.has_substitute or self.my_seat in getattr(self.view, "inactive_seats", ())
        )

    @property
    def ended(self) -> bool:
        return self.status in ("finished", "voided", "abandoned", "broken-off")

    @property
    def forfeits(self) -> list[str]:
        """Who has forfeited: then the places are not what the cards say, and the game doesn't explain them."""
        return [name_mid_sentence(self.names[line.number]) for line in self.seats if line.forfeited]

    @property
    def board_shows_result(self) -> bool:
        """Whether the game's board shows how it ended."""
        return self.ended and not self.forfeits

    @property
    def full(self) -> bool:
        return not any(line.vacant for line in self.seats)

    @property
    def opening(self) -> bool:
        """Whether parts are being shown: from there on the table deals, or is broken off."""
        return self.status == "open" and self.open_until is not None

    @property
    def is_my_seed_awaited(self) -> bool:
        """Whether the reader's own is one that the others wait for."""
        return self.opening and self.my_seat is not None and not self.has_revealed_seed

    @property
    def revealed_by(self) -> list[str]:
        """Who has shown their part, as sentences name them."""
        return [name_mid_sentence(self.names[part.seat]) for part in self.parts if part.client_seed]

    @property
    def unrevealed_by(self) -> list[str]:
        """Who has not."""
        return [name_mid_sentence(self.names[part.seat]) for part in self.parts if not part.client_seed]

    @property
    def can_change_seed(self) -> bool:
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
        return self.status == "running" and not self.is_stopped and self.is_playing

    @property
    def can_start(self) -> bool:
        """A strict table begins by itself, with the last part that is shown."""
        return self.can_leave and self.is_acting_host and self.full and not self.strict

    @property
    def can_fill(self) -> bool:
        return self.can_leave and self.is_acting_host and not self.full
