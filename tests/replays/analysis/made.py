"""An analysis as a job leaves it, without asking anybody: the k-th decision has cost k hundred thousandths."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from games.catalog import registry
from games.engine.chance import Rng
from games.engine.game import Legal, Move
from games.engine.serialization.canonical_json import to_json
from games.replays.analysis.decisions import StoredEvent, list_decisions
from games.replays.analysis.rating import adviser_version
from games.replays.models import Analysis
from games.tables.models import Table
from tests.replays.archived import record_of

STEP = 100  # thousandths more from decision to decision


def read_events(record: Mapping[str, Any]) -> list[StoredEvent]:
    """Return the events of a record as the site hands it out (docs/record.md)."""
    return [StoredEvent(event["body"], event["frame"], event["keyframe"]) for event in record["events"]]


def analysed(table: Table, seat: int = 0, *, error: int = 10) -> Analysis:
    """Of a seat of an ended match, which is sealed by it."""
    game, record = registry.get_game(table.game_slug), record_of(table)
    rng, decisions = Rng(b"made", ""), []
    for number, decision in enumerate(list_decisions(game, read_events(record), seat)):
        decisions.append(
            _kept(
                decision.seq,
                decision.chapter,
                _another(decision.legal, decision.move, rng),
                decision.move,
                STEP * number,
                error,
            )
        )
    now = timezone.now()
    return Analysis.objects.create(
        table=table, seat=seat, status=Analysis.Status.DONE, requested_at=now, finished_at=now, total=len(decisions),
        decisions=decisions, adviser_version=adviser_version(table.game_slug),
    )  # fmt: skip


def _another(legal: Legal[Move], move: Move, rng: Rng) -> Move:
    while (alternative := legal.sample(rng)) == move:
        pass
    return alternative


def _kept(seq: int, chapter: int, best: Move, move: Move, cost: int, error: int) -> dict[str, Any]:
    ratings = [
        {"move": to_json(best), "value": 1_000, "error": 0},
        {"move": to_json(move), "value": 1_000 - cost, "error": error},
    ]
    return {
        "seq": seq, "chapter": chapter, "cost": cost, "error": error, "mine": 1, "ratings": ratings, "worlds": 300,
        "ahead": 150,
    }  # fmt: skip
