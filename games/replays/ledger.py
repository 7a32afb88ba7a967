"""One chain over all tables of the site: of each its commitment when it was set up, its last digest when it has ended.

    link_0 = 64 zeros
    link_n = sha256(link_{n-1} | kind | commitment | digest)      kind: "opened", then with an empty digest, or "ended"

Whoever kept a copy can tell that neither was exchanged, left out or moved afterwards. It names no table: of a private
one only who has its commitment finds it. Links are added by a job, in the order in which it finds tables.
"""

from collections.abc import Iterator

from django.db import IntegrityError
from django.db.models import Q, QuerySet

from games.engine.chain import text_hash
from games.replays.models import Link
from games.tables.locking import write_transaction
from games.tables.models import Table

FIRST = "0" * 64
LINES_AT_ONCE = 10_000


def ledger_extended(limit: int) -> int:
    """Add at most `limit` links. Returns how many; 0 if another worker is at it."""
    due = list(_due()[:limit])
    if not due:
        return 0
    try:
        with write_transaction():
            links = list(_links(due))
            Link.objects.bulk_create(links)
            for kind in {link.kind for link in links}:
                added = [link.table_id for link in links if link.kind == kind]
                Table.objects.filter(pk__in=added).update(linked=kind)
    except IntegrityError:
        return 0
    return len(links)


def lines(start: int) -> Iterator[str]:
    """The chain from link `start` on, a line each: number, kind, commitment, digest ("-" for none), link."""
    rows = Link.objects.filter(number__gte=start).order_by("number")[:LINES_AT_ONCE]
    values = rows.values_list("number", "kind", "table__commitment", "digest", "value")
    for number, kind, commitment, digest, value in values.iterator():
        yield f"{number} {Link.Kind(kind).name.lower()} {commitment} {digest or '-'} {value}\n"


def _due() -> "QuerySet[Table]":
    """Tables without the link that they should have; of those that ended before they got any, both come, one by one."""
    ended = Q(linked=Link.Kind.OPENED, status__in=(Table.Status.FINISHED, Table.Status.VOIDED, Table.Status.ABANDONED))
    return Table.objects.filter(Q(linked=0) | ended).order_by("pk")


def _links(tables: list[Table]) -> Iterator[Link]:
    last = Link.objects.order_by("-number").values_list("number", "value").first()
    before, value = last or (0, FIRST)
    for number, table in enumerate(tables, before + 1):
        kind = Link.Kind.ENDED if table.linked else Link.Kind.OPENED
        digest = table.digest if table.linked else ""
        value = text_hash(f"{value}|{kind.name.lower()}|{table.commitment}|{digest}")
        yield Link(number=number, table=table, kind=kind, digest=digest, value=value)
