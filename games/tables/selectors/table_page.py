"""How the table page for one reader is made from the table as it stands."""

import secrets
from collections.abc import Sequence
from typing import Any

from games.catalog import registry
from games.engine.game import AnyTitle, Move, Standing
from games.engine.legal_moves import Legal
from games.engine.metadata import Meta
from games.engine.serialization.canonical_json import parse
from games.rendering.recap import since_last_move
from games.rendering.seats import SeatLine
from games.tables.access import Access
from games.tables.clocks.coarse_times import deadline_told
from games.tables.clocks.display import lines_with_clocks
from games.tables.clocks.duration_estimate import Estimate, estimate
from games.tables.gameplay.standings import standing_of
from games.tables.labels import amid_sentences, in_language, in_sentences, option_labels
from games.tables.models import Table
from games.tables.premoves.selectors import PlanBox, plan_box
from games.tables.selectors.event_log import eyes_of, log_tail, seen_until
from games.tables.selectors.event_source import frame_at
from games.tables.selectors.last_hand import last_moment, with_deeds
from games.tables.selectors.proposals import accord_shown, may_propose
from games.tables.selectors.seed_reveal_stats import strict_counts_of_host
from games.tables.selectors.table_page_data import PartLine, TablePage
from games.tables.time_control import Timing

LOG_EVENTS = 50  # looked at for the log and for what happened since one's last move
LOG_SHOWN = 30
DEEDS_PER_SEAT = 3  # so many of the last events tell, as a rule, what each seat did last


def table_page(access: Access, mark: str = "") -> TablePage:
    """The page for whoever `access` is, who has the log until `mark`.

    1 query more (the log's tail); another where there is a moment to be held.
    """
    table, seat = access.table, access.seat
    title = registry.title(table.title)
    view, legal, standing = _position(title, access)
    lines = lines_with_clocks(access)
    eyes = eyes_of(lines)
    seen = seen_until(mark, eyes, table.seq, LOG_EVENTS)
    tail = log_tail(table, seat, LOG_EVENTS, min(seen, max(0, table.seq - DEEDS_PER_SEAT * len(lines))))
    news = [line for line in tail.lines if line.seq > seen]
    own = access.own
    return TablePage(
        id=table.public_id,
        slug=table.title,
        title_name=in_language(title.meta.name),
        status=table.status,
        frozen=table.frozen_at is not None,
        frozen_reason=table.frozen_reason,
        void_at=table.void_at,
        visibility=table.get_visibility_display(),
        paused=table.paused_at is not None,
        live=table.live_at is not None,
        timing=Timing(0) if access.alone else table.timing,
        alone=access.alone,
        hurried=own is not None and own.asked is None and own.due_at is not None,
        options=option_labels(title.meta, table.options),
        commitment=table.commitment,
        rev=table.rev,
        seq=table.seq,
        digest=table.digest,
        host_name=access.host_name,
        may_lead=access.may_lead,
        is_host=own is not None and own.user_id == table.host_id,
        is_member=own is not None,
        invite_code=table.invite_code if own is not None else "",
        seats=with_deeds(lines, title, tail.lines),
        names=in_sentences(lines),
        my_seat=seat,
        my_phrase=own is not None and own.phrase_hash != "",
        strict=table.strict,
        phrases_given=all(seat.phrase_hash or (seat.bot and not seat.user_id) for seat in access.seats),
        phrases_open=all(seat.phrase or (seat.bot and not seat.user_id) for seat in access.seats),
        my_phrase_open=own is not None and own.phrase != "",
        my_hash=own.phrase_hash if own is not None else "",
        hashes=",".join(seat.phrase_hash for seat in access.seats),
        open_until=table.open_until,
        parts=_parts(table, access, lines),
        host_counts=strict_counts_of_host(table.host_id) if table.strict and not table.started_at else None,
        my_bot=own is not None and bool(own.bot),
        my_resigned=own is not None and own.resigned,
        my_away=own is not None and own.away,
        my_forfeit=own is not None and own.forfeited,
        my_clock_stands=own is not None and own.vacation and own.left is not None,
        asked=access.asked,
        deadline=deadline_told(table, own.deadline, own=True)
        if own and own.played_by_person and not access.alone
        else None,
        key=secrets.token_urlsafe(12),
        view=view,
        legal=legal,
        standing=standing,
        mark=f"{table.seq}-{eyes}",
        log=news[-LOG_SHOWN:],
        log_goes_on=seen > 0 and len(news) <= LOG_SHOWN,
        since=since_last_move(tail, seat, title.meta.chapter),
        held=last_moment(title, table, tail, seat, seen, lines),
        levels=tuple(title.bots),
        accord=accord_shown(access),
        can_propose=may_propose(access),
        rematch=table.rematch_id is not None,
        waiting_names=amid_sentences(line for line in lines if line.waiting),
        estimate=_estimate(title.meta, table, lines),
        plan=_plan(title, access, view),
    )


def _position(title: AnyTitle, access: Access) -> tuple[Any, Legal[Move], Standing | None]:
    state, own = access.state, access.own
    if state is None:
        position = getattr(access.table, "position", None)
        frame = parse(position.frame) if position else frame_at(access.table, access.table.seq)
        if frame is None:
            return None, Legal(), None
        state = title.read_state(frame)
    may_act = own is not None and own.played_by_person and access.table.in_play
    legal: Legal[Move] = title.rules.legal(state, own.number) if own is not None and may_act else Legal()
    return title.view(state, access.seat), legal, standing_of(title, state, access.seats)


def _parts(table: Table, access: Access, lines: Sequence[SeatLine]) -> list[PartLine]:
    """What each seat adds to a strict shuffle, until the deal. Bots add nothing."""
    if not table.strict or table.started_at:
        return []
    return [
        PartLine(line.number, line.name, line.is_me, seat.phrase_hash, seat.phrase)
        for line, seat in zip(lines, access.seats, strict=True)
        if seat.user_id is not None
    ]


def _plan(title: AnyTitle, access: Access, view: Any) -> PlanBox | None:
    if (own := access.own) is None or own.bot or access.alone or not access.table.in_play:
        return None
    return plan_box(title, view, own)


def _estimate(meta: Meta, table: Table, lines: Sequence[SeatLine]) -> Estimate | None:
    if table.status != Table.Status.OPEN:
        return None
    bots = sum(line.is_bot for line in lines)
    turn, increment = table.timing.clock
    return estimate(meta, table.options, len(lines), bots=bots, turn_seconds=turn, increment_seconds=increment)
