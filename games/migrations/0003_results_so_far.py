"""Results of tables that ended before there were any: read from where each match stands."""

from django.db import migrations

from games import catalog
from games.engine.codec import parse

ENDS = {"voided": "void", "abandoned": "closed"}
BATCH = 200


def results_noted(apps, editor):
    Table, Result = apps.get_model("games", "Table"), apps.get_model("games", "Result")
    ended = Table.objects.filter(status__in=("finished", *ENDS), ended_at__isnull=False).select_related("position")
    rows = []
    for table in ended.prefetch_related("seats").iterator(chunk_size=BATCH):
        rows += _rows(Result, table)
        if len(rows) >= BATCH:
            Result.objects.bulk_create(rows, ignore_conflicts=True)
            rows = []
    Result.objects.bulk_create(rows, ignore_conflicts=True)


def _rows(Result, table):
    seats = [seat for seat in table.seats.all() if seat.user_id is not None]
    if table.status != "finished":
        return [_row(Result, table, seat, ENDS[table.status], None, None) for seat in seats]
    try:
        title = catalog.title(table.title)
        standing = title.rules.standing(title.read_state(parse(table.position.frame)))
    except Exception:  # of a title that is no longer there, say; the match itself is untouched
        return []
    return [
        _row(
            Result, table, seat, "won" if seat.number in standing.winners else "lost",
            standing.places[seat.number], standing.scores[seat.number],
        )
        for seat in seats
    ]  # fmt: skip


def _row(Result, table, seat, outcome, place, score):
    return Result(
        table=table, user_id=seat.user_id, title=table.title, outcome=outcome, place=place, score=score,
        public=table.visibility == "public", ended_at=table.ended_at,
    )  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("games", "0002_results")]
    operations = [migrations.RunPython(results_noted, migrations.RunPython.noop, elidable=True)]
