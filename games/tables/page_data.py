"""Everything on the table page for one reader, made from the table's current state."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from games.catalog import registry
from games.clocks.time_control import LIVE_TIME, TimeControl
from games.engine.game import AnyGame, Move, Standing
from games.engine.legal_moves import Legal
from games.engine.metadata import GameMetadata
from games.engine.serialization.canonical_json import parse_json
from games.rendering.log_lines import LogLine, RecentLog
from games.rendering.recap import Recap, get_recap
from games.rendering.seats import SeatLine, name_mid_sentence
from games.tables.access import TableAccess
from games.tables.bots.levels import LevelChoice, list_level_choices
from games.tables.clocks.display import is_own_clock_stopped, list_seats_with_clocks
from games.tables.clocks.duration_estimate import DurationEstimate, estimate_duration
from games.tables.gameplay.results import get_standing
from games.tables.labels import (
    ChangedOption,
    inline_names,
    list_changed_options,
    localize_text,
    mid_sentence_names,
    option_labels,
)
from games.tables.models import Seat, Table
from games.tables.premoves.selectors import PremovePanel, get_premove_panel
from games.tables.selectors.event_log import add_plans, get_recent_log, hash_log_perspective, parse_log_cursor
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.selectors.hints import HintPanel, get_hint_panel
from games.tables.selectors.last_hand import PreviousBoard, add_last_actions, get_previous_board
from games.tables.selectors.proposals import ProposalView, can_propose, get_proposal
from games.tables.selectors.seed_reveal_stats import StrictTableCounts, get_host_strict_counts
from games.tables.selectors.series import Series, get_table_series
from games.tables.selectors.table_lists import GameCard, get_game_card
from games.tables.services.take_back import get_undoable_move

LOG_EVENTS = 50  # searched for the log and for the summary since the reader's last move
LOG_SHOWN = 30
EVENTS_PER_SEAT = 3  # so many of the last events tell, as a rule, what each seat did last


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
    void_due_at: datetime | None  # declared void: until then it can be thawed
    paused: bool  # by its people
    live: bool  # its people play live
    time_control: TimeControl  # without a clock where no one is waiting
    is_solo: bool  # one person against bots
    is_fast_forwarding: bool  # the bots don't think, until the reader is asked
    commitment: str
    revision: int
    last_seq: int
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
    is_strict: bool  # phrases are opened before the deal
    starts_when_full: bool
    has_revealed_seed: bool
    my_seed_hash: str  # of my phrase; "": none given
    reveal_deadline: datetime | None  # opening has begun: until then
    has_substitute: bool  # a bot plays my seat
    has_resigned: bool  # and that because I gave up
    can_reclaim_seat: bool  # or because I let time run out: I can have the seat back
    has_forfeited: bool  # I let time run out where that is the end
    is_my_clock_stopped: bool  # I am on vacation
    question_seq: int | None
    deadline: datetime | None
    undoable_move: int | None  # the event of the reader's last decision, where it may be taken back
    warns_of_practice: bool  # the match counts, and a hint or an undo by the reader would end that
    key: str
    view: Any
    legal: Legal[Move]
    standing: Standing | None
    log_cursor: str  # how far the log goes and for whose eyes: who brings it back is sent only what came after
    log: list[LogLine]
    is_log_continued: bool  # from the mark that was brought; else it is the newest stretch of the log
    recap: Recap
    previous_board: PreviousBoard | None  # what the reader has not seen of the table before it was cleared
    proposal: ProposalView | None  # an open proposal
    can_propose: bool
    has_rematch: bool  # a rematch has been created
    series: Series | None  # the matches of the same people that led here
    waiting_names: list[str] = field(default_factory=list)
    hint: HintPanel | None = None  # alone with bots, on the reader's turn
    premove_panel: PremovePanel | None = None  # the reader's own, while the match runs among people
    # of the page around it alone, which a move doesn't send
    table_name: str = ""  # as its host calls it
    visibility: str = ""  # in words
    options: list[tuple[str, str]] = field(default_factory=list)
    # until the match has started
    all_seeds_given: bool = False  # by all people; at a strict table they may be opened
    all_seeds_revealed: bool = False  # all of them
    seed_hashes: str = ""  # of all seats, confirmed by each player who shows a client seed
    parts: list[ClientSeedRow] = field(default_factory=list)  # of a strict table, by seat
    host_counts: StrictTableCounts | None = None  # as above: results of the host's strict tables
    levels: Sequence[LevelChoice] = ()
    estimate: DurationEstimate | None = None  # of an open table
    game: GameCard | None = None
    changed_options: list[ChangedOption] = field(default_factory=list)  # options that differ from the rulebook
    # filled in by the view: what rooms above add, by name, and what only the web knows
    more: dict[str, Any] = field(default_factory=dict)
    invite_url: str = ""
    replay_url: str = ""
    moment_url: str = ""  # of the deciding position, where the match opens by its link
    stream_token: str = ""
    refusal: Any = None

    def __getitem__(self, name: str) -> Any:
        """A template asks for a key first; an answer costs a fraction of an error, a hundred times with each move."""
        return getattr(self, name)

    @property
    def live_seconds(self) -> int:
        """For each decision at present; 0: its people don't play live."""
        return int(LIVE_TIME.total_seconds()) if self.live and self.status == "running" else 0

    @property
    def is_stopped(self) -> bool:
        """No move is accepted at present, and no clock runs."""
        return self.frozen or self.paused

    @property
    def is_playing(self) -> bool:
        """Return whether the reader plays a seat here."""
        return self.my_seat is not None and not (self.has_substitute or self.has_forfeited)

    @property
    def is_quick_chat_only(self) -> bool:
        """Return whether the reader is limited to quick phrases: they have no more decisions in this deal, or a
        bot plays.
        """
        return self.status == "running" and (
            self.has_substitute or self.my_seat in getattr(self.view, "inactive_seats", ())
        )

    @property
    def ended(self) -> bool:
        return self.status in ("finished", "voided", "abandoned", "broken-off")

    @property
    def forfeits(self) -> list[str]:
        """Return the players who have forfeited: then places don't follow from the cards, and the game doesn't
        explain them.
        """
        return [name_mid_sentence(self.names[line.number]) for line in self.seats if line.forfeited]

    @property
    def winners(self) -> list[str]:
        """Return the winners' names for sentences."""
        seats = sorted(self.standing.winners) if self.standing else []
        return [name_mid_sentence(self.names[seat]) for seat in seats]

    @property
    def board_shows_result(self) -> bool:
        """Return whether the game's board shows the result."""
        return self.ended and not self.forfeits

    @property
    def full(self) -> bool:
        return not any(line.vacant for line in self.seats)

    @property
    def seats_free(self) -> int:
        return sum(line.vacant for line in self.seats)

    @property
    def opening(self) -> bool:
        """Return whether client seeds are being shown: from there on the table deals, or is called off."""
        return self.status == "open" and self.reveal_deadline is not None

    @property
    def is_my_seed_awaited(self) -> bool:
        """Return whether the others wait for the reader's client seed."""
        return self.opening and self.my_seat is not None and not self.has_revealed_seed

    @property
    def revealed_by(self) -> list[str]:
        """Return the names of players who have shown theirs."""
        return [name_mid_sentence(self.names[part.seat]) for part in self.parts if part.client_seed]

    @property
    def unrevealed_by(self) -> list[str]:
        """Return the names of players who haven't."""
        return [name_mid_sentence(self.names[part.seat]) for part in self.parts if not part.client_seed]

    @property
    def can_change_seed(self) -> bool:
        """Return whether the reader's client seed can still be replaced."""
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
        """A strict table begins automatically when the last client seed is shown."""
        return self.can_leave and self.is_acting_host and self.full and not self.is_strict

    @property
    def can_fill(self) -> bool:
        return self.can_leave and self.is_acting_host and not self.full


