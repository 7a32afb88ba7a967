"""How the table page for one reader is made from the table as it stands."""

import secrets
from collections.abc import Sequence
from typing import Any

from games.catalog import registry
from games.engine.game import AnyGame, Move, Standing
from games.engine.legal_moves import Legal
from games.engine.metadata import GameMetadata
from games.engine.serialization.canonical_json import parse_json
from games.rendering.recap import get_recap
from games.rendering.seats import SeatLine
from games.tables.access import TableAccess
from games.tables.clocks.coarse_times import coarsen_deadline
from games.tables.clocks.display import list_seats_with_clocks
from games.tables.clocks.duration_estimate import DurationEstimate, estimate_duration
from games.tables.gameplay.standings import get_standing
from games.tables.labels import inline_names, localize_text, mid_sentence_names, option_labels
from games.tables.models import Table
from games.tables.premoves.selectors import PremovePanel, get_premove_panel
from games.tables.selectors.event_log import get_recent_log, hash_log_perspective, parse_log_cursor
from games.tables.selectors.event_source import get_snapshot_at
from games.tables.selectors.last_hand import add_last_actions, get_previous_board
from games.tables.selectors.proposals import can_propose, get_proposal
from games.tables.selectors.seed_reveal_stats import get_host_strict_counts
from games.tables.selectors.table_page_data import ClientSeedRow, TablePageData
from games.tables.time_control import TimeControl

LOG_EVENTS = 50  # looked at for the log and for what happened since one's last move
LOG_SHOWN = 30
EVENTS_PER_SEAT = 3  # so many of the last events tell, as a rule, what each seat did last


def build_table_page(access: TableAccess, mark: str = "") -> TablePageData:
    """The page for whoever `access` is, who has the log until `mark`.

    1 query more (the log's tail); another where there is a moment to be held.
    """
    table, seat = access.table, access.seat_number
    title = registry.get_game(table.title)
    view, legal, standing = _position(title, access)
    lines = list_seats_with_clocks(access)
    eyes = hash_log_perspective(lines)
    seen = parse_log_cursor(mark, eyes, table.seq, LOG_EVENTS)
    tail = get_recent_log(table, seat, LOG_EVENTS, min(seen, max(0, table.seq - EVENTS_PER_SEAT * len(lines))))
    news = [line for line in tail.lines if line.seq > seen]
    own = access.own_seat
    return TablePageData(
        id=table.public_id,
        slug=table.title,
        game_name=localize_text(title.metadata.name),
        status=table.status,
        frozen=table.frozen_at is not None,
        frozen_reason=table.frozen_reason,
        void_at=table.void_at,
        visibility=table.get_visibility_display(),
        paused=table.paused_at is not None,
        live=table.live_at is not None,
        time_control=TimeControl(0) if access.is_solo else table.time_control,
        is_solo=access.is_solo,
        is_fast_forwarding=own is not None and own.asked is None and own.due_at is not None,
        options=option_labels(title.metadata, table.options),
        commitment=table.commitment,
        rev=table.rev,
        seq=table.seq,
        digest=table.digest,
        host_name=access.host_name,
        is_acting_host=access.is_acting_host,
        is_host=own is not None and own.user_id == table.host_id,
        is_member=own is not None,
        invite_code=table.invite_code if own is not None else "",
        seats=add_last_actions(lines, title, tail.lines),
        names=inline_names(lines),
        my_seat=seat,
        has_given_seed=own is not None and own.phrase_hash != "",
        strict=table.strict,
        all_seeds_given=all(seat.phrase_hash or seat.is_bot_of_its_own for seat in access.seats),
        all_seeds_revealed=all(seat.phrase or seat.is_bot_of_its_own for seat in access.seats),
        has_revealed_seed=own is not None and own.phrase != "",
        my_seed_hash=own.phrase_hash if own is not None else "",
        seed_hashes=",".join(seat.phrase_hash for seat in access.seats),
        open_until=table.open_until,
        parts=_parts(table, access, lines),
        host_counts=get_host_strict_counts(table.host_id) if table.strict and not table.started_at else None,
        has_substitute=own is not None and own.is_bot,
        has_resigned=own is not None and own.has_resigned,
        can_reclaim_seat=own is not None and own.is_away,
        has_forfeited=own is not None and own.has_forfeited,
        is_my_clock_stopped=own is not None and own.on_vacation and own.left is not None,
        asked=access.asked,
        deadline=coarsen_deadline(table, own.deadline, own=True)
        if own and own.is_person and not access.is_solo
        else None,
        key=secrets.token_urlsafe(12),
        view=view,
        legal=legal,
        standing=standing,
        mark=f"{table.seq}-{eyes}",
        log=news[-LOG_SHOWN:],
        is_log_continued=seen > 0 and len(news) <= LOG_SHOWN,
        since=get_recap(tail, seat, title.metadata.chapter),
        held=get_previous_board(title, table, tail, seat, seen, lines),
        levels=tuple(title.bots),
        proposal=get_proposal(access),
        can_propose=can_propose(access),
        has_rematch=table.rematch_id is not None,
        waiting_names=mid_sentence_names(line for line in lines if line.is_to_act),
        estimate=_estimate(title.metadata, table, lines),
        premove_panel=_plan(title, access, view),
    )


def _position(title: AnyGame, access: TableAccess) -> tuple[Any, Legal[Move], Standing | None]:
    state, own = access.state, access.own_seat
    if state is None:
        position = getattr(access.table, "position", None)
        frame = parse_json(position.frame) if position else get_snapshot_at(access.table, access.table.seq)
        if frame is None:
            return None, Legal(), None
        state = title.read_state(frame)
    may_act = own is not None and own.is_person and access.table.in_play
    legal: Legal[Move] = title.rules.legal(state, own.number) if own is not None and may_act else Legal()
    return title.view(state, access.seat_number), legal, get_standing(title, state, access.seats)


def _parts(table: Table, access: TableAccess, lines: Sequence[SeatLine]) -> list[ClientSeedRow]:
    """What each seat adds to a strict shuffle, until the deal. Bots add nothing."""
    if not table.strict or table.started_at:
        return []
    return [
        ClientSeedRow(line.number, line.name, line.is_me, seat.phrase_hash, seat.phrase)
        for line, seat in zip(lines, access.seats, strict=True)
        if seat.user_id is not None
    ]


def _plan(title: AnyGame, access: TableAccess, view: Any) -> PremovePanel | None:
    if (own := access.own_seat) is None or own.is_bot or access.is_solo or not access.table.in_play:
        return None
    return get_premove_panel(title, view, own)


def _estimate(meta: GameMetadata, table: Table, lines: Sequence[SeatLine]) -> DurationEstimate | None:
    if table.status != Table.Status.OPEN:
        return None
    bots = sum(line.is_bot for line in lines)
    turn, increment = table.time_control.clock
    return estimate_duration(meta, table.options, len(lines), bots=bots, turn_seconds=turn, increment_seconds=increment)
