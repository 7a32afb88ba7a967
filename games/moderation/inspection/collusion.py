"""Collusion flags: pairs of people at a table for a moderator to look at. Never a proof; nothing follows automatically.

Computed from stored rows only: who played where, which browsers and networks the accounts used (hashes that expire),
when moves were made. Hands and chips are used only after the end, when they are public.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import combinations, pairwise
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import KnownDevice
from accounts.services import network_fingerprints
from config.db.locking import write_transaction
from games.catalog import registry
from games.engine.game import AnyGame
from games.engine.serialization.canonical_json import parse_json
from games.engine.serialization.json_patch import patch
from games.moderation.models import CollusionFlag
from games.replays.models import MatchSummary
from games.replays.summary import get_chapter_scores
from games.tables.models import Seat, Table
from games.tables.selectors.event_source import list_log_rows

RETENTION = timedelta(days=90)
LONG = 10_000  # events; longer logs are skipped
TOGETHER_LEAST, TOGETHER_SHARE = 6, 0.75  # tables, and their share of all tables of the less active one
# Answers, and their share of all that followed the other's.
QUICK, QUICK_LEAST, QUICK_SHARE = timedelta(seconds=1), 8, 0.4
CHIPS_LEAST, CHIPS_SHARE = 4, 0.7  # chapters, and the share of all that the loser lost
FOLDS_LEAST, FOLDS_SHARE = 5, 0.45  # winning hands, and their share of all hands folded to the other
Pair = tuple[int, int]


class Finding(NamedTuple):
    kind: CollusionFlag.Kind
    pair: Pair
    times: int
    of: int = 0


def detect_collusion(table: Table) -> int:
    """Recompute the flags of one table. Return how many there are. Constant number of queries."""
    people = {seat.number: seat.user_id for seat in Seat.objects.filter(table=table) if seat.user_id is not None}
    findings = list(_find_all(table, people))
    now = timezone.now()
    with write_transaction():
        CollusionFlag.objects.filter(table=table).delete()
        CollusionFlag.objects.bulk_create(
            CollusionFlag(table=table, user_a_id=hint.pair[0], user_b_id=hint.pair[1], kind=hint.kind,
                 count=hint.times, sample_size=hint.of,
                 detected_at=now)
            for hint in findings
        )  # fmt: skip
    return len(findings)


def delete_old_flags() -> None:
    """Delete old flags and expired network hashes."""
    with write_transaction():
        CollusionFlag.objects.filter(detected_at__lt=timezone.now() - RETENTION).delete()
        network_fingerprints.delete_expired_networks()


def list_tables_to_check(limit: int) -> "QuerySet[Table]":
    """List tables that changed within the last day, newest first."""
    since = timezone.now() - timedelta(hours=26)  # the job runs once a day and may be late
    return Table.objects.filter(started_at__isnull=False, changed_at__gte=since).order_by("-pk")[:limit]


def _find_all(table: Table, people: dict[int, int]) -> Iterator[Finding]:
    if len(people) < 2:
        return
    players = sorted(people.values())
    pairs = list(combinations(players, 2))
    yield from _devices(pairs, players)
    yield from _networks(pairs, players)
    yield from _find_frequent_pairs(pairs, players)
    if table.last_seq <= LONG:
        yield from _find_quick_replies(table, people)
        if table.status == Table.Status.FINISHED:
            yield from _chips(table, people)
            yield from _folds(table, people)


def _devices(pairs: Sequence[Pair], people: list[int]) -> Iterator[Finding]:
    """Find log-ins in the same browser."""
    tokens_by_user: dict[int, set[str]] = defaultdict(set)
    rows = KnownDevice.objects.filter(user__in=people, expires_at__gt=timezone.now())
    for user, token in rows.values_list("user_id", "token_hash"):
        tokens_by_user[user].add(token)
    for first, second in pairs:
        if shared := tokens_by_user[first] & tokens_by_user[second]:
            yield Finding(CollusionFlag.Kind.DEVICE, (first, second), len(shared))


def _networks(pairs: Sequence[Pair], people: list[int]) -> Iterator[Finding]:
    """Find networks shared in the same weeks, and their share of the networks of the one with fewer."""
    networks = network_fingerprints.get_private_networks(people)
    for first, second in pairs:
        if shared := networks[first] & networks[second]:
            yield Finding(
                CollusionFlag.Kind.NETWORK,
                (first, second),
                len(shared),
                min(len(networks[first]), len(networks[second])),
            )


def _find_frequent_pairs(pairs: Sequence[Pair], people: list[int]) -> Iterator[Finding]:
    """Find pairs where nearly all tables of one have the other as well."""
    at: dict[int, set[int]] = defaultdict(set)
    seats = Seat.objects.filter(user__in=people, table__created_at__gte=timezone.now() - RETENTION)
    for user, table in seats.filter(~Q(table__status=Table.Status.ABANDONED)).values_list("user_id", "table_id"):
        at[user].add(table)
    for first, second in pairs:
        both, least = len(at[first] & at[second]), min(len(at[first]), len(at[second]))
        if both >= TOGETHER_LEAST and both >= TOGETHER_SHARE * least:
            yield Finding(CollusionFlag.Kind.TOGETHER, (first, second), both, least)


def _find_quick_replies(table: Table, people: dict[int, int]) -> Iterator[Finding]:
    """Find pairs where one repeatedly answers within a second of the other."""
    rows = (row for row in list_log_rows(table, 0, LONG) if (row.kind, row.cause) == ("move", "player"))
    moves = [(people[row.seat], row.created_at) for row in rows if row.seat in people]
    after, quick = Counter[Pair](), Counter[Pair]()
    for (first, asked_at), (second, answered_at) in pairwise(moves):
        if first != second:
            pair = (min(first, second), max(first, second))
            after[pair] += 1
            quick[pair] += answered_at - asked_at <= QUICK
    for pair, times in quick.items():
        if times >= QUICK_LEAST and times >= QUICK_SHARE * after[pair]:
            yield Finding(CollusionFlag.Kind.QUICK, pair, times, after[pair])


def _chips(table: Table, people: dict[int, int]) -> Iterator[Finding]:
    """Find chips that one player loses to another. In each chapter, losses are divided among those who gained.

    Skipped with two players, where it only says who won.
    """
    if table.seats.count() <= 2:
        return
    flow, losses, times = Counter[Pair](), Counter[int](), Counter[Pair]()
    outline = MatchSummary.objects.filter(table=table).first()
    for before, after in pairwise(get_chapter_scores(outline) if outline else ()):
        gained = {seat: after[seat] - before[seat] for seat in range(len(after)) if after[seat] > before[seat]}
        for seat, person in people.items():
            if (loss := before[seat] - after[seat]) > 0 and gained:
                losses[person] += loss
                for to in gained.keys() & people.keys():
                    flow[person, people[to]] += round(loss * gained[to] / sum(gained.values()))
                    times[person, people[to]] += 1
    for (loser, gainer), chips in flow.items():
        if times[loser, gainer] >= CHIPS_LEAST and chips - flow[gainer, loser] >= CHIPS_SHARE * losses[loser]:
            yield Finding(CollusionFlag.Kind.CHIPS, (loser, gainer), chips - flow[gainer, loser], losses[loser])


def _folds(table: Table, people: dict[int, int]) -> Iterator[Finding]:
    """Find players who fold winning hands to another."""
    folds, winning = Counter[Pair](), Counter[Pair]()
    for seat, to in _iter_folded_hands(table, people):
        for other, wins in to.items():
            if other in people:
                folds[people[seat], people[other]] += 1
                winning[people[seat], people[other]] += wins
    for pair, times in winning.items():
        if times >= FOLDS_LEAST and times >= FOLDS_SHARE * folds[pair]:
            yield Finding(CollusionFlag.Kind.FOLDS, pair, times, folds[pair])


def _iter_folded_hands(table: Table, people: Collection[int]) -> Iterator[tuple[int, Mapping[int, bool]]]:
    """Yield the seat of each hand a person folded, and for each opponent whether it would have won."""
    game, frame = registry.get_game(table.game_slug), None
    if game.fold_analysis is None or table.archived_log is None:
        return
    for event in table.archived_log.events():
        seat = _get_folding_seat(game, event.body)
        if seat is not None and seat in people and frame is not None:
            yield seat, game.fold_analysis.evaluate_fold(game.read_state(frame), seat)
        if event.frame:
            frame = parse_json(event.frame) if event.keyframe else patch(frame, parse_json(event.frame))


def _get_folding_seat(game: AnyGame, text: str) -> int | None:
    """Return the seat whose player folds by this event. Timeouts don't count."""
    if game.fold_analysis is None or f'"{game.fold_analysis.FOLD.type}"' not in text:
        return None
    body = parse_json(text)
    decided = body["kind"] == "move" and body["cause"] in ("player", "plan")
    return body["seat"] if decided and body["move"]["type"] == game.fold_analysis.FOLD.type else None