def build_table_page(access: TableAccess, mark: str = "", *, whole: bool = True) -> TablePageData:
    """Return the page for `access`, whose reader has the log until `mark`; not `whole`: only the changing parts.

    1 query more (the log's tail); another if there is a held board, or a series of these players.
    """
    table, seat = access.table, access.seat_number
    game = registry.get_game(table.game_slug)
    view, legal, standing = _position(game, access)
    lines = list_seats_with_clocks(access)
    perspective = hash_log_perspective(lines)
    seen_seq = parse_log_cursor(mark, perspective, table.last_seq, LOG_EVENTS)
    tail = get_recent_log(table, seat, LOG_EVENTS, min(seen_seq, max(0, table.last_seq - EVENTS_PER_SEAT * len(lines))))
    tail = replace(tail, lines=add_plans(tail.lines, access.own_seat))
    new_lines = [line for line in tail.lines if line.seq > seen_seq]
    own_seat = access.own_seat
    page = TablePageData(
        id=table.public_id,
        slug=table.game_slug,
        game_name=localize_text(game.metadata.name),
        table_name=table.name,
        status=table.status,
        frozen=table.frozen_at is not None,
        frozen_reason=table.frozen_reason,
        void_due_at=table.void_due_at,
        paused=table.paused_at is not None,
        live=table.live_since is not None,
        time_control=TimeControl(0) if access.is_solo else table.time_control,
        is_solo=access.is_solo,
        is_fast_forwarding=own_seat is not None and own_seat.question_seq is None and own_seat.act_at is not None,
        commitment=table.commitment,
        revision=table.revision,
        last_seq=table.last_seq,
        digest=table.digest,
        host_name=access.host_name,
        is_acting_host=access.is_acting_host,
        is_host=own_seat is not None and own_seat.user_id == table.host_id,
        is_member=own_seat is not None,
        invite_code=table.invite_code if own_seat is not None else "",
        seats=add_last_actions(lines, game, tail.lines),
        names=inline_names(lines),
        my_seat=seat,
        has_given_seed=own_seat is not None and own_seat.client_seed_hash != "",
        is_strict=table.is_strict,
        starts_when_full=table.starts_when_full,
        has_revealed_seed=own_seat is not None and own_seat.client_seed != "",
        my_seed_hash=own_seat.client_seed_hash if own_seat is not None else "",
        reveal_deadline=table.reveal_deadline,
        has_substitute=own_seat is not None and own_seat.is_bot,
        has_resigned=own_seat is not None and own_seat.has_resigned,
        can_reclaim_seat=own_seat is not None and own_seat.is_away,
        has_forfeited=own_seat is not None and own_seat.has_forfeited,
        is_my_clock_stopped=own_seat is not None and own_seat.on_vacation and is_own_clock_stopped(access),
        question_seq=access.question_seq,
        deadline=next((line.deadline for line in lines if line.is_me and own_seat and own_seat.is_person), None),
        undoable_move=_undoable_move(game, access, view, tail),
        warns_of_practice=own_seat is not None and access.is_solo and not (own_seat.is_practice or table.is_fork),
        key=secrets.token_urlsafe(12),
        view=view,
        legal=legal,
        standing=standing,
        log_cursor=f"{table.last_seq}-{perspective}",
        log=new_lines[-LOG_SHOWN:],
        is_log_continued=seen_seq > 0 and len(new_lines) <= LOG_SHOWN,
        recap=get_recap(tail, seat, game.metadata.chapter),
        previous_board=get_previous_board(game, table, tail, seat, seen_seq, lines),
        proposal=get_proposal(access),
        can_propose=can_propose(access),
        has_rematch=table.rematch_id is not None,
        series=get_table_series(access) if whole or table.status != Table.Status.RUNNING else None,
        waiting_names=mid_sentence_names(line for line in lines if line.is_to_act),
        premove_panel=_plan(game, access, view),
        hint=get_hint_panel(access, legal),
    )
    if not table.started_at:
        page = _add_seating(page, game, access, lines)
    return _add_surroundings(page, game, access) if whole else page


def _add_surroundings(page: TablePageData, game: AnyGame, access: TableAccess) -> TablePageData:
    """Return data shown only by the page around the table."""
    return replace(
        page,
        visibility=access.table.get_visibility_display(),
        options=option_labels(game.metadata, access.table.options),
    )


def _add_seating(page: TablePageData, game: AnyGame, access: TableAccess, lines: Sequence[SeatLine]) -> TablePageData:
    """Return data shown until the match has started: its length, bots, the client seeds."""
    table = access.table
    return replace(
        page,
        all_seeds_given=all(seat.client_seed_hash or seat.is_bot_of_its_own for seat in access.seats),
        all_seeds_revealed=all(seat.client_seed or seat.is_bot_of_its_own for seat in access.seats),
        seed_hashes=",".join(seat.client_seed_hash for seat in access.seats),
        parts=_parts(table, access, lines),
        host_counts=get_host_strict_counts(table.host_id) if table.is_strict else None,
        levels=list_level_choices(table.game_slug, len(access.seats), table.options),
        estimate=_estimate(game.metadata, table, lines),
        game=get_game_card(game.metadata),
        changed_options=list_changed_options(game.metadata, table.options),
    )


def _position(game: AnyGame, access: TableAccess) -> tuple[Any, Legal[Move], Standing | None]:
    state, own_seat = access.state, access.own_seat
    if state is None:
        position = getattr(access.table, "position", None)
        frame = parse_json(position.frame) if position else get_snapshot_at(access.table, access.table.last_seq)
        if frame is None:
            return None, Legal(), None
        state = game.read_state(frame)
    may_act = own_seat is not None and own_seat.is_person and access.table.is_in_play
    legal: Legal[Move] = game.rules.legal(state, own_seat.number) if own_seat is not None and may_act else Legal()
    return game.view(state, access.seat_number), legal, get_standing(game, state, access.seats)


def _undoable_move(game: AnyGame, access: TableAccess, view: Any, tail: RecentLog) -> int | None:
    own_seat = access.own_seat
    if own_seat is None or not own_seat.is_person or not access.is_solo or not access.table.is_in_play:
        return None
    return get_undoable_move(game, view.public, own_seat, tail)


def _parts(table: Table, access: TableAccess, lines: Sequence[SeatLine]) -> list[ClientSeedRow]:
    """Return each seat's client seed at a strict table, until the deal. Bots add none."""
    if not table.is_strict:
        return []
    return [
        ClientSeedRow(line.number, line.name, line.is_me, seat.client_seed_hash, seat.client_seed)
        for line, seat in zip(lines, access.seats, strict=True)
        if seat.user_id is not None
    ]


def _plan(game: AnyGame, access: TableAccess, view: Any) -> PremovePanel | None:
    if (own_seat := access.own_seat) is None or own_seat.is_bot or access.is_solo or not access.table.is_in_play:
        return None
    return get_premove_panel(game, view, own_seat)


def _estimate(meta: GameMetadata, table: Table, lines: Sequence[SeatLine]) -> DurationEstimate | None:
    if table.status != Table.Status.OPEN:
        return None
    bots = sum(line.is_bot for line in lines)
    turn, increment = table.time_control.clock
    return estimate_duration(meta, table.options, len(lines), bots=bots, turn_seconds=turn, increment_seconds=increment)


def is_first_finished(user_id: int | None, public_id: str) -> bool:
    """Return whether this person has finished no other match than this one, of any game. 1 query."""
    other_matches = Seat.objects.filter(user=user_id, table__status=Table.Status.FINISHED).exclude(
        table__public_id=public_id
    )
    return user_id is not None and not other_matches.exists()


def count_finished_matches(user_id: int | None, slug: str) -> int:
    """Return how many matches of that game this person has finished. 1 query."""
    return Seat.objects.filter(user=user_id, table__game_slug=slug, table__status=Table.Status.FINISHED).count()
